// The panel of notifications: unsent texts apart from the notifications, the filter, and read or unread.
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { NotificationsPanel } from './NotificationsPanel';
import type { NotificationsFilter, NotificationsKind, NotificationView } from './notificationViews';

beforeEach(() => startI18n('pt-BR'));

const time = new Date(2026, 10, 20, 14, 20).getTime();
const unsent: NotificationView = {
  id: 'u1',
  type: 'unsent',
  text: 'Texto não enviado para Ana',
  body: 'Segue o boleto',
  time,
  read: false,
};
const message: NotificationView = { id: 'n1', type: 'message', text: 'Nova mensagem de Ana', time, read: false };
const pause: NotificationView = { id: 'n2', type: 'pause', text: 'Pausa Almoço em Chat', time, read: true };

function show(notifications: ReadonlyArray<NotificationView>) {
  const onToggleRead = vi.fn();
  function Panel() {
    const [filter, setFilter] = useState<NotificationsFilter>('all');
    const [kind, setKind] = useState<NotificationsKind>('all');
    return (
      <NotificationsPanel
        notifications={() => notifications}
        unread={notifications.filter(({ read }) => !read).length}
        onToggleRead={onToggleRead}
        onReadAll={vi.fn()}
        onDiscard={vi.fn()}
        unsentFiles={[]}
        onDiscardFile={vi.fn()}
        kind={kind}
        onKindChange={setKind}
        filter={filter}
        onFilterChange={setFilter}
      />
    );
  }
  render(
    <TooltipProvider>
      <Panel />
    </TooltipProvider>,
  );
  return { onToggleRead };
}

const rows = () =>
  within(screen.getByRole('list', { name: 'Notificações' }))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('[class*="what"]')?.textContent);

test('an unsent text is listed in its own section only', () => {
  show([unsent, message, pause]);
  const section = screen.getByRole('region', { name: 'Não enviadas' });
  expect(section).toHaveTextContent('Segue o boleto');
  expect(section).not.toHaveTextContent('Nova mensagem de Ana');
  expect(rows()).toEqual(['Nova mensagem de Ana', 'Pausa Almoço em Chat']);
  expect(screen.getAllByText('Segue o boleto')).toHaveLength(1);
});

test('given only an unsent text, the list says that there is no notification', () => {
  show([unsent]);
  expect(screen.getByText('Segue o boleto')).toBeInTheDocument();
  expect(screen.getByText('Nenhuma notificação')).toBeInTheDocument();
});

test('the filter shows unread or read notifications', async () => {
  show([unsent, message, pause]);
  await userEvent.click(screen.getByRole('radio', { name: /^Não lidas/ }));
  expect(rows()).toEqual(['Nova mensagem de Ana']);
  await userEvent.click(screen.getByRole('radio', { name: 'Lidas' }));
  expect(rows()).toEqual(['Pausa Almoço em Chat']);
});

test('the button of a notification marks it as read or unread', async () => {
  const { onToggleRead } = show([message, pause]);
  await userEvent.click(screen.getByRole('button', { name: 'Marcar como lida' }));
  expect(onToggleRead.mock.calls).toEqual([['n1']]);
  await userEvent.click(screen.getByRole('button', { name: 'Marcar como não lida' }));
  expect(onToggleRead.mock.calls).toEqual([['n1'], ['n2']]);
});

test('the notifications are narrowed to one kind, together with unread or read', async () => {
  const missed: NotificationView = { id: 'n3', type: 'missedCall', text: 'Chamada perdida: 1', time, read: false };
  const read: NotificationView = { ...missed, id: 'n4', text: 'Chamada perdida: 2', read: true };
  const mention: NotificationView = { id: 'n5', type: 'mention', text: 'Bruna mencionou você', time, read: false };
  show([message, missed, read, mention, pause]);
  const choose = async (kind: string) => userEvent.selectOptions(screen.getByRole('combobox', { name: 'Tipo' }), kind);
  await choose('Chamadas perdidas');
  expect(rows()).toEqual(['Chamada perdida: 1', 'Chamada perdida: 2']);
  await userEvent.click(screen.getByRole('radio', { name: /Não lidas/ }));
  expect(rows()).toEqual(['Chamada perdida: 1']);
  await choose('Menções');
  expect(rows()).toEqual(['Bruna mencionou você']);
  await choose('Mensagens');
  expect(rows()).toEqual(['Nova mensagem de Ana']);
});
