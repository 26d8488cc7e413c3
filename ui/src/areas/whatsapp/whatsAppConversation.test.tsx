// Tests of the WhatsApp conversation: the composer by the core's state, the marks in the header's menu, and the text that is kept while the composer
// is locked.
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { JobView, WhatsAppJobView } from 'core-wasm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { freeComposer, openJob as job, prepareDesk } from '../../../test/whatsappDesk';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { useShortcutListener } from '../../shared/shortcuts';
import { WhatsAppConversation } from './WhatsAppConversation';

beforeEach(prepareDesk);
afterEach(() => vi.unstubAllGlobals());

const free: WhatsAppJobView = { ...freeComposer, window: { state: 'expired' } };

function show(view: Partial<WhatsAppJobView>, more: Partial<JobView> = {}, row: object = {}, slices: object = {}) {
  const core = new FakeCore({
    'whatsappJob:W1': { ...free, ...view },
    'jobRow:W1': { protocol: 'W1', channel: 'whatsapp', unread: 0, disabled: false, ...row },
    'draft:W1': { epoch: 0, text: 'Segue a proposta' },
    preferences: { sendWith: 'enter', hiddenChannels: [] },
    channels: { items: [{ channel: 'whatsapp', status: 'disconnected' }] },
    ...slices,
  });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <WhatsAppConversation protocol="W1" job={{ ...job, ...more }} contextOpen={false} onToggleContext={vi.fn()} />
      </TooltipProvider>
    </CoreProvider>,
  );
  return core;
}
const field = () => screen.queryByRole('textbox', { name: /^Mensagem para/ });

function ShortcutListener() {
  useShortcutListener(true);
  return null;
}

test('the key of the gallery opens and closes it', async () => {
  const core = show({});
  render(<ShortcutListener />);
  const press = () => fireEvent.keyDown(document.body, { code: 'KeyM', altKey: true, shiftKey: true });
  press();
  expect(await screen.findByRole('tab', { name: 'Fotos e vídeos' })).toBeInTheDocument();
  expect(core.intents).toContainEqual({ area: 'whatsapp', type: 'openMedia', protocol: 'W1' });
  press();
  expect(screen.queryByRole('tab', { name: 'Fotos e vídeos' })).toBeNull();
});

describe.each<[WhatsAppJobView['composer'], Partial<JobView>, string, string | null]>([
  ['templateFirst', {}, 'A janela de 24 h expirou', 'Escolher modelo'],
  ['waitingAnswer', {}, 'Aguardando resposta', 'Enviar outro modelo'],
  ['ended', { composer: 'closed', disabled: true }, 'Atendimento finalizado', 'Qualificar'],
  ['channelDisconnected', { composer: 'channelDisconnected' }, 'Canal WhatsApp desconectado', 'Conectar'],
  ['numberNotExists', {}, 'O número de Whatsapp não existe', null],
  ['routeDisconnected', {}, 'O número de Whatsapp está desconectado', null],
])('while the composer state is %s', (composer, more, title, action) => {
  test('the locked composer says why the agent cannot write', () => {
    show({ composer }, more);
    expect(field()).toBeNull();
    const lock = document.getElementById('composer');
    expect(lock).toHaveTextContent(title);
    expect(lock?.querySelector('button')?.textContent ?? null).toBe(action);
  });
});

const message = { localId: 's1', sender: 'own', senderName: '', senderInitials: '', senderColor: '', text: 'Olá' };
const nothingBefore = { items: [], loading: false, failed: false, complete: true };
test.each<[string, object, string, boolean]>([
  ['nobody has ever written', { 'earlierMessages:W1': nothingBefore }, 'Comece com um modelo', false],
  ['it is not known whether there are messages before', {}, 'A janela de 24 h expirou', true],
  [
    'messages before are still loaded',
    { 'earlierMessages:W1': { ...nothingBefore, complete: false, loading: true } },
    'A janela de 24 h expirou',
    true,
  ],
  [
    'somebody has written',
    { 'earlierMessages:W1': nothingBefore, 'thread:W1': ['s1'], 'message:W1:s1': message },
    'A janela de 24 h expirou',
    true,
  ],
])('where %s, composer and header show the state of the conversation window', (_, slices, title, hasWindow) => {
  show({ composer: 'templateFirst' }, {}, {}, slices);
  expect(document.getElementById('composer')).toHaveTextContent(title);
  expect(screen.getByRole('button', { name: 'Escolher modelo' })).toBeInTheDocument();
  expect(screen.queryByText('janela expirada') !== null).toBe(hasWindow);
});

test('without templates to choose, the composer of an expired window says that the customer’s answer is awaited', () => {
  show({ composer: 'templateFirst' }, { metaType: 'instagram' });
  expect(screen.getByText(/^Você volta a escrever quando o cliente responder/)).toBeInTheDocument();
  expect(screen.queryByText(/modelo/)).toBeNull();
});

test('the draft is kept while the composer is locked, and shown again when it is unlocked', () => {
  const core = show({ composer: 'templateFirst' });
  expect(screen.getByText(/^Seu texto está guardado/)).toBeInTheDocument();
  act(() => core.set('whatsappJob:W1', { ...free, composer: 'free', window: { state: 'none' } }));
  expect(field()).toHaveValue('Segue a proposta');
});

test('a number that is not registered with the provider can be registered [WAP-046]', async () => {
  const core = show({ optInNeeded: true });
  expect(field()).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Habilitar número' }));
  expect(core.intents).toContainEqual({ area: 'whatsapp', type: 'optIn', protocol: 'W1' });
  act(() => core.set('whatsappJob:W1', { ...free, optInNeeded: true, busy: true }));
  expect(screen.getByRole('button', { name: 'Habilitar número' })).toHaveAttribute('aria-busy', 'true');
});

test('[BEY-157] the header shows the window, and the route only in its tooltip', () => {
  show({ window: { state: 'expired' } });
  expect(screen.getByText('janela expirada').parentElement).toHaveAttribute(
    'title',
    'Janela de 24 h do WhatsApp · rota (11) 4002-8922',
  );
  expect(screen.queryByText(/rota/)).toBeNull();
});

test.each([
  ['Copiar número', undefined, '5511981237740', '+55 (11) 98123-7740'],
  ['Copiar perfil', 'instagram', 'studiobellapele', 'studiobellapele'],
] as const)(
  '[BEY-157] %s copies what the customer is known by on the network, whether or not a contact is registered',
  async (label, metaType, contactIdentifier, copied) => {
    const user = userEvent.setup();
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    show({}, { metaType, contactIdentifier, registered: false });
    await user.click(screen.getByRole('button', { name: label }));
    await user.click(screen.getByRole('button', { name: 'Mais ações' }));
    await user.click(screen.getByRole('menuitem', { name: label }));
    expect(write.mock.calls).toEqual([[copied], [copied]]);
  },
);

test('[BEY-157] the transfer has a button in the header and is not in the menu', async () => {
  show({});
  await userEvent.click(screen.getByRole('button', { name: 'Mais ações' }));
  expect(screen.queryByRole('menuitem', { name: 'Transferir' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Transferir' })).toBeInTheDocument();
});

test('an ended attendance is shown in the same way with an open and an expired window', () => {
  show({ composer: 'ended' }, { composer: 'closed', disabled: true });
  expect(screen.queryByText('janela expirada')).toBeNull();
});

test.each([
  ['Fixar', {}, { type: 'pin', pinned: true }],
  ['Desafixar', { pinned: true }, { type: 'pin', pinned: false }],
  ['Marcar como não lida', {}, { type: 'markUnread', unread: true }],
  ['Marcar como lida', { markedUnread: true }, { type: 'markUnread', unread: false }],
  ['Marcar como lida', { unread: 3 }, { type: 'markUnread', unread: false }],
])('%s in the menu of the header sends its intent [JOB-027] [JOB-028]', async (label, row, intent) => {
  const core = show({}, {}, row);
  await userEvent.click(screen.getByRole('button', { name: 'Mais ações' }));
  await userEvent.click(screen.getByRole('menuitem', { name: label }));
  expect(core.intents).toContainEqual({ area: 'whatsapp', protocol: 'W1', ...intent });
});

const renewal = {
  id: 't1',
  name: 'renovacao_contrato',
  language: 'pt_BR',
  category: '',
  header: '',
  body: 'Olá, {{1}}! Seu contrato vence em {{2}}. Não responda {{9}}.',
  footer: 'Vendas',
  buttons: ['Quero renovar'],
  variables: ['nome', ''],
};

test.each<[JobView['metaType'], boolean]>([
  ['whatsapp', true],
  ['instagram', false],
])('the open composer of %s has templates: %s', async (metaType, offered) => {
  const core = show({}, { metaType });
  const button = screen.queryByRole('button', { name: 'Modelos de mensagem' });
  expect(button !== null).toBe(offered);
  if (button === null) return;
  await userEvent.click(button);
  expect(core.intents).toContainEqual({ area: 'whatsapp', type: 'loadTemplates', protocol: 'W1' });
});

test('the agent chooses a template, fills its variables and sends it [WAP-097]', async () => {
  const core = show({ composer: 'templateFirst' });
  await userEvent.click(screen.getByRole('button', { name: 'Escolher modelo' }));
  expect(core.intents).toContainEqual({ area: 'whatsapp', type: 'loadTemplates', protocol: 'W1' });
  act(() =>
    core.set('templates:W1', {
      state: 'ready',
      items: [renewal, { ...renewal, id: 't2', name: 'saudacao', body: 'Olá' }],
    }),
  );
  await userEvent.type(screen.getByRole('searchbox', { name: 'Buscar modelo' }), 'RENOVAÇÃO');
  expect(screen.queryByRole('radio', { name: /saudacao/ })).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: /Renovacao contrato/ }));
  const send = () => screen.getByRole('button', { name: 'Enviar modelo' });
  expect(send()).toHaveAttribute('aria-disabled', 'true');
  await userEvent.type(screen.getByRole('textbox', { name: 'Nome' }), ' Ana ');
  expect(screen.getByRole('region', { name: 'Prévia' })).toHaveTextContent(
    'Seu contrato vence em [2]. Não responda {{9}}.',
  );
  await userEvent.type(screen.getByRole('textbox', { name: 'Variável 2' }), '01/12');
  await userEvent.click(send());
  expect(core.intents).toContainEqual({
    area: 'whatsapp',
    type: 'sendTemplate',
    protocol: 'W1',
    templateId: 't1',
    variables: ['Ana', '01/12'],
  });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('sending a template scrolls the thread to its end, and the template is not counted as a new message', async () => {
  const core = show({ composer: 'templateFirst' });
  act(() => {
    core.set('thread:W1', ['m1', 'm2']);
    core.set('templates:W1', { state: 'ready', items: [{ ...renewal, body: 'Olá', variables: [] }] });
  });
  const log = screen.getByRole('log');
  vi.spyOn(log, 'scrollHeight', 'get').mockReturnValue(4000);
  log.scrollTop = 1000;
  fireEvent.scroll(log);
  expect(screen.getByRole('button', { name: 'Ir para o fim' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Escolher modelo' }));
  await userEvent.click(screen.getByRole('radio', { name: /Renovacao contrato/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Enviar modelo' }));
  expect(log.scrollTop).toBe(4000);
  act(() => core.set('thread:W1', ['m1', 'm2', 'm3']));
  expect(screen.queryByRole('button', { name: /^Ir para o fim/ })).toBeNull();
});

test('templates that could not be loaded are requested again', async () => {
  const core = show({ composer: 'templateFirst' });
  await userEvent.click(screen.getByRole('button', { name: 'Escolher modelo' }));
  act(() => core.set('templates:W1', { state: 'failed', items: [] }));
  const requests = () => core.intents.filter(({ type }) => type === 'loadTemplates').length;
  const before = requests();
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(requests()).toBe(before + 1);
});

test('a template is listed by its readable name and its first line; the name of the provider is in the tooltip', async () => {
  const core = show({ composer: 'templateFirst' });
  await userEvent.click(screen.getByRole('button', { name: 'Escolher modelo' }));
  const english = { ...renewal, id: 't3', language: 'en', body: 'Hello, {{1}}!' };
  act(() => core.set('templates:W1', { state: 'ready', items: [{ ...renewal, name: 'oi' }, renewal, english] }));
  const [only, one, other] = screen.getAllByRole('radio');
  expect(only).toHaveTextContent('OiOlá, [nome]! Seu contrato vence em [2]. Não responda {{9}}.');
  expect(one).toHaveTextContent('Renovacao contratopt_BR · Olá, [nome]!');
  expect(one).toHaveAttribute('title', 'renovacao_contrato · pt_BR');
  expect(other).toHaveTextContent('Renovacao contratoen · Hello, [nome]!');
});
