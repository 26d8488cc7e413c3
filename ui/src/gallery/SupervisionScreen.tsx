// The supervisor's board with invented agents.
import type { BoardChannelView, BoardRowView, BoardSummaryView } from 'core-wasm';
import { Headset, LayoutList } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useTranslation } from '../i18n/useTranslation';
import { BottomBar, Rail, type RailArea } from '../app/Rail';
import type { OwnMenuProps } from '../app/OwnMenu';
import { ShellLayout } from '../app/ShellLayout';
import { SkipLinks } from '../app/SkipLinks';
import { CommandField } from '../app/CommandField';
import { TopBar } from '../app/TopBar';
import { ConnectionBanner } from '../areas/connection/ConnectionBanner';
import { ConnectionMeter } from '../areas/connection/ConnectionMeter';
import { NotificationsPopover } from '../areas/notifications/NotificationsPopover';
import { SupervisionDrawer } from '../areas/callSupervision/SupervisionDrawer';
import { wholeBoard } from '../areas/supervision/board';
import { SupervisionBoard } from '../areas/supervision/SupervisionBoard';
import type { Glyph } from '../design/icons/Icon';
import { at, ignore, longName, openedAt } from './samples';
import { supervisedCalls } from './supervisionSamples';

const minutes = (count: number): number => openedAt - count * 60_000;

function on(
  channel: BoardChannelView['channel'],
  status: BoardChannelView['status'],
  since: number,
  more: Partial<BoardChannelView> = {},
): BoardChannelView {
  return {
    channel,
    status,
    since,
    pause: undefined,
    scheduledPause: undefined,
    pauseExceeded: false,
    activeAttendances: 0,
    ...more,
  };
}

function agent(
  name: string,
  initials: string,
  color: string,
  channels: BoardChannelView[],
  more: Partial<BoardRowView> = {},
): BoardRowView {
  const login = name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z ]/g, '')
    .split(' ')
    .slice(0, 2)
    .join('.');
  return {
    agentId: name,
    name,
    login,
    initials,
    color,
    logged: true,
    linked: true,
    since: at(8, 2),
    absent: false,
    absentSince: undefined,
    channels,
    pending: false,
    ...more,
  };
}

const rows: ReadonlyArray<BoardRowView> = [
  agent('Ana Souza', 'AS', '#B1508D', [on('chat', 'inAttendance', minutes(72), { activeAttendances: 4 })], {
    longestWait: { since: minutes(14), target: 600_000 },
  }),
  agent('Bruno Lima', 'BL', '#0279B6', [
    on('whatsapp', 'paused', minutes(63), { pause: 'Almoço', pauseExceeded: true }),
    on('chat', 'paused', minutes(63), { pause: 'Almoço', pauseExceeded: true }),
  ]),
  agent('Célia Antunes', 'CA', '#09835E', [
    on('voice', 'inAttendance', minutes(4), { activeAttendances: 1 }),
    on('whatsapp', 'inAttendance', minutes(131), { activeAttendances: 5 }),
    on('chat', 'scheduledPause', minutes(3), { scheduledPause: 'Lanche', activeAttendances: 1 }),
  ]),
  agent(
    'Davi Rocha',
    'DR',
    '#7B63C3',
    [
      on('voice', 'available', minutes(18)),
      on('whatsapp', 'available', minutes(18)),
      on('chat', 'disconnected', minutes(20)),
    ],
    { since: at(9, 30) },
  ),
  agent(
    'Elisa Prado',
    'EP',
    '#AA6003',
    [on('whatsapp', 'available', minutes(44)), on('chat', 'available', minutes(44))],
    { absent: true, absentSince: minutes(12) },
  ),
  agent(
    'Fábio Moreira',
    'FM',
    '#BC5135',
    [on('voice', 'available', minutes(31)), on('chat', 'available', minutes(31))],
    { linked: false },
  ),
  agent('Gisele Tavares', 'GT', '#4E6EC9', [on('chat', 'disconnected', minutes(900))], {
    logged: false,
    linked: false,
    since: at(18, 5, 1),
  }),
  agent('Heitor Nunes', 'HN', '#3D8123', [on('voice', 'disconnected', 0), on('whatsapp', 'disconnected', 0)], {
    logged: false,
    linked: false,
    since: undefined,
  }),
];
const longRows: ReadonlyArray<BoardRowView> = rows.map((row, index) =>
  index > 3
    ? row
    : {
        ...row,
        name: longName,
        channels: row.channels.map((state) => ({
          ...state,
          pause: state.pause === undefined ? undefined : longName,
          activeAttendances: state.activeAttendances * 1000,
        })),
      },
);

const thousandRows: ReadonlyArray<BoardRowView> = Array.from({ length: 1_000 }, (_, index) => ({
  ...(rows[index % rows.length] as BoardRowView),
  agentId: `${index}`,
  name: `Agente ${String(index + 1).padStart(4, '0')}`,
  login: `agente.${index + 1}`,
}));

const counts: BoardSummaryView = {
  total: 8,
  logged: 6,
  attendances: 11,
  exceeded: 1,
  available: 2,
  inAttendance: 2,
  paused: 1,
  absent: 1,
  disconnected: 2,
};
const noCounts: BoardSummaryView = {
  total: 0,
  logged: 0,
  attendances: 0,
  exceeded: 0,
  available: 0,
  inAttendance: 0,
  paused: 0,
  absent: 0,
  disconnected: 0,
};

export const ownMenu: OwnMenuProps = {
  name: 'Carla Dias',
  login: 'carla.dias',
  initials: 'CD',
  color: '#4E6EC9',
  version: '5.0.575',
  theme: 'system',
  onThemeChange: ignore,
  language: 'pt-BR',
  onLanguageChange: ignore,
  onOpenPreferences: ignore,
  onOpenNewPassword: ignore,
  onLogOff: ignore,
};

export function SupervisionScreen({ board, call }: { board: string; call: string | null }) {
  const { t } = useTranslation();
  const areas: ReadonlyArray<RailArea> = [
    { ...pageInRail('attendance', Headset), current: false },
    { ...pageInRail('supervisor', LayoutList), current: true },
  ];
  function pageInRail(id: 'attendance' | 'supervisor', glyph: Glyph) {
    return {
      id,
      label: t(`shell.rail.${id}`),
      shortLabel: t(`shell.bottomBar.${id}`),
      glyph,
      href: '#',
      onOpen: ignore,
    };
  }
  const [filter, setFilter] = useState(board === 'filtered' ? { ...wholeBoard, search: 'zulmira' } : wholeBoard);
  const supervised = supervisedCalls[call ?? ''];
  const isStale = board === 'stale';
  const isEmpty = board === 'none' || board === 'loading' || board === 'failed';
  const all = isEmpty ? [] : board === 'long' ? longRows : board === 'thousand' ? thousandRows : rows;
  const agents = board === 'filtered' ? [] : all.map(({ agentId }) => agentId);
  return (
    <ShellLayout
      skipLinks={<SkipLinks targets={[{ id: 'board', label: 'shell.skip.board' }]} />}
      rail={<Rail areas={areas} ownMenu={ownMenu} onOpenShortcuts={ignore} />}
      bottomBar={<BottomBar areas={areas} ownMenu={ownMenu} />}
      bannerAbove
      banner={isStale ? <ConnectionBanner state="reconnecting" /> : null}
      topBar={
        <TopBar
          command={<CommandField onOpen={ignore} />}
          chips={null}
          meter={
            <ConnectionMeter
              links={[
                { link: 'internet', state: 'ok' },
                { link: 'server', state: isStale ? 'connecting' : 'ok' },
              ]}
              updatedAt={at(14, 31)}
            />
          }
          notifications={
            <NotificationsPopover
              notifications={() => []}
              unread={0}
              onToggleRead={ignore}
              onReadAll={ignore}
              unsentFiles={[]}
              onDiscardFile={ignore}
              onDiscard={ignore}
            />
          }
        />
      }
    >
      <SupervisionBoard
        agents={agents}
        renderAgent={(agentId, draw) => {
          const row = all.find((candidate) => candidate.agentId === agentId);
          return row === undefined ? null : <Fragment key={agentId}>{draw(row)}</Fragment>;
        }}
        summary={isEmpty ? noCounts : board === 'thousand' ? { ...counts, total: 1_000 } : counts}
        channels={isEmpty ? [] : ['voice', 'whatsapp', 'chat']}
        state={board === 'loading' || board === 'failed' ? board : 'ready'}
        live={!isStale}
        updatedAt={at(14, 31)}
        filter={filter}
        onFilter={setFilter}
        onRefresh={ignore}
        onOpenRules={ignore}
        deadEffects={board === 'thousand' ? 12 : 0}
        onOpenDeadEffects={ignore}
        onSetAbsent={ignore}
        onDisconnect={ignore}
        onSupervise={ignore}
        supervised={supervised?.agentId}
        drawer={
          supervised && (
            <SupervisionDrawer
              view={supervised}
              own={{ initials: 'CD', color: '#4E6EC9' }}
              level={0.04}
              onChoose={ignore}
              onMute={ignore}
              onTakeOver={ignore}
              onClose={ignore}
              onAgain={ignore}
            />
          )
        }
      />
    </ShellLayout>
  );
}
