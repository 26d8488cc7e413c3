// The script of a call: its text, the kinds of its fields, and what the agent's answers send.
import type { ScriptFieldView } from 'core-wasm';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { isNumber } from './ScriptFields';
import { ScriptPanel, type ScriptPanelProps } from './ScriptPanel';

beforeEach(() => startI18n('pt-BR'));

const field = (kind: ScriptFieldView['kind'], more: Partial<ScriptFieldView> = {}): ScriptFieldView => ({
  id: '1',
  name: 'Campo',
  kind,
  value: '',
  options: [],
  ...more,
});

/** The test acts as the core: it drops an empty answer and shows the server's value again. */
function show(fields: ReadonlyArray<ScriptFieldView>, more: Partial<ScriptPanelProps> = {}) {
  const actions = { onAnswer: vi.fn<(id: string, value: string) => void>(), onRetry: vi.fn() };
  const panel = (shown: ReadonlyArray<ScriptFieldView>) => (
    <ScriptPanel
      script={{ name: 'Vendas', text: 'Bom dia, {{fullname}}.', fields: [...shown] }}
      state="ready"
      customer="Ana"
      {...actions}
      {...more}
    />
  );
  const { rerender } = render(panel(fields), { wrapper: TooltipProvider });
  return {
    ...actions,
    answers: () => actions.onAnswer.mock.calls,
    update: (next: ReadonlyArray<ScriptFieldView>) => rerender(panel(next)),
  };
}

test('each change of a text is sent, and after the field is left the text of the core is shown [QUA-022]', async () => {
  const { answers, update } = show([field('text', { value: 'antigo' })]);
  const box = screen.getByRole('textbox', { name: 'Campo' });
  await userEvent.type(box, '!');
  expect(answers()).toEqual([['1', 'antigo!']]);
  await userEvent.clear(box);
  expect(answers().at(-1)).toEqual(['1', '']);
  expect(box).toHaveValue('');
  update([field('text', { value: 'antigo' })]);
  expect(box).toHaveValue('');
  fireEvent.blur(box);
  expect(box).toHaveValue('antigo');
});

test('a text cannot be longer than the server accepts', () => {
  show([field('text')]);
  expect(screen.getByRole('textbox')).toHaveAttribute('maxlength', '254');
});

test('a number field accepts digits and separators only, and another text is kept and shown with an error [QUA-022]', async () => {
  const { answers, update } = show([field('number')]);
  const box = screen.getByRole('textbox', { name: 'Campo' });
  await userEvent.type(box, 'a1,5x');
  expect(answers().at(-1)).toEqual(['1', '1,5']);
  await userEvent.type(box, '-');
  expect(box).toHaveAccessibleDescription('');
  update([field('number', { value: '1,5-' })]);
  fireEvent.blur(box);
  expect(box).toHaveValue('1,5-');
  expect(box).toHaveAttribute('aria-invalid', 'true');
  expect(box).toHaveAccessibleDescription('Digite um número');
});

test.each([
  ['', true],
  ['0', true],
  ['-12', true],
  ['1.234,56', true],
  ['-', false],
  ['1-', false],
  [',5', false],
  ['5,', false],
])('whether %j is a number: %s', (text, expected) => {
  expect(isNumber(text)).toBe(expected);
});

test.each(['pt-BR', 'en'] as const)(
  'a date is shown and typed day first in %s, and answered as year, month and day [QUA-022]',
  async (language) => {
    await startI18n(language);
    const { answers } = show([field('date', { value: '2026-11-24' })]);
    const box = screen.getByRole('textbox', { name: 'Campo' });
    expect(box).toHaveValue('24/11/2026');
    fireEvent.change(box, { target: { value: '25/11/2026' } });
    expect(answers()).toEqual([['1', '2026-11-25']]);
  },
);

test('a choice is one of the options or none, and an earlier answer that is no option any more stays [QUA-022]', async () => {
  const { answers } = show([field('select', { value: 'Antigo', options: ['Básico', 'Completo'] })]);
  const box = screen.getByRole('combobox', { name: 'Campo' });
  const options = within(box).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Selecione', 'Antigo', 'Básico', 'Completo']);
  expect(box).toHaveValue('Antigo');
  await userEvent.selectOptions(box, 'Completo');
  await userEvent.selectOptions(box, 'Selecione');
  expect(answers()).toEqual([
    ['1', 'Completo'],
    ['1', ''],
  ]);
});

test.each([
  ['', false],
  ['false', false],
  ['true', true],
  ['Sim', true],
])(
  'given a checkbox with %j, then it is checked: %s, and a press answers the opposite [QUA-022]',
  async (value, checked) => {
    const { answers } = show([field('checkbox', { value })]);
    const box = screen.getByRole('checkbox', { name: 'Campo' });
    expect(box).toHaveAttribute('aria-checked', String(checked));
    await userEvent.click(box);
    expect(answers()).toEqual([['1', String(!checked)]]);
  },
);

test('given fields that cannot be loaded, then the text stays and they can be loaded again [QUA-021]', async () => {
  const { onRetry } = show([], { state: 'failed' });
  expect(screen.getByText(/Bom dia/)).toHaveTextContent('Bom dia, Ana.');
  expect(screen.getByRole('alert')).toHaveTextContent('Não foi possível carregar as perguntas do script.');
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test.each([
  ['ready', 'Sem script'],
  ['failed', 'Não foi possível carregar o script.'],
] as const)('given no script and state %s, then the panel says %j', (state, text) => {
  show([], { state, script: undefined });
  expect(screen.getByText(text)).toBeInTheDocument();
});

test('given answers, then a running or failed load does not hide them', () => {
  for (const state of ['loading', 'failed'] as const) {
    show([field('text', { name: state, value: 'resposta' })], { state });
    expect(screen.getByRole('textbox', { name: state })).toHaveValue('resposta');
  }
});
