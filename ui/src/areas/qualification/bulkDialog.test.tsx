// Tests of the dialog for several attendances: left-out attendances, one choice for all, the confirmation, the result.
import type { BulkDialogView, BulkItemView } from 'core-wasm';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { BulkDialog } from './BulkDialog';
import { bulkSample } from './bulkSample';

beforeEach(() => startI18n('pt-BR'));

function show(changes: Partial<BulkDialogView>) {
  const calls = {
    onChoose: vi.fn(),
    onObserve: vi.fn(),
    onRetryLists: vi.fn(),
    onConfirm: vi.fn(),
    onStop: vi.fn(),
    onAgain: vi.fn(),
    onClose: vi.fn(),
  };
  render(
    <TooltipProvider>
      <BulkDialog bulk={{ ...bulkSample, ...changes }} {...calls} />
    </TooltipProvider>,
  );
  return calls;
}

const left = (name: string, reason: NonNullable<BulkItemView['reason']>): BulkItemView => ({
  protocol: name,
  name,
  channel: 'whatsapp',
  state: 'left',
  reason,
});

test('[BEY-156] one choice applies to all attendances, and excluded ones are named with the reason', async () => {
  const { onChoose, onConfirm } = show({ items: [...bulkSample.items, left('Marcelo Prado', 'needsContact')] });
  expect(screen.getByRole('dialog', { name: 'Qualificar 3 atendimentos' })).toBeInTheDocument();
  expect(screen.getByText('1 fica de fora')).toBeInTheDocument();
  expect(screen.getByRole('listitem')).toHaveTextContent('Marcelo PradoFalta o cadastro');
  await userEvent.click(screen.getByRole('radio', { name: 'Engano' }));
  expect(onChoose).toHaveBeenCalledWith('2');
  await userEvent.click(screen.getByRole('button', { name: 'Qualificar 2' }));
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(onConfirm).toHaveBeenCalledTimes(2);
});

test('[BEY-156] the dialog says that the queues have no common qualification, and cannot be confirmed', async () => {
  const { onConfirm } = show({ options: [] });
  expect(screen.getByText(/nenhuma qualificação em comum/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Qualificar 2' }));
  expect(onConfirm).not.toHaveBeenCalled();
});

test('if no attendance can be qualified, the button shows no number', () => {
  show({ count: 0 });
  expect(screen.getByRole('button', { name: 'Qualificar' })).toBeInTheDocument();
});

test('[BEY-156] without any qualification the conversations are closed without a choice', async () => {
  const { onConfirm } = show({ options: [], choiceNeeded: false, aim: 'close' });
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Encerrar 2 atendimentos' })).not.toHaveAccessibleDescription();
  await userEvent.click(screen.getByRole('button', { name: 'Encerrar 2' }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test('[BEY-156] one confirmation names the number of waiting customers and of conversations with an unsent message', async () => {
  const { onConfirm } = show({ task: 'finish', aim: 'finish', unanswered: 2, unsent: 1 });
  expect(screen.getByText('2 clientes estão sem resposta.')).toBeInTheDocument();
  expect(screen.getByText(/^Em 1 conversa há texto/)).toBeInTheDocument();
  const confirm = screen.getByRole('button', { name: 'Finalizar 2' });
  expect(confirm).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test('[BEY-156] a running bulk action shows its progress, and the remaining attendances can be cancelled', async () => {
  const { onStop } = show({ stage: 'working', count: 1, doneBefore: 1 });
  expect(screen.getByRole('dialog', { name: 'Qualificando' })).toHaveAccessibleDescription('1 de 3');
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar os que faltam' }));
  expect(onStop).toHaveBeenCalledTimes(1);
});

test('[BEY-156] one result names the attendances that were done, and each that was not with its reason', async () => {
  const { onAgain } = show({ stage: 'told', count: 7, items: [left('Marcelo Prado', 'noAnswer')] });
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription('7 qualificados. 1 não foi qualificado:');
  expect(screen.getByRole('listitem')).toHaveTextContent('Sem confirmação do servidor');
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(onAgain).toHaveBeenCalledTimes(1);
});

test.each<[string, Partial<BulkDialogView>, string]>([
  ['there is a qualification to choose', {}, 'A mesma qualificação vale para todos.'],
  ['there is no qualification', { options: [], choiceNeeded: false }, ''],
  ['the queues have none in common', { options: [] }, ''],
  ['the qualifications are being loaded', { options: [], loading: true }, ''],
])('the sentence about one qualification for all is shown only where one can be chosen: %s', (_, changes, sentence) => {
  show(changes);
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription(sentence);
});

test.each<[string, Partial<BulkDialogView>, string, string]>([
  ['the progress', { stage: 'working', count: 1, doneBefore: 1 }, 'Encerrando', '1 de 3'],
  [
    'the result',
    { stage: 'told', count: 3, items: [left('Marcelo Prado', 'noAnswer')] },
    'Resultado',
    '3 encerrados. 1 não foi encerrado:',
  ],
])('%s of attendances that are only closed says so', (_, changes, name, description) => {
  show({ aim: 'close', ...changes });
  expect(screen.getByRole('dialog', { name })).toHaveAccessibleDescription(description);
});
