// The supervisor's page on slices: rows come one by one, the filter goes to the core.
import type { BoardChannelView, BoardRowView } from 'core-wasm';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { FakeCore } from '../../../test/fakeCore';
import { wholeBoard } from './board';
import { SupervisionPage } from './SupervisionPage';

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
  window.matchMedia = vi.fn().mockReturnValue({ matches: false, addListener: vi.fn(), removeListener: vi.fn() });
  core = new FakeCore({
    supervision: { loading: false, failed: false, summary, channels: ['chat'] },
    link: { server: 'ok', reconciledAt: 1_000 },
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

test('without a connection the board says of when it is: of the last event or comparison with the server', () => {
  const at = (minutes: number): number => new Date(2026, 10, 20, 14, minutes, 30).getTime();
  core.set('link', { server: 'reconnecting', reconciledAt: at(11), lastEvent: at(14) });
  show();
  expect(screen.getByText(/o que você vê é de 14:14:30/)).toBeInTheDocument();
  act(() => core.set('link', { server: 'reconnecting', reconciledAt: at(15), lastEvent: at(14) }));
  expect(screen.getByText(/o que você vê é de 14:15:30/)).toBeInTheDocument();
});

test('an agent who left the board has no row', () => {
  show();
  act(() => core.set('boardRow:102', undefined));
  expect(names()).toEqual(['Ana']);
});

test('the filter is sent to the core and is the whole board again when the page closes', async () => {
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
  expect(columns()).toEqual(['Agente', 'Voz', 'Chat', 'Abertos', 'Sessão', 'Ações']);
  act(() => core.set('supervision', { loading: false, failed: false, summary, channels: ['whatsapp'] }));
  expect(columns()).toEqual(['Agente', 'WhatsApp', 'Abertos', 'Sessão', 'Ações']);
});
