// The parts that the table and the cards of colleagues share: name, channels, open attendances, and the button or its reason.
import type { CallObstacle, Channel, ColleagueChannelView, ColleagueRowView, TransferKind } from 'core-wasm';
import { ArrowLeftRight, Phone, UsersRound } from 'lucide-react';
import type { ReactElement } from 'react';
import { Avatar } from '../../design/Avatar';
import { Button } from '../../design/Button';
import { Icon, type Glyph } from '../../design/icons/Icon';
import { ContextMenu, type MenuEntry } from '../../design/Menu';
import { StatusMark } from '../../design/StatusMark';
import { useRowTabIndex } from '../../design/TableRows';
import { Timer } from '../../design/Timer';
import { VisuallyHidden } from '../../design/VisuallyHidden';
import { formatNumber } from '../../i18n/format';
import { useTranslation } from '../../i18n/useTranslation';
import { channelGlyph, statusLook } from '../channels/channels';
import { channelOf, channelOrder, loadShare, obstacleOf } from './colleagues';
import styles from './ColleagueParts.module.css';

export interface ColleagueActions {
  /** Why no colleague can be called now. */
  obstacle: CallObstacle | undefined;
  /** The server cannot be reached. */
  offline: boolean;
  /** The caller of an internal call that is not answered yet. */
  ringing?: 'calling' | 'ringing' | undefined;
  onCall: (agentId: string) => void;
  /** Opens the transfer of the agent's call to the colleague; undefined without a call that can be transferred. */
  onTransfer?: ((agentId: string, kind: TransferKind) => void) | undefined;
}

/** Renders the row of a colleague from its slice; nothing if the colleague is not in the list. */
export type RenderColleague = (agentId: string, draw: (row: ColleagueRowView) => ReactElement) => ReactElement | null;

export function ColleagueName({ row, withExtension }: { row: ColleagueRowView; withExtension: boolean }) {
  const name = (
    <span className={styles.name} title={row.name}>
      {row.name}
    </span>
  );
  return (
    <span className={styles.colleague}>
      <Avatar initials={row.initials} color={row.color} size={26} />
      {withExtension ? (
        <span className={styles.twoLines}>
          {name}
          {row.extension !== '' && <span className={styles.nameExtension}>{row.extension}</span>}
        </span>
      ) : (
        name
      )}
    </span>
  );
}

export function ColleagueChannel({ state, withTime }: { state: ColleagueChannelView | undefined; withTime: boolean }) {
  const word = useChannelWord(state);
  if (state === undefined) {
    return (
      <span className={styles.none}>
        <span aria-hidden="true">–</span>
        <VisuallyHidden>{word}</VisuallyHidden>
      </span>
    );
  }
  const { showsTimer, shape } = statusLook[state.status];
  const hasTime = withTime && showsTimer && state.since !== undefined && !isCounted(state);
  return (
    <span className={styles.state} data-status={state.status}>
      <StatusMark shape={shape} className={styles.mark} />
      <span className={styles.word}>{word}</span>
      {hasTime && state.since !== undefined && <Timer since={state.since} shape="call" className={styles.time} />}
    </span>
  );
}

/** Conversations are counted; a call counts as one. */
function isCounted({ channel, activeAttendances, status }: ColleagueChannelView): boolean {
  return channel !== 'voice' && activeAttendances > 0 && status === 'inAttendance';
}

function useChannelWord(state: ColleagueChannelView | undefined): string {
  const { t } = useTranslation();
  if (state === undefined) return t('colleagues.state.none');
  if (isCounted(state)) return t('colleagues.state.conversations', { count: state.activeAttendances });
  switch (state.status) {
    case 'available':
      return t('colleagues.state.available');
    case 'wrapUp':
      return t('colleagues.state.wrapUp');
    case 'paused':
      return state.pause ?? t('colleagues.state.paused');
    case 'scheduledPause':
      return t('colleagues.state.scheduledPause');
    case 'inAttendance':
    case 'processing':
    case 'checking':
    case 'lost':
      return t('colleagues.state.inCall');
    case 'disconnected':
      return t('colleagues.state.disconnected');
  }
}

export function OpenAttendances({ row }: { row: ColleagueRowView }) {
  const { t } = useTranslation();
  const count = row.openAttendances;
  return (
    <span className={styles.open}>
      <span aria-hidden="true">{formatNumber(count)}</span>
      <VisuallyHidden>{t('colleagues.open', { count })}</VisuallyHidden>
      <span className={styles.meter} aria-hidden="true">
        <span className={styles.load} style={{ width: `${loadShare(count) * 100}%` }} />
      </span>
    </span>
  );
}

/** The reason that is shown in place of the button; undefined if the colleague can be called. */
function useReason(row: ColleagueRowView, ringing: ColleagueActions['ringing']): string | undefined {
  const { t } = useTranslation();
  const obstacle = obstacleOf(row);
  if (obstacle === undefined) return undefined;
  return t(`colleagues.obstacle.${obstacle === 'withYou' && ringing !== undefined ? ringing : obstacle}`);
}

/** Why the buttons of all rows are disabled. */
function useGeneralReason({ obstacle, offline }: ColleagueActions): string | undefined {
  const { t } = useTranslation();
  if (obstacle !== undefined) return t(`colleagues.obstacle.${obstacle}`);
  return offline ? t('colleagues.offline') : undefined;
}

/**
 * Shift+F10 on the button, or the right mouse button: opens a menu: call, transfer the current call, or consult the colleague
 * before.
 */
function useColleagueEntries(row: ColleagueRowView, actions: ColleagueActions): ReadonlyArray<MenuEntry> {
  const { t } = useTranslation();
  const reason = useReason(row, actions.ringing);
  const generalReason = useGeneralReason(actions);
  const { agentId } = row;
  const obstacle = obstacleOf(row);
  const { onCall, onTransfer } = actions;
  const noTransfer =
    onTransfer === undefined
      ? t('colleagues.menu.noCall')
      : obstacle === undefined
        ? undefined
        : t(`colleagues.obstacle.${obstacle}`);
  const transfer = (id: 'transfer' | 'consult', glyph: Glyph, kind: TransferKind): MenuEntry => ({
    kind: 'action',
    id,
    label: t(`colleagues.menu.${id}`),
    glyph,
    disabledReason: noTransfer,
    onSelect: () => onTransfer?.(agentId, kind),
  });
  return [
    {
      kind: 'action',
      id: 'call',
      label: t('colleagues.call'),
      glyph: Phone,
      disabledReason: reason ?? generalReason,
      onSelect: () => onCall(agentId),
    },
    transfer('transfer', ArrowLeftRight, 'blind'),
    transfer('consult', UsersRound, 'assisted'),
  ];
}

export function CallColleague({ row, ...actions }: ColleagueActions & { row: ColleagueRowView }) {
  const { t } = useTranslation();
  const entries = useColleagueEntries(row, actions);
  // The banner already says why no colleague can be called.
  if (actions.obstacle === 'blocked' && row.obstacle === undefined) return null;
  return (
    <ContextMenu
      label={t('colleagues.menu.label', { name: row.name })}
      entries={entries}
      trigger={
        <span className={styles.menuArea}>
          <CallButton row={row} {...actions} />
        </span>
      }
    />
  );
}

function CallButton({ row, ...actions }: ColleagueActions & { row: ColleagueRowView }) {
  const { t } = useTranslation();
  const tabIndex = useRowTabIndex();
  const reason = useReason(row, actions.ringing);
  const generalReason = useGeneralReason(actions);
  if (reason !== undefined) {
    return (
      <button
        type="button"
        className={styles.reason}
        data-with-you={row.obstacle === 'withYou' || undefined}
        tabIndex={tabIndex}
        aria-disabled="true"
        aria-label={t('colleagues.callOff', { name: row.name, reason })}
      >
        {reason}
      </button>
    );
  }
  return (
    <Button
      size="small"
      glyph={Phone}
      tabIndex={tabIndex}
      aria-label={t('colleagues.callTo', { name: row.name, extension: row.extension })}
      disabledReason={generalReason}
      onClick={() => actions.onCall(row.agentId)}
    >
      {t('colleagues.call')}
    </Button>
  );
}

/** The row on a phone: name and extension, the marks of the channels, and a round button. */
export function ColleagueCard({ row, ...actions }: ColleagueActions & { row: ColleagueRowView }) {
  const { t } = useTranslation();
  const tabIndex = useRowTabIndex();
  const reason = useReason(row, actions.ringing);
  const generalReason = useGeneralReason(actions);
  const off = reason ?? generalReason;
  return (
    <span className={styles.card} data-with-you={row.obstacle === 'withYou' || undefined}>
      <Avatar initials={row.initials} color={row.color} size={40} />
      <span className={styles.lines}>
        <span className={styles.first}>
          <span className={styles.cardName}>{row.name}</span>
          <span className={styles.extension}>{row.extension}</span>
        </span>
        <span className={styles.marks}>
          {channelOrder.map((channel) => (
            <ChannelMark key={channel} channel={channel} state={channelOf(row.channels, channel)} />
          ))}
          {reason !== undefined && <span className={styles.word}>{reason}</span>}
        </span>
      </span>
      <button
        type="button"
        className={styles.round}
        tabIndex={tabIndex}
        aria-label={
          off === undefined
            ? t('colleagues.callTo', { name: row.name, extension: row.extension })
            : t('colleagues.callOff', { name: row.name, reason: off })
        }
        aria-disabled={off !== undefined || undefined}
        onClick={off === undefined ? () => actions.onCall(row.agentId) : undefined}
      >
        <Icon glyph={Phone} size={18} />
      </button>
    </span>
  );
}

function ChannelMark({ channel, state }: { channel: Channel; state: ColleagueChannelView | undefined }) {
  const { t } = useTranslation();
  const word = useChannelWord(state);
  return (
    <span className={styles.channelMark} data-ch={channel}>
      <Icon glyph={channelGlyph[channel]} size={14} className={styles.channelGlyph} />
      <StatusMark shape={state === undefined ? 'hollowRing' : statusLook[state.status].shape} />
      <VisuallyHidden>{`${t(`channels.name.${channel}`)}: ${word}. `}</VisuallyHidden>
    </span>
  );
}
