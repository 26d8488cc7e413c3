// The parts that the table and the cards of the board share: agent, channels, session and actions.
import type { BoardChannelView, BoardRowView } from 'core-wasm';
import { Headphones, LogOut, UserCheck, UserX } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Avatar } from '../../design/Avatar';
import { Button } from '../../design/Button';
import { IconButton } from '../../design/IconButton';
import { Icon } from '../../design/icons/Icon';
import { StatusMark } from '../../design/StatusMark';
import { useRowTabIndex } from '../../design/TableRows';
import { useToday } from '../../core/page/today';
import { formatListTime } from '../../i18n/format';
import { useLanguage } from '../../i18n/text';
import { useWait, waitLabel, type Wait } from '../../shared/waiting/waitingTime';
import { WaitingPill } from '../../shared/waiting/WaitingPill';
import { VisuallyHidden } from '../../design/VisuallyHidden';
import { StatusChip } from '../channels/StatusChip';
import styles from './BoardParts.module.css';

export interface BoardActions {
  onSetAbsent: (agentId: string, absent: boolean) => void;
  onDisconnect: (agentId: string) => void;
  /** Begins or ends hearing an agent's call. */
  onSupervise: (agentId: string) => void;
  /** Agent whose call this supervisor hears. */
  supervised?: string | undefined;
  /** Whether the board is outdated: then no call can be supervised from it. */
  stale?: boolean | undefined;
}

/** Renders the row of an agent from its slice; renders nothing while the agent is not on the board. */
export type RenderAgent = (agentId: string, draw: (row: BoardRowView) => ReactElement) => ReactElement | null;

export function AgentName({ row, size = 36 }: { row: BoardRowView; size?: 36 | 40 }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = useToday();
  const since = row.absentSince === undefined ? undefined : formatListTime(row.absentSince, today, language, t);
  return (
    <span className={styles.agent}>
      <Avatar initials={row.initials} color={row.color} size={size} muted={!row.logged} />
      <span className={styles.names}>
        <span className={styles.name} title={row.name}>
          {row.name}
        </span>
        {row.absent ? (
          <span className={styles.absent}>
            <Icon glyph={UserX} size={12} className={styles.absentGlyph} />
            <span className={styles.cut}>
              {since === undefined ? t('supervision.row.absent') : t('supervision.row.absentSince', { time: since })}
            </span>
          </span>
        ) : (
          <span className={styles.login}>{row.login}</span>
        )}
      </span>
    </span>
  );
}

export function BoardChannel({
  state,
  logged,
  withChannel = false,
}: {
  state: BoardChannelView;
  logged: boolean;
  withChannel?: boolean;
}) {
  const { t } = useTranslation();
  const { channel, pauseExceeded, activeAttendances } = state;
  // Attendances remain for some time after the session's end; the channels are shown as disconnected.
  const status = logged ? state.status : 'disconnected';
  const more = [
    activeAttendances > 0 ? String(activeAttendances) : undefined,
    status === 'scheduledPause' ? (state.scheduledPause ?? state.pause) : undefined,
    pauseExceeded ? t('supervision.row.exceeded') : undefined,
  ].filter((part) => part !== undefined);
  return (
    <StatusChip
      channel={channel}
      status={status}
      since={state.since ?? null}
      pauseName={state.pause}
      exceeded={pauseExceeded}
      more={more.length > 0 ? more.join(' · ') : undefined}
      withChannel={withChannel}
    />
  );
}

/** The agent's customer who waits longest for an answer; renders nothing if nobody waits. */
export function LongestWait({ row }: { row: BoardRowView }) {
  const { t } = useTranslation();
  const { longestWait } = row;
  const wait: Wait | undefined =
    longestWait === undefined
      ? undefined
      : { since: longestWait.since, target: longestWait.target, hours: longestWait.hours };
  const now = useWait(wait);
  if (wait === undefined || now === null) return null;
  return (
    <span className={styles.wait}>
      <WaitingPill wait={wait} now={now} />
      <VisuallyHidden>{waitLabel(wait, now, t)}</VisuallyHidden>
    </span>
  );
}

export function SessionOf({ row }: { row: BoardRowView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = useToday();
  const time = row.since === undefined ? undefined : formatListTime(row.since, today, language, t);
  if (row.logged && !row.linked) {
    return (
      <span className={styles.unlinked}>
        <StatusMark shape="triangle" className={styles.mark} />
        {t('supervision.row.unlinked')}
      </span>
    );
  }
  if (time === undefined) return <span className={styles.session}>{t('supervision.row.never')}</span>;
  return (
    <span className={styles.session}>
      {t(row.logged ? 'supervision.row.loggedSince' : 'supervision.row.left', { time })}
    </span>
  );
}

export function RowActions({
  row,
  compact,
  onSetAbsent,
  onDisconnect,
  onSupervise,
  supervised,
  stale = false,
}: BoardActions & { row: BoardRowView; compact: boolean }) {
  const { t } = useTranslation();
  const tabIndex = useRowTabIndex();
  const { agentId, name, absent, pending } = row;
  const callReason = useCallReason(row, stale);
  const glyph = absent ? UserCheck : UserX;
  const absentLabel = t(absent ? 'supervision.action.presentOf' : 'supervision.action.absentOf', { name });
  return (
    <span className={styles.actions}>
      <IconButton
        glyph={Headphones}
        label={t('supervision.call.open', { name })}
        tabIndex={tabIndex}
        aria-pressed={supervised === agentId}
        disabledReason={supervised === agentId ? undefined : callReason}
        className={styles.supervise}
        data-supervises={agentId}
        onClick={() => onSupervise(agentId)}
      />
      {compact ? (
        <IconButton
          glyph={glyph}
          label={absentLabel}
          tabIndex={tabIndex}
          aria-busy={pending || undefined}
          onClick={() => onSetAbsent(agentId, !absent)}
        />
      ) : (
        <Button
          size="small"
          glyph={glyph}
          pending={pending}
          aria-label={absentLabel}
          tabIndex={tabIndex}
          onClick={() => onSetAbsent(agentId, !absent)}
        >
          {t(absent ? 'supervision.action.present' : 'supervision.action.absent')}
        </Button>
      )}
      <IconButton
        glyph={LogOut}
        label={t('supervision.action.disconnectOf', { name })}
        tabIndex={tabIndex}
        disabledReason={row.logged ? undefined : t('supervision.action.notLogged')}
        className={styles.disconnect}
        onClick={() => onDisconnect(agentId)}
      />
    </span>
  );
}

/** Why the agent's call cannot be supervised; the server knows more than the board, e.g. whether the call was answered. */
function useCallReason({ logged, channels }: BoardRowView, stale: boolean): string | undefined {
  const { t } = useTranslation();
  const voice = channels.find(({ channel }) => channel === 'voice');
  if (stale) return t('supervision.call.stale');
  if (voice === undefined) return t('supervision.call.noVoice');
  const isInCall = logged && voice.activeAttendances > 0 && callStatuses.includes(voice.status);
  return isInCall ? undefined : t('supervision.call.noCall');
}

/** A requested pause begins when the call ends. */
const callStatuses: ReadonlyArray<BoardChannelView['status']> = ['inAttendance', 'scheduledPause'];
