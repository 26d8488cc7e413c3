// The supervisor's page on slices: each row has its slice, and the filter is sent to the core.
import type { BoardChannelView, BoardRowView } from 'core-wasm';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { currentTime } from '../../core/page/ticker';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { ResizeObserver } from '@juggle/resize-observer';
import { FakeCore } from '../../../test/fakeCore';
import { giveElementsASize } from '../../../test/virtual';
import { wholeBoard } from './board';
import { cardsAtOnce } from './BoardCards';
import { SupervisionPage } from './SupervisionPage';

// The drawer has tests of its own.
vi.mock('../callSupervision/SupervisionDrawerContainer', () => ({ SupervisionDrawerContainer: () => null }));

const chat = (activeAttendances: number): BoardChannelView => ({
  channel: 'chat',
  status: 'inAttendance',
  since: 5_000,
  pause: undefined,
  scheduledPause: undefined,
  pauseExceeded: false,
  activeAttendances,
});
const row = (agentId: string, name: string, attendances: number): BoardRowView => ({
  agentId,
  name,
  login: name.toLowerCase(),
  initials: 'A',
  color: '#517693',
  logged: true,
  linked: true,
  since: 1_000,
  absent: false,
  absentSince: undefined,
  channels: [chat(attendances)],
  pending: false,
});
const summary = {
  total: 2,
  logged: 2,
  attendances: 3,
  exceeded: 0,
  available: 0,
  inAttendance: 2,
  paused: 0,
  absent: 0,
  disconnected: 0,
};

let core: FakeCore;
beforeEach(async () => {
  await startI18n('pt-BR');
  giveElementsASize();
  vi.stubGlobal('ResizeObserver', ResizeObserver);
  window.matchMedia = vi.fn().mockReturnValue({ matches: false, addListener: vi.fn(), removeListener: vi.fn() });
  core = new FakeCore({
    supervision: { loading: false, failed: false, summary, channels: ['chat'] },
    link: { server: 'ok', reconciledAt: 1_000 },
    deadEffects: { phase: 'ready', effects: [], open: 0, cut: false },
    'boardOrder:shown': ['102', '101'],
    'boardRow:101': row('101', 'Ana', 1),
    'boardRow:102': row('102', 'Bruno', 2),
  });
});

function show() {
  return render(
    <TooltipProvider>
      <CoreProvider core={core}>
        <SupervisionPage />
      </CoreProvider>
    </TooltipProvider>,
  );
}

const names = () => screen.getAllByRole('rowheader').map((cell) => within(cell).getByTitle(/./).textContent);

test('agents are shown in the order of the core, and a changed row replaces only that row', () => {
  show();
  expect(names()).toEqual(['Bruno', 'Ana']);
  const before = screen.getAllByRole('row');
  act(() => core.set('boardRow:101', row('101', 'Ana', 7)));
  expect(screen.getAllByRole('row')).toEqual(before);
  expect(screen.getByRole('row', { name: /Ana/ })).toHaveTextContent('7');
  act(() => core.set('boardOrder:shown', ['101', '102']));
  expect(names()).toEqual(['Ana', 'Bruno']);
});

test("[BEY-155] the board shows each agent's longest waiting customer, and sorts by that wait", async () => {
  const now = currentTime();
  const longestWait = { since: now - 12 * 60_000, target: 10 * 60_000 };
  core.set('boardRow:101', { ...row('101', 'Ana', 1), longestWait });
  show();
  const cell = screen.getByText('sem resposta há 12 min, acima da meta de 10 min');
  expect(cell.closest('[role="row"], tr')).toHaveTextContent('Ana');
  expect(screen.queryAllByText(/^sem resposta/)).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: /Maior espera/ }));
  expect(core.intents).toContainEqual(
    expect.objectContaining({ type: 'filterBoard', filter: { ...wholeBoard, order: 'wait' } }),
  );
});

test('without a connection the board shows its time, which is that of the last event or comparison with the server', () => {
  const at = (minutes: number): number => new Date(2026, 10, 20, 14, minutes, 30).getTime();
  core.set('link', { server: 'reconnecting', reconciledAt: at(11), lastEvent: at(14) });
  show();
  expect(screen.getByText(/o que você vê é de 14:14:30/)).toBeInTheDocument();
  act(() => core.set('link', { server: 'reconnecting', reconciledAt: at(15), lastEvent: at(14) }));
  expect(screen.getByText(/o que você vê é de 14:15:30/)).toBeInTheDocument();
});

test('the rules of calls are opened from the header of the board', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Regras das chamadas' }));
  expect(core.intents).toEqual([{ area: 'supervision', type: 'openCallRules' }]);
});

test('[BEY-131] the button of the tasks that were given up has their number, and opens them', async () => {
  show();
  const button = screen.getByRole('button', { name: 'Tarefas externas que falharam' });
  expect(screen.queryByRole('img', { name: /abandonada/ })).toBeNull();
  act(() => core.set('deadEffects', { phase: 'ready', effects: [], open: 2, cut: false }));
  expect(button).toHaveAccessibleName('Tarefas externas que falharam: 2 abandonadas');
  expect(button).toHaveTextContent('2');
  await userEvent.click(button);
  expect(core.intents).toEqual([{ area: 'deadEffects', type: 'openDeadEffects' }]);
});

test('an agent who left the board has no row', () => {
  show();
  act(() => core.set('boardRow:102', undefined));
  expect(names()).toEqual(['Ana']);
});

test('the filter is sent to the core and reset when the page closes', async () => {
  const user = userEvent.setup();
  const { unmount } = show();
  await user.click(screen.getByRole('radio', { name: /Ausentes/ }));
  await user.type(screen.getByRole('searchbox'), 'a');
  const filter = { ...wholeBoard, situation: 'absent' as const };
  expect(core.intents).toEqual([
    { area: 'supervision', type: 'filterBoard', filter },
    { area: 'supervision', type: 'filterBoard', filter: { ...filter, search: 'a' } },
  ]);
  unmount();
  expect(core.intents.at(-1)).toEqual({ area: 'supervision', type: 'filterBoard', filter: wholeBoard });
});

test('the board has a column for each channel that is used, always in the same order', () => {
  core.set('supervision', { loading: false, failed: false, summary, channels: ['chat', 'voice'] });
  show();
  const columns = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent);
  expect(columns()).toEqual(['Agente', 'Voz', 'Chat', 'Abertos', 'Maior espera', 'Sessão', 'Ações']);
  act(() => core.set('supervision', { loading: false, failed: false, summary, channels: ['whatsapp'] }));
  expect(columns()).toEqual(['Agente', 'WhatsApp', 'Abertos', 'Maior espera', 'Sessão', 'Ações']);
});

const absentButton = (name: string) => screen.getByRole('button', { name: `Marcar ${name} como ausente` });
const endButton = (name: string) => screen.getByRole('button', { name: `Encerrar a sessão de ${name}` });

test('a board of 1,000 agents renders the visible rows only and has the number of all rows for screen readers', async () => {
  const ids = Array.from({ length: 1_000 }, (_, index) => `a${index}`);
  for (const id of ids) core.set(`boardRow:${id}`, row(id, `Agente ${id}`, 1));
  core.set('boardOrder:shown', ids);
  show();
  const table = screen.getByRole('table', { name: 'Supervisão' });
  expect(table).toHaveAttribute('aria-rowcount', '1001');
  expect(names()[0]).toBe('Agente a0');
  expect(screen.getAllByRole('rowheader').length).toBeLessThan(100);
  absentButton('Agente a0').focus();
  await userEvent.keyboard('{End}');
  expect(absentButton('Agente a999')).toHaveFocus();
  expect(absentButton('Agente a999').closest('tr')).toHaveAttribute('aria-rowindex', '1001');
  expect(screen.getAllByRole('rowheader').length).toBeLessThan(100);
});

test('on a narrow screen a board of 1,000 agents renders the first cards, and more cards when the agent scrolls to their end', () => {
  window.matchMedia = vi.fn().mockReturnValue({ matches: true, addListener: vi.fn(), removeListener: vi.fn() });
  let comeNear: (entries: { isIntersecting: boolean }[]) => void = () => undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onChange: typeof comeNear) {
        comeNear = onChange;
      }
      observe = vi.fn();
      disconnect = vi.fn();
    },
  );
  const ids = Array.from({ length: 1_000 }, (_, index) => `a${index}`);
  for (const id of ids) core.set(`boardRow:${id}`, row(id, `Agente ${id}`, 1));
  core.set('boardOrder:shown', ids);
  const { container } = show();
  const cards = () => Array.from(container.querySelectorAll('li[aria-posinset]'));
  expect(cards()).toHaveLength(cardsAtOnce);
  expect(cards()[0]).toHaveAttribute('aria-setsize', '1000');
  act(() => comeNear([{ isIntersecting: false }]));
  expect(cards()).toHaveLength(cardsAtOnce);
  act(() => comeNear([{ isIntersecting: true }]));
  expect(cards()).toHaveLength(2 * cardsAtOnce);
  expect(cards().at(-1)).toHaveAttribute('aria-posinset', `${2 * cardsAtOnce}`);
  // The focused agent moves to the end of the order.
  endButton('Agente a1').focus();
  act(() => core.set('boardOrder:shown', [...ids.filter((id) => id !== 'a1'), 'a1']));
  expect(endButton('Agente a1')).toHaveFocus();
  expect(cards()).toHaveLength(2 * cardsAtOnce + 1);
});

test('the arrow keys move between the same actions of agents, and Tab stops at one agent', async () => {
  show();
  expect(absentButton('Bruno')).toHaveAttribute('tabindex', '0');
  expect(absentButton('Ana')).toHaveAttribute('tabindex', '-1');
  endButton('Bruno').focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(endButton('Ana')).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  expect(endButton('Bruno')).toHaveFocus();
});

test('the focus stays on an agent who moves in the order, and goes to the next one when the agent leaves the board', () => {
  const ids = Array.from({ length: 200 }, (_, index) => `a${index}`);
  for (const id of ids) core.set(`boardRow:${id}`, row(id, `Agente ${id}`, 1));
  core.set('boardOrder:shown', ids);
  show();
  endButton('Agente a1').focus();
  const focused = endButton('Agente a1');
  act(() => core.set('boardOrder:shown', [...ids.filter((id) => id !== 'a1'), 'a1']));
  expect(focused).toBeInTheDocument();
  expect(focused).toHaveFocus();
  act(() => core.set('boardOrder:shown', ids));
  expect(focused).toHaveFocus();
  act(() =>
    core.set(
      'boardOrder:shown',
      ids.filter((id) => id !== 'a1'),
    ),
  );
  expect(headphones('Agente a2')).toHaveFocus();
});

test('a heading of the board sorts in one direction only', async () => {
  show();
  expect(screen.getByRole('columnheader', { name: 'Agente' })).toHaveAttribute('aria-sort', 'ascending');
  await userEvent.click(screen.getByRole('button', { name: 'Abertos' }));
  await userEvent.click(screen.getByRole('button', { name: 'Abertos' }));
  const filter = { ...wholeBoard, order: 'attendances' as const };
  expect(core.intents).toEqual([
    { area: 'supervision', type: 'filterBoard', filter },
    { area: 'supervision', type: 'filterBoard', filter },
  ]);
  expect(screen.getByRole('columnheader', { name: 'Abertos' })).toHaveAttribute('aria-sort', 'descending');
});

const voice = (status: BoardChannelView['status'], activeAttendances: number): BoardChannelView => ({
  ...chat(activeAttendances),
  channel: 'voice',
  status,
});
const headphones = (name: string) => screen.getByRole('button', { name: `Acompanhar a ligação de ${name}` });

test('[BEY-136] the call of an agent is supervised from the row, also by keyboard; other rows say why it is not possible', async () => {
  core.set('boardRow:101', { ...row('101', 'Ana', 1), channels: [voice('inAttendance', 1)] });
  core.set('boardRow:102', { ...row('102', 'Bruno', 2), channels: [voice('wrapUp', 1)] });
  show();
  await userEvent.click(headphones('Bruno'));
  expect(core.intents).toEqual([]);
  expect(headphones('Bruno')).toHaveAttribute('aria-disabled', 'true');
  headphones('Ana').focus();
  await userEvent.keyboard('{Enter}');
  expect(core.intents).toEqual([{ area: 'callSupervision', type: 'supervise', agentId: '101' }]);
});

test('[BEY-136] the pressed button of the supervised row leaves the call', async () => {
  core.set('boardRow:101', { ...row('101', 'Ana', 1), channels: [voice('inAttendance', 1)] });
  core.set('supervisedCall', { agentId: '101' });
  show();
  expect(headphones('Ana')).toHaveAttribute('aria-pressed', 'true');
  expect(headphones('Bruno')).toHaveAttribute('aria-pressed', 'false');
  await userEvent.click(headphones('Ana'));
  expect(core.intents).toEqual([{ area: 'callSupervision', type: 'leaveSupervision' }]);
});

test('next to a supervised call the table has no column that the drawer would cover: the wait is below the attendances', () => {
  const since = currentTime() - 180_000;
  core.set('boardRow:101', { ...row('101', 'Ana', 1), longestWait: { since, target: 60_000 } });
  show();
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads()).toEqual(['Agente', 'Chat', 'Abertos', 'Maior espera', 'Sessão', 'Ações']);
  act(() => core.set('supervisedCall', { agentId: '101' }));
  expect(heads()).toEqual(['Agente', 'Chat', 'Abertos', 'Ações']);
  expect(screen.getByRole('row', { name: /Ana/ })).toHaveTextContent('sem resposta há 3 min');
});

test('no call can be supervised from an outdated board', () => {
  core.set('boardRow:101', { ...row('101', 'Ana', 1), channels: [voice('inAttendance', 1)] });
  core.set('link', { server: 'connecting', reconciledAt: 1_000 });
  show();
  expect(headphones('Ana')).toHaveAttribute('aria-disabled', 'true');
});
