// Start, forward and reopen: the dialogs with the core's slices and intents.
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { WhatsAppView } from 'core-wasm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { freeComposer, openJob as job, prepareDesk } from '../../../test/whatsappDesk';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { StartButtonContainer } from './StartButtonContainer';
import { fullNumber, isNumber, sentNumber, writtenNumber } from './startNumber';
import { WhatsAppConversation } from './WhatsAppConversation';

beforeEach(prepareDesk);
afterEach(() => vi.unstubAllGlobals());

const whatsapp: WhatsAppView = {
  campaignsState: 'ready',
  campaigns: [
    { id: '31', name: 'Renovação' },
    { id: '32', name: 'Cobrança' },
  ],
  defaultCampaign: '31',
  routesOf: '31',
  routes: [
    { id: '1', name: 'Vendas' },
    { id: '2', name: 'Suporte' },
  ],
  beginning: false,
  awaited: 0,
  beginRefusal: undefined,
};
const refused = (id: number, key: string) => ({ items: [{ id, type: 'error', body: { key }, time: 0 }] });
const found = {
  contact: { state: 'found', contact: { id: 'c1', name: 'Rui Prado', whatsappIdentifier: '5511955550102' } },
};

async function openStart(more: Record<string, unknown> = {}) {
  const foundContacts = { text: '', pending: false, failed: false, contacts: [] };
  const core = new FakeCore({ whatsapp, foundContacts, snackbars: { items: [] }, voice: { enabled: false }, ...more });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <StartButtonContainer />
      </TooltipProvider>
    </CoreProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Novo' }));
  return core;
}
const number = () => screen.getByRole('textbox', { name: /Número do WhatsApp/ });
const begin = () => userEvent.click(screen.getByRole('button', { name: 'Iniciar' }));
const dialog = () => screen.queryByRole('dialog');

test('a number in any notation, the campaign and the route begin the attendance, which closes the dialog when it opens [WAP-073]', async () => {
  const core = await openStart();
  expect(core.intents).toContainEqual({ area: 'whatsapp', type: 'loadCampaigns' });
  expect(core.intents).toContainEqual({ area: 'whatsapp', type: 'loadRoutes', campaignId: '31' });
  await userEvent.type(number(), '+55 (11) 95555-0101');
  expect(screen.getByText('Número: +55 (11) 95555-0101')).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rota' }), 'Suporte');
  core.dispatch = (intent) => {
    core.intents.push(intent);
    if (intent.type === 'begin') core.set('whatsapp', { ...whatsapp, beginning: true });
  };
  await begin();
  expect(core.intents.at(-1)).toEqual({
    area: 'whatsapp',
    type: 'begin',
    phone: '5511955550101',
    contactId: '',
    campaignId: '31',
    routeId: '2',
  });
  expect(screen.getByRole('button', { name: 'Iniciar' })).toHaveAttribute('aria-busy', 'true');
  act(() => core.set('whatsapp', { ...whatsapp, awaited: 1 }));
  expect(dialog()).toBeInTheDocument();
  act(() => core.set('whatsapp', whatsapp));
  expect(dialog()).toBeNull();
});

test('closing the start dialog cancels a pending start in the core, and a completed one not', async () => {
  const core = await openStart();
  await userEvent.type(number(), '5511955550101');
  core.dispatch = (intent) => {
    core.intents.push(intent);
    if (intent.type === 'begin') core.set('whatsapp', { ...whatsapp, beginning: true });
  };
  await begin();
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(core.intents).toContainEqual({ area: 'whatsapp', type: 'leaveBegin' });
  act(() => core.set('whatsapp', whatsapp));
  await userEvent.click(screen.getByRole('button', { name: 'Novo' }));
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(core.intents.filter(({ type }) => type === 'leaveBegin')).toHaveLength(1);
});

test('while campaigns are loading or could not be loaded, the dialog does not say that there are none', async () => {
  const core = await openStart({ whatsapp: { ...whatsapp, campaigns: [], campaignsState: 'loading' } });
  expect(screen.getByRole('status')).toHaveTextContent('Carregando as campanhas…');
  act(() => core.set('whatsapp', { ...whatsapp, campaigns: [], campaignsState: 'failed' }));
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(core.intents.at(-1)).toEqual({ area: 'whatsapp', type: 'loadCampaigns' });
  act(() => core.set('whatsapp', { ...whatsapp, campaigns: [], campaignsState: 'ready' }));
  expect(screen.getByText('Você não tem campanhas de WhatsApp', { exact: false })).toBeInTheDocument();
});

test('a number with fewer than twelve digits is not sent [WAP-071]', async () => {
  const core = await openStart();
  await userEvent.type(number(), '55 11 95555-01');
  await begin();
  expect(number()).toHaveAccessibleDescription('Escreva o número com DDD, por exemplo 11 98765-4321');
  expect(core.intents.some(({ type }) => type === 'begin')).toBe(false);
  await userEvent.type(number(), '01');
  expect(number()).not.toHaveAttribute('aria-invalid');
});

test('the dialog shows the cause of a refusal and keeps the number [WAP-088]', async () => {
  const core = await openStart({ snackbars: refused(4, 'whatsapp.pin.failed') });
  core.dispatch = (intent) => {
    if (intent.type === 'begin') core.set('snackbars', refused(5, 'whatsapp.start.clientOnBot'));
  };
  await userEvent.type(number(), '5511955550101');
  await begin();
  expect(screen.getByRole('alert')).toHaveTextContent('O cliente está em atendimento com o bot');
  act(() => core.set('snackbars', { items: [] }));
  expect(screen.getByRole('alert')).toHaveTextContent('O cliente está em atendimento com o bot');
  expect(number()).toHaveValue('5511955550101');
  expect(number()).toHaveFocus();
});

test('a contact of an attendance can be chosen instead of a number', async () => {
  const core = await openStart({ 'jobOrder:active': ['V1'], 'contact:V1': found });
  await userEvent.click(screen.getByRole('radio', { name: 'Contato' }));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Buscar contato' }), 'prádo');
  await userEvent.click(screen.getByRole('radio', { name: /Rui Prado/ }));
  await begin();
  expect(core.intents).toContainEqual({
    area: 'whatsapp',
    type: 'begin',
    phone: '',
    contactId: 'c1',
    campaignId: '31',
    routeId: '',
  });
});

test('a contact of an attendance is found by a part of its number', async () => {
  await openStart({ 'jobOrder:active': ['V1'], 'contact:V1': found });
  await userEvent.click(screen.getByRole('radio', { name: 'Contato' }));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Buscar contato' }), '5550102');
  expect(screen.getByRole('radio', { name: /Rui Prado/ })).toBeInTheDocument();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Buscar contato' }), '9');
  expect(screen.queryByRole('radio', { name: /Rui Prado/ })).toBeNull();
});

test('a contact that the server finds can be chosen', async () => {
  const core = await openStart();
  await userEvent.click(screen.getByRole('radio', { name: 'Contato' }));
  expect(screen.getByText('Busque pelo nome ou pelo número')).toBeInTheDocument();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Buscar contato' }), 'livia');
  expect(core.intents.at(-1)).toEqual({ area: 'contacts', type: 'findContacts', text: 'livia' });
  const livia = { id: 'c9', name: 'Lívia', whatsappIdentifier: '5551955550105' };
  const withoutNumber = { id: 'c8', name: 'Lívia sem número', whatsappIdentifier: '' };
  act(() =>
    core.set('foundContacts', { text: 'livia', pending: false, failed: false, contacts: [livia, withoutNumber] }),
  );
  await userEvent.click(screen.getByRole('radio', { name: /^Lívia/ }));
  await begin();
  expect(core.intents).toContainEqual(expect.objectContaining({ type: 'begin', phone: '', contactId: 'c9' }));
});

test('the default campaign is chosen and removed [WAP-104]', async () => {
  const core = await openStart();
  const box = () => screen.getByRole('checkbox', { name: 'Usar como campanha padrão' });
  expect(box()).toBeChecked();
  await userEvent.click(box());
  expect(core.intents.at(-1)).toEqual({ area: 'whatsapp', type: 'setDefaultCampaign', campaignId: '' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Campanha' }), 'Cobrança');
  expect(box()).not.toBeChecked();
  expect(screen.queryByRole('combobox', { name: 'Rota' })).toBeNull();
  await userEvent.click(box());
  expect(core.intents.at(-1)).toEqual({ area: 'whatsapp', type: 'setDefaultCampaign', campaignId: '32' });
});

test.each([
  ['5511955550101', '+55 (11) 95555-0101'],
  ['551138425510', '+55 (11) 3842-5510'],
  ['351912345678', '+351912345678'],
])('the number %s is shown as %s', (digits, expected) => expect(writtenNumber(digits)).toBe(expected));

test.each([
  ['+55 (11) 5555-010', undefined, '55115555010'],
  ['+55 (11) 95555-0101', '5511955550101', '5511955550101'],
  ['(11) 95555-0101', '5511955550101', '11955550101'],
  ['011 95555-0101', '5511955550101', '011955550101'],
  ['0055 11 95555-0101', '5511955550101', '5511955550101'],
  ['+1 212 555-0123', '12125550123', '+12125550123'],
  ['95555-0101', undefined, '955550101'],
  ['55 11 95555-01', undefined, '55119555501'],
])('the typed number %s means %s and is sent as %s [BEY-164]', (typed, full, sent) => {
  expect(fullNumber(typed, 'BR')).toBe(full);
  expect(isNumber(typed, 'BR')).toBe(full !== undefined);
  expect(sentNumber(typed, 'BR')).toBe(sent);
});

test.each([
  ['912 345 678', undefined, true, '912345678'],
  ['+351 912 345 678', '351912345678', true, '+351912345678'],
  ['011 15 2345-6789', undefined, true, '0111523456789'],
  ['+55 (11) 95555-0101', '5511955550101', true, '+5511955550101'],
  ['112', undefined, false, '112'],
])('in a centre elsewhere the typed number %s means %s [BEY-164]', (typed, full, enough, sent) => {
  expect(fullNumber(typed, 'PT')).toBe(full);
  expect(isNumber(typed, 'PT')).toBe(enough);
  expect(sentNumber(typed, 'PT')).toBe(sent);
});

test('the field of a number says how numbers are written where the centre is [BEY-164]', async () => {
  const core = await openStart({ session: { agent: { numberCountry: 'PT' } } });
  expect(number()).toHaveAccessibleDescription('Como se escreve no país, ou com + e o código do país');
  await userEvent.type(number(), '112');
  await begin();
  expect(number()).toHaveAccessibleDescription('Escreva o número inteiro, ou com + e o código do país');
  expect(core.intents.some(({ type }) => type === 'begin')).toBe(false);
  await userEvent.clear(number());
  await userEvent.type(number(), '912 345 678');
  await begin();
  expect(core.intents).toContainEqual(expect.objectContaining({ type: 'begin', phone: '912345678' }));
});

const message = (localId: string, more: object = {}) => ({
  localId,
  sender: 'customer',
  senderName: 'Mariana',
  senderInitials: 'M',
  senderColor: '#B1508D',
  text: `texto ${localId}`,
  delivery: 'received',
  busy: false,
  dayStart: false,
  groupStart: true,
  groupEnd: true,
  newFromHere: false,
  forwarded: false,
  ...more,
});

function showConversation(more: Record<string, unknown> = {}, ended = false) {
  const core = new FakeCore({
    'whatsappJob:W1': freeComposer,
    'jobRow:W1': { protocol: 'W1', channel: 'whatsapp', unread: 0, disabled: ended },
    'job:W1': job,
    'draft:W1': { epoch: 0, text: '' },
    'thread:W1': ['m1', 'm2', 'm3'],
    'message:W1:m1': message('m1'),
    'message:W1:m2': message('m2', { sender: 'own', delivery: 'sending' }),
    'message:W1:m3': message('m3'),
    'jobOrder:active': ['W1', 'W2', 'W3', 'C1'],
    'jobRow:W2': { protocol: 'W2', name: 'Rui Prado', queue: 'Vendas', disabled: false },
    'whatsappJob:W2': freeComposer,
    'jobRow:W3': { protocol: 'W3', name: 'Sônia', queue: 'Vendas', disabled: false },
    'whatsappJob:W3': { ...freeComposer, composer: 'templateFirst' },
    'jobRow:C1': { protocol: 'C1', name: 'Do chat', queue: 'Site', disabled: false },
    preferences: { sendWith: 'enter', hiddenChannels: [] },
    channels: { items: [] },
    snackbars: { items: [] },
    ...more,
  });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <WhatsAppConversation
          protocol="W1"
          job={{ ...job, disabled: ended, composer: ended ? 'closed' : 'open' }}
          contextOpen={false}
          onToggleContext={vi.fn()}
        />
      </TooltipProvider>
    </CoreProvider>,
  );
  return core;
}
async function choose(entry: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Mais ações' }));
  await userEvent.click(screen.getByRole('menuitem', { name: entry }));
}
const flow = (selected: ReadonlyArray<string>, open = false) => ({
  protocol: 'W1',
  selected,
  dialog: open,
  targets: open ? ['W3', 'W2'] : [],
});

test('only messages that the server has can be selected for forwarding [WAP-052]', async () => {
  const core = showConversation();
  await choose('Encaminhar mensagens');
  const boxes = screen.getAllByRole('checkbox');
  expect(boxes.map((box) => box.getAttribute('aria-label'))).toEqual([
    'Selecionar a mensagem de Mariana, texto m1',
    'Selecionar a mensagem de Mariana, texto m3',
  ]);
  await userEvent.click(screen.getByRole('checkbox', { name: /m3$/ }));
  expect(core.intents.at(-1)).toEqual({ area: 'whatsapp', type: 'selectForward', protocol: 'W1', localId: 'm3' });
  act(() => core.set('forward', flow(['m3'])));
  expect(screen.getByRole('checkbox', { name: /m3$/ })).toBeChecked();
  expect(screen.getByRole('region', { name: 'Mensagens selecionadas' })).toHaveTextContent('1 mensagem selecionada');
  await userEvent.keyboard('{Escape}');
  expect(core.intents.at(-1)).toEqual({ area: 'whatsapp', type: 'closeForward' });
});

test('messages can be forwarded to other open attendances of WhatsApp, and the result is shown with a link to the attendance [WAP-053]', async () => {
  const core = showConversation({ forward: flow(['m1', 'm3'], true) });
  const open = within(screen.getByRole('dialog', { name: 'Encaminhar 2 mensagens' }));
  expect(open.getAllByRole('radio').map(({ textContent }) => textContent)).toEqual([
    'Rui PradoVendas',
    'Sôniajanela expirada',
  ]);
  expect(open.getByRole('radio', { name: /Sônia/ })).toBeDisabled();
  core.dispatch = (intent) => {
    core.intents.push(intent);
    if (intent.type === 'forwardTo') core.set('forward', undefined);
  };
  await userEvent.click(open.getByRole('radio', { name: /Rui/ }));
  await userEvent.click(open.getByRole('button', { name: 'Encaminhar' }));
  expect(core.intents).toContainEqual({ area: 'whatsapp', type: 'forwardTo', protocol: 'W2' });
  // The other conversation opens at its end, where the message is.
  expect(core.intents).toContainEqual({ area: 'jobs', type: 'scrollChanged', protocol: 'W2', scrollTop: 0 });
  expect(screen.getByText('2 mensagens encaminhadas para Rui Prado')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Abrir' }));
  expect(core.intents.at(-1)).toEqual({ area: 'jobs', type: 'openJob', protocol: 'W2' });
});

test('a refused forward keeps the dialog open and says why [WAP-054]', async () => {
  const core = showConversation({ forward: flow(['m1'], true) });
  core.dispatch = (intent) => {
    if (intent.type === 'forwardTo') core.set('snackbars', refused(1, 'whatsapp.window.waitingAnswer'));
  };
  await userEvent.click(screen.getByRole('radio', { name: /Rui/ }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Encaminhar' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Aguarde a resposta do cliente ou envie outro modelo.');
});

test('an ended attendance is reopened and not transferred [WAP-050] [JOB-018]', async () => {
  const core = showConversation({}, true);
  await userEvent.click(screen.getByRole('button', { name: 'Mais ações' }));
  expect(screen.queryByRole('menuitem', { name: 'Transferir' })).toBeNull();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Reabrir' }));
  expect(core.intents.at(-1)).toEqual({ area: 'whatsapp', type: 'reopen', protocol: 'W1' });
});
