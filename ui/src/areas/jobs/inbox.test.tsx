// The inbox in the list of attendances: count, entries, taking one, and its empty and failed states.
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { InboxRowView } from 'core-wasm';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { giveElementsASize } from '../../../test/virtual';
import { currentTime } from '../../core/page/ticker';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { allVisible, noTags } from '../../shared/listTags';
import { JobListContainer } from './JobListContainer';

beforeEach(async () => {
  giveElementsASize();
  await startI18n('pt-BR');
});

const helena: InboxRowView = {
  protocol: 'I1',
  metaType: undefined,
  name: 'Helena Duarte',
  initials: 'HD',
  color: '#B1508D',
  phone: '5511955550101',
  routePhone: '551140004000',
  preview: { author: 'customer', text: 'Voltei', label: undefined, line: undefined },
  time: undefined,
  unread: 2,
  busy: false,
};
const sonia: InboxRowView = {
  ...helena,
  protocol: 'I2',
  metaType: 'instagram',
  name: 'Sônia',
  phone: 'sonia',
  unread: 1,
};

function show(entries: ReadonlyArray<InboxRowView>, { channels = ['whatsapp'], hidden = [''], failed = false } = {}) {
  const core = new FakeCore({
    jobSummary: { total: 3, active: 3, hidden: 0, loaded: true, loadFailed: false },
    jobQueues: [],
    listViews: { phase: 'ready', views: [], changed: false, changing: false, full: false },
    bulk: { selected: [], ended: 0, open: 0 },
    channels: { items: channels.map((channel) => ({ channel, status: 'available', connected: true })) },
    pauses: { channels: [] },
    preferences: {
      hiddenChannels: hidden,
      listQueues: [],
      listTags: noTags,
      tagVisibility: allVisible,
      sendWith: 'enter',
    },
    inbox: { entries, unattended: entries.reduce((sum, { unread }) => sum + unread, 0), failed },
  });
  const list = (selected: string | null) => (
    <CoreProvider core={core}>
      <TooltipProvider>
        <JobListContainer selected={selected} onOpen={vi.fn()} />
      </TooltipProvider>
    </CoreProvider>
  );
  const { rerender } = render(list(null));
  return { core, open: (protocol: string) => rerender(list(protocol)) };
}

const box = (name: string) => screen.getByRole('radio', { name: new RegExp(`^${name}`) });
const openInbox = () => userEvent.click(box('Entrada'));
const names = () =>
  screen.queryAllByRole('button', { name: /^Assumir/ }).map((card) => card.getAttribute('aria-label'));

test('the inbox shows its entries and counts their unread messages [WAP-049]', async () => {
  const { core } = show([helena, sonia]);
  expect(box('Ativos')).toBeChecked();
  expect([box('Ativos').textContent, box('Entrada').textContent]).toEqual(['Ativos3', 'Entrada23 mensagens não lidas']);
  await openInbox();
  expect(names()).toEqual([
    'Assumir atendimento de Helena Duarte, WhatsApp, 2 mensagens não lidas, rota +55 (11) 4000-4000, Voltei',
    'Assumir atendimento de Sônia, Instagram, 1 mensagem não lida, rota +55 (11) 4000-4000, Voltei',
  ]);
  expect(screen.getAllByText('Voltei')).toHaveLength(2);
  act(() => core.set('inbox', { entries: [helena], unattended: 2, failed: false }));
  expect(names()).toHaveLength(1);
});

test('an entry of the inbox is reopened once, and when it has become an attendance the list shows the attendances [WAP-050] [JOB-018]', async () => {
  const { core, open } = show([helena]);
  await openInbox();
  await userEvent.click(screen.getByRole('button', { name: /^Assumir/ }));
  expect(core.intents).toContainEqual({ area: 'whatsapp', type: 'reopen', protocol: 'I1' });
  const reopens = () => core.intents.filter(({ type }) => type === 'reopen').length;
  act(() => core.set('inbox', { entries: [{ ...helena, busy: true }], unattended: 2, failed: false }));
  await userEvent.click(screen.getByRole('button', { name: /^Assumir/ }));
  expect(reopens()).toBe(1);
  expect(screen.getByRole('button', { name: /^Assumir/ })).toHaveAttribute('aria-busy', 'true');
  open('another');
  expect(box('Entrada')).toBeChecked();
  open('I1');
  expect(box('Ativos')).toBeChecked();
});

test.each([
  ['sonia', ['Assumir atendimento de Sônia']],
  ['5511955', ['Assumir atendimento de Helena']],
  ['zzz', []],
])('the search "%s" finds names and numbers without accents', async (text, expected) => {
  show([helena, sonia]);
  await openInbox();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Buscar atendimento' }), text);
  expect(names().map((name) => name?.split(/ Duarte|,/)[0])).toEqual(expected);
  if (expected.length === 0) expect(screen.getByText('Nada encontrado para ‘zzz’')).toBeInTheDocument();
});

test('entries of a hidden channel are not shown, and the empty inbox says so [JOB-022]', async () => {
  const { core } = show([sonia], { hidden: ['instagram'] });
  await openInbox();
  expect(names()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar todos os canais' }));
  expect(core.intents).toContainEqual({
    area: 'shell',
    type: 'changePreferences',
    change: { hiddenChannels: [] },
  });
});

test('an empty inbox explains its purpose', async () => {
  show([]);
  await openInbox();
  expect(screen.getByText('Nenhuma conversa na caixa de entrada')).toBeInTheDocument();
});

test('an inbox that could not be loaded can be requested again, and known entries stay', async () => {
  const { core } = show([], { failed: true });
  await openInbox();
  expect(screen.getByText('Não foi possível carregar a caixa de entrada.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(core.intents).toContainEqual({ area: 'jobs', type: 'reloadJobs' });
  act(() => core.set('inbox', { entries: [helena], unattended: 2, failed: true }));
  expect(names()).toHaveLength(1);
});

test('while the pointer is in the inbox no row changes its place, and new entries are added at the end', async () => {
  const { core } = show([helena]);
  await openInbox();
  await userEvent.hover(screen.getByRole('button', { name: /^Assumir/ }));
  act(() => core.set('inbox', { entries: [sonia, helena], unattended: 3, failed: false }));
  expect(names().map((name) => name?.includes('Helena'))).toEqual([true, false]);
  await userEvent.unhover(screen.getByRole('button', { name: /Helena/ }));
  expect(names().map((name) => name?.includes('Helena'))).toEqual([false, true]);
});

test('for an agent without WhatsApp there is no inbox', () => {
  show([], { channels: ['chat'] });
  expect(screen.queryByRole('radio', { name: /^Entrada/ })).toBeNull();
});

test('[BEY-155] the inbox counts its conversations and shows the longest wait in it', () => {
  const ago = (minutes: number) => currentTime() - minutes * 60_000;
  show([
    { ...helena, time: ago(5) },
    { ...sonia, time: ago(34) },
    { ...sonia, protocol: 'I3', unread: 0, time: ago(600) },
  ]);
  expect(box('Entrada')).toHaveTextContent('Entrada334 min');
});
