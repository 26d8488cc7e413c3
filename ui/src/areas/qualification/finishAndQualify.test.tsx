// The dialog that finishes and qualifies: its keys, messages that are not sent yet, and a customer without a contact.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { Announcer } from '../../design/Announcer';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { FinishAndQualifyDialog, type FinishAndQualifyDialogProps } from './FinishAndQualifyDialog';

beforeEach(() => startI18n('pt-BR'));

function show(
  props: Partial<FinishAndQualifyDialogProps> = {},
  form: Partial<FinishAndQualifyDialogProps['form']> = {},
) {
  const calls = {
    onFinishAndQualify: vi.fn(),
    onFinish: vi.fn(),
    onCancel: vi.fn(),
    onNextChange: vi.fn(),
    onSelect: vi.fn(),
  };
  const dialog = (selected: string | null): React.ReactNode => (
    <TooltipProvider>
      <Announcer />
      <FinishAndQualifyDialog
        name="Helena Duarte"
        form={{
          state: 'ready',
          options: [
            { id: '1', name: 'Renovação › Aceita' },
            { id: '2', name: 'Renovação › Recusada' },
          ],
          selected,
          onSelect: calls.onSelect,
          observation: '',
          onObservationChange: vi.fn(),
          observationRequired: false,
          onRetry: vi.fn(),
          ...form,
        }}
        onTheWay={undefined}
        waiting={undefined}
        closing={undefined}
        next="list"
        {...calls}
        {...props}
      />
    </TooltipProvider>
  );
  const { rerender } = render(dialog(null));
  return { ...calls, choose: (id: string) => rerender(dialog(id)) };
}

test('[BEY-158] the search field has the focus: the arrow key chooses, Enter finishes and qualifies', async () => {
  const { onSelect, onFinishAndQualify, choose } = show();
  expect(screen.getByRole('searchbox')).toHaveFocus();
  await userEvent.keyboard('renov{ArrowDown}');
  expect(onSelect).toHaveBeenLastCalledWith('1');
  choose('1');
  await userEvent.keyboard('{ArrowDown}');
  expect(onSelect).toHaveBeenLastCalledWith('2');
  choose('2');
  await userEvent.keyboard('{Enter}');
  expect(onFinishAndQualify).toHaveBeenCalledExactlyOnceWith(false);
});

test('Enter before a choice chooses the first one, and does not finish', async () => {
  const { onSelect, onFinishAndQualify } = show();
  await userEvent.keyboard('recus{Enter}');
  expect(onSelect).toHaveBeenCalledExactlyOnceWith('2');
  expect(onFinishAndQualify).not.toHaveBeenCalled();
});

test('a row that a key chooses is announced, because the focus stays in the field', async () => {
  show();
  await userEvent.keyboard('recus{ArrowDown}');
  expect(screen.getByText('Renovação › Recusada', { ignore: '[role="radio"] *' })).toHaveAttribute('role', 'status');
});

test('a required observation comes before the finish; Ctrl+Enter confirms anywhere', async () => {
  const { onFinishAndQualify, choose } = show({}, { observationRequired: true });
  choose('1');
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('textbox', { name: /Observação/ })).toHaveFocus();
  expect(onFinishAndQualify).not.toHaveBeenCalled();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(onFinishAndQualify).toHaveBeenCalledOnce();
});

test('a file that is being sent is named, and the finish waits for it unless the agent chooses otherwise', async () => {
  const { onFinishAndQualify, choose } = show({ onTheWay: { messages: 1, files: ['contrato.pdf'] } });
  choose('1');
  expect(screen.getByText('Um arquivo ainda está sendo enviado')).toBeVisible();
  expect(screen.getByText('contrato.pdf')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Finalizar após o envio' }));
  expect(onFinishAndQualify).toHaveBeenLastCalledWith(true);
  await userEvent.click(screen.getByRole('radio', { name: /Finalizar agora/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Finalizar e qualificar' }));
  expect(onFinishAndQualify).toHaveBeenLastCalledWith(false);
});

test('the attendance of an unregistered customer is only finished', async () => {
  const { onFinish } = show({ form: undefined });
  expect(screen.getByText(/não está cadastrado/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Finalizar' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(onFinish).toHaveBeenCalledExactlyOnceWith(false);
});

test('while a lost answer is looked up nothing is sent again', async () => {
  const { onFinishAndQualify, choose } = show({ closing: 'lookingUp' });
  choose('1');
  await userEvent.click(screen.getByRole('button', { name: 'Conferindo…' }));
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(onFinishAndQualify).not.toHaveBeenCalled();
});

test('the agent chooses in the dialog which page is shown afterwards', async () => {
  const { onNextChange } = show();
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'Depois:' }),
    'quem espera há mais tempo na minha lista',
  );
  expect(onNextChange).toHaveBeenCalledExactlyOnceWith('nextWaiting');
});
