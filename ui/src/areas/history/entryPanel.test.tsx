// Tests of the facts that an attendance's panel shows before its conversation.
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { HistoryRowView, MessageView, NoteView } from 'core-wasm';
import { beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { EntryPanel, type EntryPanelProps } from './EntryPanel';

beforeEach(() => startI18n('pt-BR'));

const row: HistoryRowView = {
  ...{ protocol: 'V1', channel: 'voice', metaType: undefined, contactId: '9', name: 'Sônia', initials: 'S' },
  ...{ color: '#BC5135', contactIdentifier: '5511981237740', queue: 'Vendas', agent: 'Juliana Castro' },
  ...{ start: new Date(2026, 10, 19, 13, 52).getTime(), end: 0, durationSeconds: 1087, state: 'qualified' },
  ...{ qualification: 'Venda', observation: '', tags: [], hasMessages: false },
};

const nothing = (): void => undefined;

function show(more: Partial<HistoryRowView> = {}, props: Partial<EntryPanelProps> = {}): void {
  render(
    <TooltipProvider>
      <EntryPanel
        row={{ ...row, ...more }}
        messages={undefined}
        state="ready"
        saving="no"
        contact={undefined}
        onStart={undefined}
        onRetry={nothing}
        onClose={nothing}
        onCopyProtocol={nothing}
        onSavePdf={nothing}
        {...props}
      />
    </TooltipProvider>,
  );
}

test('the panel of an attendance names each of its facts: start, duration, agent and qualification', () => {
  show();
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual([
    'Início',
    'Duração',
    'Agente',
    'Qualificação',
  ]);
  expect(screen.getAllByRole('definition').at(-1)).toHaveTextContent('Venda');
});

test('an attendance with an observation but no tags has no list of tags', () => {
  show({ observation: 'Retornar na sexta' });
  expect(screen.getByText('Retornar na sexta')).toBeInTheDocument();
  expect(screen.queryByRole('list')).toBeNull();
});

test('tags are a list with a name', () => {
  show({ tags: [{ id: '1', name: 'Urgente', color: '#BC5135' }] });
  expect(within(screen.getByRole('list')).getByText('Urgente')).toBeInTheDocument();
});

test('an attendance of the list is opened from the history instead of begun again', async () => {
  const onGo = vi.fn();
  show({ state: 'active' }, { onGo, onStart: vi.fn() });
  expect(screen.queryByRole('button', { name: 'Iniciar conversa' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Ir para o atendimento' }));
  expect(onGo).toHaveBeenCalledOnce();
});

test('an attendance that is not in the list can be begun again', () => {
  show({}, { onStart: vi.fn() });
  expect(screen.getByRole('button', { name: 'Iniciar conversa' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Ir para o atendimento' })).toBeNull();
});

const note: NoteView = {
  ...{ id: 'A', own: false, author: 'Ana Souza', initials: 'AS', color: '#000000', text: 'Quer desconto' },
  ...{ mentions: [], time: new Date(2026, 10, 19, 13, 55).getTime(), edited: false, removed: false },
  ...{ phase: 'kept', frameStart: true },
};

test.each<[string, ReadonlyArray<MessageView> | undefined]>([
  ['a conversation', []],
  ['a call', undefined],
])('[BEY-160] %s of the history has the internal notes of its agents, to read', (_, messages) => {
  show({}, { messages, notes: [note] });
  const frame = screen.getByRole('group', { name: 'Nota interna' });
  expect(frame).toHaveTextContent('Ana Souza anotou às 13:55, o cliente não vê:');
  expect(frame).toHaveTextContent('Quer desconto');
  expect(within(frame).queryByRole('button')).toBeNull();
});

test.each<[string, ReadonlyArray<MessageView> | undefined]>([
  ['a conversation', []],
  ['a call', undefined],
])('notes of %s that could not be loaded are loaded again by the agent', async (_, messages) => {
  const onRetryNotes = vi.fn();
  show({}, { messages, notesFailed: true, onRetryNotes });
  expect(screen.getByText('Não foi possível carregar as notas.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(onRetryNotes).toHaveBeenCalledOnce();
});

test.each(['no', 'now', 'saved', 'failed'] as const)('while the PDF is "%s" the panel says so', (saving) => {
  show({ channel: 'whatsapp', hasMessages: true }, { messages: [], saving });
  expect(screen.queryByText('PDF salvo') !== null).toBe(saving === 'saved');
  expect(screen.queryByText('Não foi possível gerar o PDF') !== null).toBe(saving === 'failed');
  expect(screen.getByRole('button', { name: 'Baixar PDF' }).hasAttribute('aria-disabled')).toBe(saving === 'now');
});
