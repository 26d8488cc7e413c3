// Tests of the actions on a message of the thread: the entries of its menu, its quote, its upload, and a file that could not be sent.
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AnsweredView, MessageContentView, MessageView } from 'core-wasm';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../../test/fakeCore';
import { openJob } from '../../../../test/whatsappDesk';
import { useDraft } from '../../../core/slices';
import { addressOf } from '../../../core/ports/localFiles';
import { CoreProvider } from '../../../core/react';
import { Announcer } from '../../../design/Announcer';
import { TooltipProvider } from '../../../design/Tooltip';
import { startI18n } from '../../../i18n';
import { useAttachments } from '../composer/attachments/useAttachments';
import { isAnswerable, MessageActionsProvider } from './MessageActions';
import { MessageRowContainer } from './MessageRowContainer';
import { BeginSelectionContext } from './messageSelection';

beforeEach(async () => {
  await startI18n('pt-BR');
  // jsdom implements neither of the two.
  let number = 0;
  URL.createObjectURL = () => `blob:${(number += 1)}`;
  URL.revokeObjectURL = vi.fn();
});

const received: MessageView = {
  localId: 'm1',
  sender: 'customer',
  senderName: 'Mariana',
  senderInitials: 'M',
  senderColor: '#517693',
  text: 'Qual é o prazo?',
  media: undefined,
  time: 1000,
  delivery: 'received',
  failure: undefined,
  systemKey: undefined,
  dayStart: false,
  groupStart: true,
  groupEnd: true,
  newFromHere: false,
  forwarded: false,
  busy: false,
};
const own: MessageView = { ...received, sender: 'own', senderName: 'Ana', delivery: 'sent' };
const nothing: MessageContentView = {
  attachment: undefined,
  contactCards: [],
  answered: undefined,
  template: undefined,
  headerName: '',
  bot: false,
  upload: undefined,
};
const quote: AnsweredView = { text: received.text, media: undefined, sender: 'customer', agentName: '' };

/** Stores the chosen message like the core. */
class AnsweringCore extends FakeCore {
  override dispatch(intent: Parameters<FakeCore['dispatch']>[0]): void {
    super.dispatch(intent);
    if (intent.type === 'answer') this.set('draft:W1', { epoch: 0, text: '', answered: intent.answered || undefined });
  }
}

/** Shows the content of the attendance's composer. */
function Prepared() {
  const { answered } = useDraft('W1');
  const { items } = useAttachments('W1');
  return (
    <>
      <textarea id="composer" aria-label="Composer" />
      <output aria-label="Answered">{answered ?? 'none'}</output>
      <output aria-label="Files">{items.map(({ name }) => name).join()}</output>
    </>
  );
}

interface Shown {
  canAnswer?: boolean;
  canForward?: boolean;
  ended?: boolean;
}

/** Renders the messages; their ids are m1, m2 and so on. */
function show(
  messages: ReadonlyArray<Partial<MessageView>>,
  { canAnswer = true, canForward = true, ended = false }: Shown = {},
) {
  const ids = messages.map((_, index) => `m${index + 1}`);
  const core = new AnsweringCore({
    session: { phase: 'ready' },
    'thread:W1': ids,
    'job:W1': openJob,
    'draft:W1': { epoch: 0, text: '', answered: undefined },
  });
  messages.forEach((message, index) => {
    const localId = `m${index + 1}`;
    core.set(`message:W1:${localId}`, { ...received, ...message, localId });
  });
  const onShow = vi.fn();
  const onForward = vi.fn();
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <Announcer />
        <BeginSelectionContext value={canForward ? onForward : undefined}>
          <MessageActionsProvider protocol="W1" canAnswer={canAnswer} ended={ended} onShow={onShow}>
            {ids.map((id) => (
              <MessageRowContainer key={id} protocol="W1" id={id} customer="Mariana" />
            ))}
          </MessageActionsProvider>
        </BeginSelectionContext>
        <Prepared />
      </TooltipProvider>
    </CoreProvider>,
  );
  return { core, onShow, onForward };
}

const menuButton = () => screen.queryByRole('button', { name: /^Ações da (sua )?mensagem/ });
const openMenu = async (): Promise<void> => {
  const button = menuButton();
  if (button === null) throw new Error('no menu');
  await userEvent.click(button);
};
const uploading = { ...own, media: 'file', delivery: 'sending', text: '' } as const;
const fileContent = (url: string, upload?: number): MessageContentView => ({
  ...nothing,
  attachment: { url, name: 'plano.pdf', size: 3, mimetype: 'application/pdf' },
  upload,
});

test('an upload shows its progress, and its button cancels it [BEY-054]', async () => {
  const { core } = show([{ ...uploading, content: fileContent('/files/1', 0.254) }]);
  const bar = screen.getByRole('progressbar', { name: 'Enviando o arquivo' });
  expect(bar).toHaveAttribute('aria-valuenow', '25');
  act(() => core.set('message:W1:m1', { ...received, ...uploading, content: fileContent('/files/1', 0.9) }));
  expect(bar).toHaveAttribute('aria-valuenow', '90');
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar o envio do arquivo' }));
  expect(core.intents).toEqual([{ area: 'conversation', type: 'cancelUpload', protocol: 'W1', localId: 'm1' }]);
  act(() => core.set('message:W1:m1', { ...own, media: 'file', text: '', content: fileContent('/files/1') }));
  expect(screen.queryByRole('progressbar')).toBeNull();
});

const failedFile = () => {
  const address = addressOf(new File(['pdf'], 'plano.pdf', { type: 'application/pdf' }));
  return { ...uploading, delivery: 'failed', content: fileContent(address) } as const;
};

test('"Editar" of a file that could not be sent brings the file back when the core removes the message', async () => {
  const message = failedFile();
  const { core } = show([message]);
  await userEvent.click(screen.getByRole('button', { name: 'Editar' }));
  expect(core.intents).toEqual([{ area: 'conversation', type: 'editMessage', protocol: 'W1', localId: 'm1' }]);
  expect(screen.getByRole('textbox', { name: 'Composer' })).toHaveFocus();
  // The core asks the server whether the message had arrived.
  act(() => core.set('message:W1:m1', { ...received, ...message, busy: true }));
  expect(screen.getByLabelText('Files')).toHaveTextContent('');
  act(() => core.set('message:W1:m1', undefined));
  expect(screen.getByLabelText('Files')).toHaveTextContent('plano.pdf');
});

test.each([
  ['had arrived', { delivery: 'delivered' }],
  ['could not be asked after', { delivery: 'failed' }],
] as const)('"Editar" of a file whose message %s brings no file', async (_, outcome) => {
  const message = failedFile();
  const { core } = show([message]);
  await userEvent.click(screen.getByRole('button', { name: 'Editar' }));
  act(() => core.set('message:W1:m1', { ...received, ...message, busy: true }));
  act(() => core.set('message:W1:m1', { ...received, ...message, ...outcome }));
  act(() => core.set('message:W1:m1', undefined));
  expect(screen.getByLabelText('Files')).toHaveTextContent('');
});

test('"Editar" brings no file to the next agent of the page', async () => {
  const message = failedFile();
  const { core } = show([message]);
  await userEvent.click(screen.getByRole('button', { name: 'Editar' }));
  act(() => core.set('session', { phase: 'signedOut' }));
  act(() => core.set('message:W1:m1', undefined));
  expect(screen.getByLabelText('Files')).toHaveTextContent('');
});

test('"Editar" of a failed text brings no file', async () => {
  const { core } = show([{ ...own, delivery: 'failed' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Editar' }));
  expect(core.intents).toHaveLength(1);
  expect(screen.getByLabelText('Files')).toHaveTextContent('');
});

const all = ['Responder', 'Encaminhar', 'Copiar texto'];
test.each<[string, Partial<MessageView>, Shown, ReadonlyArray<string>]>([
  ['of the customer', {}, {}, all],
  ['of the bot', { sender: 'bot' }, {}, all],
  ['of the agent, sent', own, {}, all],
  ['of the agent, read', { ...own, delivery: 'read' }, {}, all],
  ['of the agent, on its way', { ...own, delivery: 'sending' }, {}, ['Copiar texto']],
  ['of the agent, failed', { ...own, delivery: 'failed' }, {}, ['Copiar texto']],
  ['without text', { text: '', media: 'sticker' }, {}, ['Responder', 'Encaminhar']],
  ['while the composer is locked', {}, { canAnswer: false }, ['Encaminhar', 'Copiar texto']],
  ['of a channel without forwarding', {}, { canForward: false }, ['Responder', 'Copiar texto']],
  ['of chat', {}, { canAnswer: false, canForward: false }, ['Copiar texto']],
  ['of the system', { sender: 'system', systemKey: 'chatStarted' }, {}, []],
  ['on its way without text', { ...own, delivery: 'sending', text: '', media: 'image' }, {}, []],
])('the menu of a message %s has its entries', async (_, message, where, expected) => {
  show([message], where);
  const isAnswered = expected.includes('Responder');
  expect(screen.queryByRole('button', { name: /^Responder à (sua )?mensagem/ }) !== null).toBe(isAnswered);
  if (expected.length === 0) {
    expect(menuButton()).toBeNull();
    return;
  }
  await openMenu();
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(expected);
});

test.each<[MessageView['sender'], MessageView['delivery'], boolean]>([
  ['customer', 'received', true],
  ['bot', 'received', true],
  ['own', 'sent', true],
  ['colleague', 'delivered', true],
  ['own', 'read', true],
  ['own', 'sending', false],
  ['own', 'failed', false],
  ['system', 'received', false],
])('whether a message of the %s that is %s can be quoted in an answer: %s', (sender, delivery, expected) => {
  expect(isAnswerable({ sender, delivery })).toBe(expected);
});

test.each([
  ['the button beside the message', async () => userEvent.click(screen.getByRole('button', { name: /^Responder à/ }))],
  [
    'the menu',
    async () => {
      await openMenu();
      await userEvent.click(screen.getByRole('menuitem', { name: 'Responder' }));
    },
  ],
])('%s begins an answer in the composer', async (_, answer) => {
  show([{}]);
  await answer();
  expect(screen.getByLabelText('Answered')).toHaveTextContent('m1');
});

test('the button beside the message moves the focus to the composer', async () => {
  show([{}]);
  await userEvent.click(screen.getByRole('button', { name: 'Responder à mensagem de Mariana' }));
  expect(screen.getByLabelText('Composer')).toHaveFocus();
});

test('"Encaminhar" begins the selection with this message', async () => {
  const { onForward } = show([{}]);
  await openMenu();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Encaminhar' }));
  expect(onForward).toHaveBeenCalledExactlyOnceWith('m1');
});

test('"Copiar texto" copies the unchanged text and announces it', async () => {
  const user = userEvent.setup();
  const text = 'Linha 1\n<b>2</b>';
  show([{ text }]);
  const button = menuButton();
  if (button === null) throw new Error('no menu');
  await user.click(button);
  await user.click(screen.getByRole('menuitem', { name: 'Copiar texto' }));
  expect(await navigator.clipboard.readText()).toBe(text);
  expect(await screen.findByText('Texto copiado')).toBeInTheDocument();
});

const answer: Partial<MessageView> = { ...own, text: 'Três dias', content: { ...nothing, answered: quote } };
const openQuote = async (): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name: `Ir para a mensagem de Mariana: ${received.text}` }));

test.each<[string, ReadonlyArray<Partial<MessageView>>, string]>([
  ['the message', [{}, { text: 'Alô?' }, answer], 'm1'],
  ['the nearest of equal messages', [{}, {}, answer, {}], 'm2'],
  ['the message of the same sender', [{}, { ...own, text: received.text }, answer], 'm1'],
  ['the message of the same kind', [{}, { media: 'image' }, answer], 'm1'],
])('a click on a quote shows %s before the answer', async (_, messages, expected) => {
  const { onShow } = show(messages);
  await openQuote();
  expect(onShow).toHaveBeenCalledExactlyOnceWith(expected);
});

test('a click on a quote with an id shows its message, not a nearer one with the same text', async () => {
  const named = { ...answer, content: { ...nothing, answered: { ...quote, id: 'P1.1' } } };
  const { onShow } = show([{ id: 'P1.1' }, { id: 'P1.2' }, named]);
  await openQuote();
  expect(onShow).toHaveBeenCalledExactlyOnceWith('m1');
});

test('a quoted message that is not loaded is announced, and the thread stays', async () => {
  // The second message with the same text, after the answer, is not the quoted one.
  const { onShow } = show([{ text: 'Alô?' }, answer, {}]);
  await openQuote();
  expect(screen.getByText('A mensagem citada não está nesta parte da conversa')).toBeInTheDocument();
  expect(onShow).not.toHaveBeenCalled();
});

test('a message that was not sent before its attendance ended can only be discarded', () => {
  show([{ ...own, delivery: 'failed', text: 'Bom dia' }], { canAnswer: false, ended: true });
  expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Editar' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Descartar' })).toBeInTheDocument();
});

test('a message that the provider refused can be written again if it is a text; a file or template has no action', async () => {
  const refused: MessageView = { ...own, id: 'm|x', delivery: 'failed' };
  const { core } = show([
    { ...refused, text: 'Bom dia' },
    { ...refused, media: 'image', content: fileContent('/api/media/1') },
    { ...refused, content: { ...nothing, template: { name: 'renovacao', buttons: [] } } },
  ]);
  expect(screen.getAllByText('Não foi possível enviar a mensagem')).toHaveLength(3);
  expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Descartar' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Editar' }));
  expect(core.intents).toEqual([{ area: 'conversation', type: 'editMessage', protocol: 'W1', localId: 'm1' }]);
});

test.each(['Tentar de novo', 'Descartar'])(
  'after "%s" the focus is in the composer, and the button is disabled and then removed',
  async (name) => {
    const { core } = show([{ ...own, delivery: 'failed' }]);
    screen.getByRole('button', { name }).focus();
    await userEvent.keyboard('{Enter}');
    act(() => core.set('message:W1:m1', { ...own, delivery: 'failed', busy: true }));
    expect(core.intents).toHaveLength(1);
    expect(screen.getByRole('textbox', { name: 'Composer' })).toHaveFocus();
  },
);

test.each([
  ['whatsapp.media.tooLarge', false],
  ['whatsapp.media.typeNotAllowed', false],
  ['whatsapp.outgoing.typesOfWhatsApp', false],
  ['whatsapp.outgoing.tooLarge', false],
  ['whatsapp.template.onlyImages', false],
  ['whatsapp.media.uploadFailed', true],
])('a message that can never be sent as it is offers no other attempt: %s', (key, again) => {
  const failed = { ...own, delivery: 'failed', failure: { key, params: { max: 16 }, fallback: undefined } };
  render(
    <CoreProvider core={new FakeCore({ 'message:W1:m1': failed })}>
      <TooltipProvider>
        <MessageRowContainer protocol="W1" id="m1" customer="Mariana" />
      </TooltipProvider>
    </CoreProvider>,
  );
  expect(screen.queryByRole('button', { name: 'Tentar de novo' }) !== null).toBe(again);
  expect(screen.getByRole('button', { name: 'Editar' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Descartar' })).toBeInTheDocument();
});
