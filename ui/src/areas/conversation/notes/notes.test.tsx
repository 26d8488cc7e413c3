import type { NoteView } from 'core-wasm';
import { fireEvent, render as renderBare, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { currentTime } from '../../../core/page/ticker';
import { TooltipProvider } from '../../../design/Tooltip';
import { startI18n } from '../../../i18n';
import { NoteComposer, type NoteComposerProps } from './NoteComposer';
import { NoteFrame } from './NoteFrame';
import { NotesDialog } from './NotesDialog';
import { ModeSwitch, type WritingMode } from './ModeSwitch';

beforeEach(async () => {
  window.matchMedia = vi.fn().mockReturnValue({ matches: false, addListener: vi.fn(), removeListener: vi.fn() });
  Element.prototype.scrollIntoView = vi.fn();
  await startI18n('pt-BR');
});

const render = (element: ReactElement) => renderBare(<TooltipProvider>{element}</TooltipProvider>);

const people = [
  { id: '1', name: 'Renata Lopes', initials: 'RL', color: '#B1508D', team: 'Vendas', online: true },
  { id: '2', name: 'Rafael Souza', initials: 'RS', color: '#4E6EC9', team: 'Suporte N2', online: false },
];

function Composer(props: Partial<NoteComposerProps>) {
  const [mentions, setMentions] = useState<ReadonlyArray<string>>([]);
  return (
    <NoteComposer
      label="Nota interna sobre Mariana"
      draft=""
      draftEpoch={0}
      excess={0}
      hasReply={false}
      sendWithCtrlEnter={false}
      people={{ state: 'ready', people, onLoad: vi.fn() }}
      onDraftChange={vi.fn()}
      onAdd={vi.fn()}
      onModeChange={vi.fn()}
      {...props}
      mentions={mentions}
      onMention={(id) => {
        props.onMention?.(id);
        setMentions(people.filter((person) => person.id === id).map(({ name }) => name));
      }}
    />
  );
}

const field = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: /Nota interna sobre/ });

test('[BEY-160] Enter adds the note, and an empty one is not added', async () => {
  const user = userEvent.setup();
  const onAdd = vi.fn();
  render(<Composer onAdd={onAdd} />);
  await user.click(field());
  await user.keyboard('{Enter}');
  expect(onAdd).not.toHaveBeenCalled();
  await user.keyboard('Conferir{Enter}');
  expect(onAdd).toHaveBeenCalledWith('Conferir');
});

test('[BEY-160] the composer of notes says that the customer does not see it and offers nothing that is for customers', () => {
  render(<Composer hasReply />);
  expect(screen.getByText('O cliente não vê')).toBeInTheDocument();
  expect(screen.getByText('O texto da resposta fica guardado em Responder')).toBeInTheDocument();
  const buttons = screen
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
  expect(buttons).toEqual(['Mencionar alguém', 'Adicionar nota']);
});

test('[BEY-160] after @ the arrows and Enter choose whom the note mentions, and Backspace removes the mention as a whole', async () => {
  const user = userEvent.setup();
  const onMention = vi.fn();
  const onAdd = vi.fn();
  render(<Composer onMention={onMention} onAdd={onAdd} />);
  await user.click(field());
  await user.keyboard('Ver @r');
  expect(screen.getAllByRole('option').map((row) => row.getAttribute('aria-selected'))).toEqual(['true', 'false']);
  await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  expect(onMention).toHaveBeenCalledWith('1');
  expect(field()).toHaveValue('Ver @Renata Lopes ');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(onAdd).not.toHaveBeenCalled();
  await user.keyboard('{Backspace}{Backspace}');
  expect(field()).toHaveValue('Ver ');
});

test('[BEY-160] Escape closes the list of agents to mention and keeps the text', async () => {
  const user = userEvent.setup();
  render(<Composer />);
  await user.click(field());
  await user.keyboard('@{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(field()).toHaveValue('@');
});

test('[BEY-160] a note above the limit cannot be added', async () => {
  const user = userEvent.setup();
  const onAdd = vi.fn();
  render(<Composer draft="x" excess={2} onAdd={onAdd} />);
  await user.click(screen.getByRole('button', { name: 'Adicionar nota' }));
  expect(onAdd).not.toHaveBeenCalled();
  expect(screen.getByRole('alert')).toHaveTextContent('2 caracteres acima do limite');
});

function Switch({ onChange }: { onChange: (mode: WritingMode) => void }) {
  const [mode, setMode] = useState<WritingMode>('reply');
  return (
    <ModeSwitch
      mode={mode}
      onChange={(next) => {
        setMode(next);
        onChange(next);
      }}
    />
  );
}

test('[BEY-160] the choice between message and note is a radio group', async () => {
  const user = userEvent.setup();
  const onChange = vi.fn();
  render(<Switch onChange={onChange} />);
  const group = screen.getByRole('radiogroup', { name: 'O que escrever' });
  expect(within(group).getByRole('radio', { name: 'Responder' })).toBeChecked();
  await user.click(within(group).getByRole('radio', { name: 'Nota interna' }));
  expect(onChange).toHaveBeenCalledWith('note');
});

function note(more: Partial<NoteView>): NoteView {
  return {
    id: 'A',
    own: true,
    author: 'Ana Souza',
    initials: 'AS',
    color: '#4E6EC9',
    text: 'Conferir',
    mentions: [],
    time: Date.UTC(2026, 10, 20, 13, 45),
    edited: false,
    removed: false,
    phase: 'kept',
    frameStart: true,
    ...more,
  };
}

function frame(notes: ReadonlyArray<NoteView>) {
  const actions = { onEdit: vi.fn(), onRemove: vi.fn(), onRetry: vi.fn(), onDiscard: vi.fn() };
  render(<NoteFrame notes={notes} {...actions} />);
  return actions;
}

test('[BEY-160] an own note is changed and removed in the thread while that is allowed', async () => {
  const user = userEvent.setup();
  const { onEdit, onRemove } = frame([note({ changeableUntil: currentTime() + 60_000 })]);
  await user.click(screen.getByRole('button', { name: 'Editar nota' }));
  const edited = screen.getByRole('textbox', { name: 'Texto da nota' });
  await user.clear(edited);
  await user.keyboard('Corrigido{Enter}');
  expect(onEdit).toHaveBeenCalledWith('A', 'Corrigido');
  await user.click(screen.getByRole('button', { name: 'Remover nota' }));
  expect(onRemove).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Remover' }));
  expect(onRemove).toHaveBeenCalledWith('A');
});

test('[BEY-160] after that time, and for notes of other agents, there are no buttons and only marks', () => {
  frame([
    note({ changeableUntil: currentTime() - 1, edited: true }),
    note({ id: 'B', own: false, author: 'Bruno Lima', frameStart: false, text: '', removed: true }),
  ]);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('editada')).toBeInTheDocument();
  expect(screen.getByText('Nota removida')).toBeInTheDocument();
  expect(screen.getByText(/^Bruno Lima anotou às \d\d:\d\d, o cliente não vê:$/)).toBeInTheDocument();
});

test('[BEY-160] a refused note keeps its text with its reason and can be sent again or discarded', () => {
  const failure = { key: 'notes.failed.qualified', params: {}, fallback: undefined };
  const { onRetry, onDiscard } = frame([note({ phase: 'failed', failure })]);
  expect(screen.getByText('Conferir')).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('O atendimento já foi qualificado');
  fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  fireEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  expect([onRetry.mock.calls, onDiscard.mock.calls]).toEqual([[['A']], [['A']]]);
});

test("[BEY-160] a mentioned agent can read the notes of another agent's attendance and change none", async () => {
  const onClose = vi.fn();
  const note: NoteView = {
    id: '1',
    own: false,
    author: 'Ana Souza',
    initials: 'AS',
    color: '#B1508D',
    text: '@Bruno Lima veja o contrato',
    mentions: [{ agentId: '2', name: 'Bruno Lima', own: true }],
    time: currentTime(),
    edited: false,
    removed: false,
    phase: 'kept',
    frameStart: true,
  };
  const dialog = (state: 'loading' | 'ready' | 'failed', notes: ReadonlyArray<NoteView>, onReload = vi.fn()) => (
    <NotesDialog
      open
      customer="Mariana Albuquerque"
      protocol="P2"
      state={state}
      notes={notes}
      onReload={onReload}
      onClose={onClose}
    />
  );
  const { rerender } = render(dialog('ready', [note]));
  const shown = screen.getByRole('dialog', { name: 'Notas sobre Mariana Albuquerque' });
  expect(shown).toHaveAccessibleDescription(/Atendimento P2, de outro agente/);
  expect(shown).toHaveTextContent('@Bruno Lima veja o contrato');
  // The conversation belongs to another agent: the text says whom to ask.
  expect(shown).toHaveTextContent('Para responder ou ver a conversa, fale com Ana Souza.');
  expect(within(shown).queryByRole('textbox')).toBeNull();
  const onReload = vi.fn();
  rerender(<TooltipProvider>{dialog('failed', [], onReload)}</TooltipProvider>);
  await userEvent.click(within(shown).getByRole('button', { name: 'Tentar de novo' }));
  expect(onReload).toHaveBeenCalled();
  rerender(<TooltipProvider>{dialog('ready', [])}</TooltipProvider>);
  expect(shown).toHaveTextContent('Nenhuma nota');
});
