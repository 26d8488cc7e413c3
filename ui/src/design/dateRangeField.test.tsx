// The range of days: typed in the language of the product, or chosen in the calendar with mouse and keyboard.
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../i18n';
import type { DateRange } from './dateRange';
import { DateRangeField } from './DateRangeField';
import { TooltipProvider } from './Tooltip';

beforeEach(() => startI18n('pt-BR'));

function show(onChange = vi.fn()) {
  function Range() {
    const [value, setValue] = useState<DateRange>({ start: '2026-11-10', end: '2026-11-19' });
    return (
      <DateRangeField
        label="Período"
        startLabel="Data inicial"
        endLabel="Data final"
        value={value}
        today="2026-11-20"
        onChange={(next) => {
          setValue(next);
          onChange(next);
        }}
      />
    );
  }
  render(
    <TooltipProvider>
      <Range />
    </TooltipProvider>,
  );
  return onChange;
}

const field = (name: string) => screen.getByRole('textbox', { name });

test.each([
  ['05112026', '05/11/2026', '2026-11-05'],
  ['5/1/2026', '5/1/2026', '2026-01-05'],
])('the typed day %s is shown as %s and reported as %s', async (typed, shown, stored) => {
  const onChange = show();
  await userEvent.clear(field('Data inicial'));
  await userEvent.type(field('Data inicial'), typed);
  expect(field('Data inicial')).toHaveValue(shown);
  expect(onChange.mock.calls).toEqual([[{ start: stored, end: '2026-11-19' }]]);
});

test.each(['31022026', '1/1', 'ontem'])(
  '%s is no date: nothing is reported, and the text stays with an error until it is a date',
  async (typed) => {
    const onChange = show();
    await userEvent.clear(field('Data final'));
    await userEvent.type(field('Data final'), typed);
    const shown = field('Data final').getAttribute('value');
    expect(field('Data final')).not.toBeInvalid();
    await userEvent.tab();
    expect(onChange).not.toHaveBeenCalled();
    expect(field('Data final')).toHaveValue(shown);
    expect(field('Data final')).toBeInvalid();
    expect(field('Data inicial')).not.toBeInvalid();
    expect(field('Data final')).toHaveAccessibleDescription('Esta data não existe. Escreva dia/mês/ano.');
    await userEvent.clear(field('Data final'));
    await userEvent.type(field('Data final'), '18112026');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(onChange.mock.calls).toEqual([[{ start: '2026-11-10', end: '2026-11-18' }]]);
  },
);

test('a field that is left empty gets its earlier date back', async () => {
  const onChange = show();
  await userEvent.clear(field('Data final'));
  await userEvent.tab();
  expect(field('Data final')).toHaveValue('19/11/2026');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(onChange).not.toHaveBeenCalled();
});

test('an invalid date is kept while the other field is changed, and removed when a range of the calendar is chosen', async () => {
  show();
  await userEvent.clear(field('Data final'));
  await userEvent.type(field('Data final'), '31112026');
  await userEvent.clear(field('Data inicial'));
  await userEvent.type(field('Data inicial'), '05112026');
  expect(field('Data final')).toHaveValue('31/11/2026');
  await userEvent.click(screen.getByRole('button', { name: 'Abrir calendário' }));
  await userEvent.click(screen.getByRole('button', { name: /, 3 de novembro de 2026/ }));
  await userEvent.click(screen.getByRole('button', { name: /, 7 de novembro de 2026/ }));
  expect(field('Data final')).toHaveValue('07/11/2026');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the calendar shows the weekdays with their accents', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Abrir calendário' }));
  const grid = screen.getByRole('grid', { name: 'novembro 2026' });
  const names = Array.from(grid.querySelectorAll('th'), ({ textContent }) => textContent);
  expect(names).toEqual(['dom.', 'seg.', 'ter.', 'qua.', 'qui.', 'sex.', 'sáb.']);
});

test.each([
  ['3', '7', '2026-11-03', '2026-11-07'],
  ['7', '3', '2026-11-03', '2026-11-07'],
])(
  'a click on the %s and on the %s chooses the days between them and closes the calendar',
  async (first, second, start, end) => {
    const onChange = show();
    await userEvent.click(screen.getByRole('button', { name: 'Abrir calendário' }));
    const calendar = within(screen.getByRole('dialog', { name: 'Período' }));
    const day = (name: string) => calendar.getByRole('button', { name: new RegExp(`, ${name} de novembro de 2026`) });
    await userEvent.click(day(first));
    expect(onChange).not.toHaveBeenCalled();
    await userEvent.click(day(second));
    expect(onChange.mock.calls).toEqual([[{ start, end }]]);
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

test('the calendar opens with Alt+↓, moves with the arrow keys, is in the language of the page and ends today', async () => {
  const onChange = show();
  field('Data inicial').focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(screen.getByRole('grid', { name: 'novembro 2026' })).toBeInTheDocument();
  expect(document.activeElement).toHaveAccessibleName(/10 de novembro de 2026/);
  await userEvent.keyboard('{ArrowRight}{Enter}{ArrowDown}{Enter}');
  expect(onChange.mock.calls).toEqual([[{ start: '2026-11-11', end: '2026-11-18' }]]);
  await userEvent.click(screen.getByRole('button', { name: 'Abrir calendário' }));
  expect(screen.getByRole('button', { name: /21 de novembro de 2026/ })).toBeDisabled();
});

test('in English the calendar has English names', async () => {
  await i18next.changeLanguage('en');
  show();
  await userEvent.click(screen.getByRole('button', { name: /calend/ }));
  expect(screen.getByRole('grid', { name: 'November 2026' })).toBeInTheDocument();
});
