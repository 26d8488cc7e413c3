// Tests of notes in the open conversation: the switch beside an open and a locked composer, its key, and the place of the frame in
// the thread.
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { JobView, NoteDraftView, NoteView } from 'core-wasm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../../test/fakeCore';
import { openJob, prepareDesk } from '../../../../test/whatsappDesk';
import { CoreProvider } from '../../../core/react';
import { TooltipProvider } from '../../../design/Tooltip';
import { useShortcutListener } from '../../../shared/shortcuts';
import { ChatConversation } from '../ChatConversation';

beforeEach(prepareDesk);
afterEach(() => vi.unstubAllGlobals());

const draft: NoteDraftView = { mode: 'reply', epoch: 0, text: '', mentions: [], excess: 0 };

function ShortcutListener() {
  useShortcutListener(true);
  return null;
}

function show(noteDraft: Partial<NoteDraftView>, more: Partial<JobView> = {}, notes: ReadonlyArray<NoteView> = []) {
  const core = new FakeCore({
    session: { phase: 'ready' },
    'draft:P1': { epoch: 0, text: 'Segue a proposta' },
    'noteDraft:P1': { ...draft, ...noteDraft },
    'notes:P1': { state: 'ready', notes },
    notePeople: { state: 'ready', people: [] },
    preferences: { sendWith: 'enter', hiddenChannels: [] },
    channels: { items: [] },
  });
  const job: JobView = { ...openJob, protocol: 'P1', channel: 'chat', registered: false, ...more };
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <ShortcutListener />
        <ChatConversation protocol="P1" job={job} contextOpen={false} onToggleContext={vi.fn()} />
      </TooltipProvider>
    </CoreProvider>,
  );
  return core;
}

const chooses = { area: 'notes', type: 'setNoteMode', protocol: 'P1', note: true };

test.each<[string, Partial<JobView>]>([
  ['an open conversation', {}],
  ['an ended one', { composer: 'closed', disabled: true }],
  ['a disconnected channel', { composer: 'channelDisconnected' }],
])('[BEY-160] in %s the agent chooses to write a note', async (_, more) => {
  const core = show({}, more);
  await userEvent.click(screen.getByRole('radio', { name: 'Nota interna' }));
  expect(core.intents).toContainEqual(chooses);
});

test.each<[string, Partial<NoteDraftView>, string, string, string]>([
  ['"Nota interna"', { text: 'Conferir o boleto' }, 'Nota interna', 'Nota interna sobre Mariana', 'Conferir o boleto'],
  ['"Responder"', { mode: 'note', text: 'Conferir' }, 'Responder', 'Mensagem para Mariana', 'Segue a proposta'],
])(
  '[BEY-160] after a click on %s the field of the new mode has its text and the focus, and takes what is typed',
  async (_, noteDraft, choice, fieldName, text) => {
    const user = userEvent.setup();
    const core = show(noteDraft);
    await user.click(screen.getByRole('radio', { name: choice }));
    const mode = noteDraft.mode === 'note' ? 'reply' : 'note';
    act(() => core.set('noteDraft:P1', { ...draft, ...noteDraft, mode }));
    const field = screen.getByRole('textbox', { name: fieldName });
    expect(field).toHaveFocus();
    await user.keyboard('!');
    expect(field).toHaveValue(`${text}!`);
  },
);

test('[BEY-160] answering a message switches the composer to a message to the customer, also while a note is being written', async () => {
  const message = {
    localId: 'M1',
    sender: 'customer',
    senderName: 'Mariana',
    text: 'Oi',
    time: 1,
    delivery: 'received',
  };
  const core = show({ mode: 'note', text: 'Conferir' });
  act(() => {
    core.set('thread:P1', ['M1']);
    core.set('message:P1:M1', message);
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Responder à mensagem de Mariana' }));
  expect(core.intents).toContainEqual({ area: 'notes', type: 'setNoteMode', protocol: 'P1', note: false });
});

test.each<[string, Partial<NoteDraftView>]>([
  ['the answer', {}],
  ['the note', { mode: 'note' }],
])('an ended conversation has one button for its qualification beside %s', (_, noteDraft) => {
  show(noteDraft, { composer: 'closed', disabled: true });
  expect(screen.getAllByRole('button', { name: 'Qualificar' })).toHaveLength(1);
});

test('[BEY-160] Alt+Shift+. switches between message and note', () => {
  const core = show({});
  fireEvent.keyDown(document.body, { code: 'Period', altKey: true, shiftKey: true });
  expect(core.intents).toContainEqual(chooses);
});

test('[BEY-160] in note mode Enter adds the note and sends nothing to the customer', async () => {
  const core = show({ mode: 'note', text: 'Conferir' }, { composer: 'closed', disabled: true });
  const field = screen.getByRole('textbox', { name: 'Nota interna sobre Mariana' });
  expect(screen.getByText('O texto da resposta fica guardado em Responder')).toBeInTheDocument();
  await userEvent.click(field);
  await userEvent.keyboard('{Enter}');
  expect(core.intents).toContainEqual({ area: 'notes', type: 'addNote', protocol: 'P1', text: 'Conferir' });
  expect(core.intents.filter(({ area }) => area === 'conversation')).toEqual([]);
});

test('[BEY-160] the thread shows a frame of notes as one of its rows', () => {
  const note: NoteView = {
    id: 'A',
    own: false,
    author: 'Bruno Lima',
    initials: 'BL',
    color: '#4E6EC9',
    text: 'Prometi o valor até sexta',
    mentions: [],
    time: 0,
    edited: false,
    removed: false,
    phase: 'kept',
    frameStart: true,
  };
  act(() => void show({}, {}, [note]));
  const frame = screen.getByRole('group', { name: 'Nota interna' });
  expect(frame).toHaveTextContent('O cliente não vê');
  expect(frame).toHaveTextContent('Prometi o valor até sexta');
});

test('notes that could not be loaded are shown as failed and can be loaded again', async () => {
  const core = show({});
  act(() => core.set('notes:P1', { state: 'failed', notes: [] }));
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(core.intents).toContainEqual({ area: 'notes', type: 'reloadNotes', protocol: 'P1' });
});

test('[BEY-160] a message with a pasted note is sent only after one warning', async () => {
  const text = 'Prometi o valor até sexta';
  const note = { id: 'n1', text, own: true, author: 'Ana', initials: 'A', color: '#517693' } as NoteView;
  const core = show({}, {}, [
    { ...note, mentions: [], time: 0, edited: false, removed: false, phase: 'kept', frameStart: true },
  ]);
  const sent = () => core.intents.filter(({ type }) => type === 'sendMessage');
  const field = screen.getByRole('textbox', { name: 'Mensagem para Mariana' });
  await userEvent.click(field);
  await userEvent.paste(`  ${text} `);
  expect(screen.queryByText(/veio de uma nota interna/)).toBeNull();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByText('Este texto veio de uma nota interna. Confira antes de enviar.')).toBeInTheDocument();
  expect(sent()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  expect(sent()).toHaveLength(1);
});
