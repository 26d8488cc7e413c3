// A search field above a list of choices: the list is used without leaving the field.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Plug } from 'lucide-react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../i18n';
import { choiceKeys } from './choiceKeys';
import { ConfirmDialog } from './ConfirmDialog';
import type { DialogTone } from './Dialog';
import { RadioList } from './RadioList';
import { SearchField } from './SearchField';
import { TooltipProvider } from './Tooltip';

beforeEach(() => startI18n('pt-BR'));

const options = [
  { value: 'a', label: 'Ana' },
  { value: 'b', label: 'Bruno', disabled: true },
  { value: 'c', label: 'Carla' },
];

function Choices({ onEnter }: { onEnter: () => void }) {
  const [value, setValue] = useState<string | null>(null);
  return (
    <>
      <SearchField
        label="Buscar"
        clearLabel="Limpar"
        value=""
        autoFocus
        onChange={vi.fn()}
        onKeyDown={choiceKeys({ options, value, onChange: setValue, onEnter })}
      />
      <RadioList label="Quem" options={options} value={value} onChange={setValue} />
    </>
  );
}

const chosen = () =>
  screen
    .getAllByRole('radio')
    .flatMap((radio, index) => (radio.getAttribute('aria-checked') === 'true' ? [options[index]?.label] : []));

test.each([
  ['{ArrowDown}', ['Ana'], 0],
  ['{ArrowDown}{ArrowDown}', ['Carla'], 0],
  ['{ArrowDown}{ArrowDown}{ArrowDown}', ['Ana'], 0],
  ['{ArrowUp}', ['Carla'], 0],
  ['{Enter}', ['Ana'], 0],
  ['{Enter}{Enter}', ['Ana'], 1],
  ['{Control>}{Enter}{ArrowDown}{/Control}', [], 0],
  ['{Enter}{Control>}{Enter}{ArrowDown}{/Control}', ['Ana'], 0],
  ['{Enter}{Shift>}{Enter}{/Shift}', ['Ana'], 0],
  ['{Enter}{Alt>}{ArrowUp}{/Alt}', ['Ana'], 0],
])('after %s the choice is %j, and Enter confirmed %d times', async (keys, names, entered) => {
  const onEnter = vi.fn();
  render(
    <TooltipProvider>
      <Choices onEnter={onEnter} />
    </TooltipProvider>,
  );
  await userEvent.keyboard(keys);
  expect(chosen()).toEqual(names);
  expect(onEnter).toHaveBeenCalledTimes(entered);
  expect(screen.getByRole('searchbox')).toHaveFocus();
});

test.each<[DialogTone, string, number, number]>([
  ['accent', 'Desconectar', 1, 0],
  ['warning', 'Desconectar', 1, 0],
  ['danger', 'Continuar editando', 0, 1],
])('a question of the tone %s has the focus on "%s", and Enter gives this answer', async (tone, name, yes, no) => {
  const onConfirm = vi.fn();
  const onCancel = vi.fn();
  render(
    <TooltipProvider>
      <ConfirmDialog
        open
        glyph={Plug}
        tone={tone}
        title="Sair?"
        description="Sem volta."
        confirmLabel="Desconectar"
        cancelLabel="Continuar editando"
        pending={false}
        onConfirm={onConfirm}
        onCancel={onCancel}
      />
    </TooltipProvider>,
  );
  expect(screen.getByRole('button', { name })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect([onConfirm.mock.calls.length, onCancel.mock.calls.length]).toEqual([yes, no]);
});
