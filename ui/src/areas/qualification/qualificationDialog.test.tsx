// The qualification dialog: search, choice, observation and its two buttons.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { QualificationDialog, type QualificationDialogProps } from './QualificationDialog';

beforeEach(() => startI18n('pt-BR'));

function show(props: Partial<QualificationDialogProps> = {}) {
  const calls = {
    onSelect: vi.fn(),
    onObservationChange: vi.fn(),
    onQualify: vi.fn(),
    onLater: vi.fn(),
    onRetry: vi.fn(),
  };
  const options = [
    { id: '1', name: 'Renovação › Aceita' },
    { id: '2', name: 'Cobrança › Recusada' },
  ];
  render(
    <TooltipProvider>
      <QualificationDialog
        open
        name="Helena Duarte"
        state="ready"
        options={options}
        selected={null}
        observation=""
        observationRequired={false}
        pending={false}
        {...calls}
        {...props}
      />
    </TooltipProvider>,
  );
  return calls;
}

test('the dialog names the customer of the attendance, because several attendances can wait', () => {
  show();
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription('Atendimento de Helena Duarte');
});

test('the search ignores accents and case', async () => {
  const { onSelect } = show();
  await userEvent.type(screen.getByRole('searchbox'), 'COBRANCA');
  expect(screen.getAllByRole('radio')).toHaveLength(1);
  await userEvent.click(screen.getByRole('radio', { name: /Recusada/ }));
  expect(onSelect).toHaveBeenCalledWith('2');
});

test('a required observation is marked and its error shows at the field', () => {
  show({ observationRequired: true, observationError: 'Esse campo é obrigatório' });
  const field = screen.getByRole('textbox', { name: /Observação/ });
  expect(field).toBeRequired();
  expect(field).toHaveAccessibleDescription('Esse campo é obrigatório');
  expect(field).toHaveFocus();
});

test('"Agora não" and Esc close the dialog, "Qualificar" qualifies', async () => {
  const { onLater, onQualify } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Qualificar' }));
  expect(onQualify).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole('button', { name: 'Agora não' }));
  await userEvent.keyboard('{Escape}');
  expect(onLater).toHaveBeenCalledTimes(2);
});

test('a pending qualification is not sent twice, and a refusal is shown in the dialog', async () => {
  const { onQualify } = show({ pending: true, failure: 'Não foi possível realizar a qualificação.' });
  await userEvent.click(screen.getByRole('button', { name: 'Qualificar' }));
  expect(onQualify).not.toHaveBeenCalled();
  expect(screen.getByRole('alert')).toHaveTextContent('Não foi possível realizar a qualificação.');
});

test.each<[string, Partial<QualificationDialogProps>, number]>([
  ['qualifies', {}, 1],
  ['does nothing while the list is loaded', { state: 'loading' }, 0],
  ['does nothing while an answer is awaited', { pending: true }, 0],
])('[BEY-158] Ctrl+Enter anywhere in the dialog %s', async (_, props, times) => {
  const { onQualify } = show(props);
  screen.getByRole('button', { name: 'Agora não' }).focus();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(onQualify).toHaveBeenCalledTimes(times);
});

test('without the list of qualifications the attendance cannot be qualified', async () => {
  const { onQualify, onRetry } = show({ state: 'failed' });
  await userEvent.click(screen.getByRole('button', { name: 'Qualificar' }));
  expect(onQualify).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(onRetry).toHaveBeenCalledOnce();
});
