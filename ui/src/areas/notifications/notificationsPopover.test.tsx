// Tests of the requests to the core when the agent reads, opens and discards notifications.
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { NoticeView } from 'core-wasm';
import { beforeEach, expect, test } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { NotificationsPopoverContainer } from './NotificationsPopoverContainer';

beforeEach(() => startI18n('pt-BR'));

const notice = (id: string, kind: NoticeView['kind'], more: Partial<NoticeView> = {}): NoticeView =>
  ({
    ...{ id, kind, title: { key: 'notifications.system', params: {} }, body: undefined, count: 1, time: 0 },
    ...{ protocol: '', read: false, customers: [] },
    ...more,
  }) as Partial<NoticeView> as NoticeView;

async function open(...items: NoticeView[]) {
  const core = new FakeCore({
    notifications: { unread: items.filter(({ read }) => !read).length, items },
    channels: { items: [{ channel: 'voice' }] },
  });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <NotificationsPopoverContainer />
      </TooltipProvider>
    </CoreProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: /^Notificações/ }));
  await screen.findByRole('dialog');
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  return { core, press };
}

test('a notification is marked as read, and a read one as unread', async () => {
  const { core, press } = await open(notice('n1', 'system'), notice('n2', 'pause', { read: true }));
  await press('Marcar como lida');
  await press('Marcar como não lida');
  expect(core.intents).toEqual([
    { area: 'notifications', type: 'notificationRead', id: 'n1', read: true },
    { area: 'notifications', type: 'notificationRead', id: 'n2', read: false },
  ]);
});

test('all notifications are marked as read, and an unsent text is discarded', async () => {
  const { core, press } = await open(notice('u1', 'unsent', { body: 'Segue o boleto' }));
  await press('Marcar todas como lidas');
  await press('Descartar texto');
  expect(core.intents).toEqual([
    { area: 'notifications', type: 'notificationsReadAll' },
    { area: 'notifications', type: 'notificationDismissed', id: 'u1' },
  ]);
});

test('an opened notification is marked as read, and its attendance is opened if it has one', async () => {
  const { core, press } = await open(
    notice('n1', 'message', {
      title: { key: 'notifications.message', params: { name: 'Ana' }, fallback: undefined },
      protocol: 'C1',
    }),
    notice('n2', 'system'),
  );
  await press('Aviso do sistema');
  await press('Nova mensagem de Ana');
  expect(core.intents).toEqual([
    { area: 'notifications', type: 'notificationRead', id: 'n2', read: true },
    { area: 'notifications', type: 'notificationRead', id: 'n1', read: true },
    { area: 'notifications', type: 'openCustomer', protocol: 'C1', contactId: '' },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

const customer = (protocol: string, name: string) => ({
  protocol,
  contactId: '',
  name,
  initials: 'X',
  color: '#517693',
});
const ended = (...names: string[]): NoticeView =>
  notice('n1', 'ended', {
    title: { key: 'notifications.ended', params: { count: String(names.length) }, fallback: undefined },
    count: names.length,
    customers: names.map((name, index) => customer(`P${index}`, name)),
  });

test('an entry about one customer names the customer and opens the conversation by click and Enter [BEY-152]', async () => {
  const { core } = await open(ended('Paula Barreto'));
  const row = await screen.findByRole('button', { name: /^Paula Barreto\s*Encerrou a conversa\s*Abrir$/ });
  act(() => row.focus());
  await userEvent.keyboard('{Enter}');
  expect(core.intents).toEqual([
    { area: 'notifications', type: 'notificationRead', id: 'n1', read: true },
    { area: 'notifications', type: 'openCustomer', protocol: 'P0', contactId: '' },
  ]);
});

test('an entry about several customers has three names and "+2", and each name opens its conversation [BEY-152]', async () => {
  const names = ['Paula', 'Davi', 'Elisa', 'Otávio', 'Lívia'];
  const { core, press } = await open(ended(...names));
  expect(await screen.findByText('5 clientes encerraram a conversa')).toBeInTheDocument();
  const shown = () => names.filter((name) => screen.queryByRole('button', { name: `Abrir ${name}` }) !== null);
  expect(shown()).toEqual(['Paula', 'Davi', 'Elisa']);
  await press('Mostrar mais 2 nomes');
  expect(shown()).toEqual(names);
  await press('Abrir Lívia');
  expect(core.intents).toContainEqual({
    area: 'notifications',
    type: 'openCustomer',
    protocol: 'P4',
    contactId: '',
  });
});

test('an entry about a note that mentions the agent leads to the note', async () => {
  const title = { key: 'notifications.mention', params: { agent: 'Ana Souza' }, fallback: undefined };
  const { core } = await open(notice('n1', 'mention', { title, customers: [customer('P2', 'Paula Barreto')] }));
  const row = await screen.findByRole('button', {
    name: /^Paula Barreto\s*Ana Souza mencionou você\s*Ler a nota$/,
  });
  await userEvent.click(row);
  expect(core.intents.at(-1)).toEqual({ area: 'notifications', type: 'openCustomer', protocol: 'P2', contactId: '' });
});

const call = (key: string, phone = '5511955550101'): NoticeView =>
  notice('n1', 'warning', { title: { key, params: { phone }, fallback: undefined } });

test('a missed call can be called back: the notice is read and the form opens with the number', async () => {
  const { core, press } = await open(call('callLost'));
  await press('Ligar de volta para +55 (11) 95555-0101');
  expect(core.intents).toEqual([
    { area: 'notifications', type: 'notificationRead', id: 'n1', read: true },
    { area: 'shell', type: 'openFastTrigger', phone: '5511955550101', name: '', channel: 'voice' },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  ['a call that was received', call('callReceived')],
  ['a missed call without a number', call('callLost', '')],
])('%s has no action to call back', async (_, item) => {
  await open(item);
  expect(await screen.findByText(/^Chamada (recebida|perdida):/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Ligar de volta/ })).toBeNull();
});
