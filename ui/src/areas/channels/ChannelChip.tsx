// One channel's status in the top bar with its timer and a menu of actions. Status and allowed actions are props.
import { CircleX, Coffee, MicOff, Play, Plug, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Badge } from '../../design/Badge';
import { Countdown } from '../../design/Countdown';
import { channelGlyph, statusLook, type ChannelName, type ChannelStatus } from './channels';
import { HintedButton } from '../../design/HintedButton';
import { Icon } from '../../design/icons/Icon';
import { DropdownMenu, type MenuEntry } from '../../design/Menu';
import { StatusMark } from '../../design/StatusMark';
import { Timer } from '../../design/Timer';
import { formatTime } from '../../i18n/format';
import styles from './ChannelChip.module.css';

export interface ChannelChipProps {
  channel: ChannelName;
  status: ChannelStatus;
  /** The start of the status, epoch milliseconds on the server's clock. */
  since: number | null;
  pauseName?: string | undefined;
  /** The end of the status, epoch milliseconds on the server's clock: the timer counts down to it. */
  until?: number | undefined;
  /** Whether the last seconds before `until` have begun. */
  ending?: boolean | undefined;
  /** Whether a connect or disconnect is pending. */
  pending: boolean;
  canConnect: boolean;
  canDisconnect: boolean;
  /** The cause of the status, as text. */
  why?: string | undefined;
  /** Whether the telephone in this page has no microphone, so that the customer would not hear the agent. */
  noMicrophone?: boolean | undefined;
  /** The available pause action. */
  pauseAction?: 'pause' | 'leave' | 'cancel' | undefined;
  onPauseAction?: (() => void) | undefined;
  /** The pause action for all channels: on a phone, whose top bar has no pause button. */
  allChannels?: { action: 'pause' | 'leave'; onSelect: () => void } | undefined;
  /** The number of customers waiting in the queues of this channel. */
  onHold?: number | undefined;
  onConnect: () => void;
  onDisconnect: () => void;
}

export function ChannelChip(props: ChannelChipProps) {
  const { t } = useTranslation();
  const { channel, since, onHold = 0 } = props;
  const status: ChannelStatus = props.pending ? 'processing' : props.status;
  const look = statusLook[status];
  const name = t(`channels.name.${channel}`);
  const word = status === 'paused' && props.pauseName !== undefined ? props.pauseName : t(look.wordKey);
  const timed = look.showsTimer && since !== null;
  const statusLabel = timed
    ? t('channels.chip.labelSince', { channel: name, status: word, time: formatTime(since) })
    : t('channels.chip.label', { channel: name, status: word });
  const { noMicrophone = false } = props;
  const label = [
    statusLabel,
    ...(onHold > 0 ? [t('channels.chip.onHold', { count: onHold })] : []),
    ...(noMicrophone ? [t('channels.chip.noMicrophone')] : []),
  ].join(', ');

  return (
    <DropdownMenu
      label={name}
      entries={chipEntries(
        props,
        <Cause
          heading={`${name} · ${word}`}
          since={timed ? t('channels.chip.since', { time: formatTime(since) }) : undefined}
          why={noMicrophone ? t('channels.chip.noMicrophoneHelp') : props.why}
          waiting={onHold > 0 ? t('channels.chip.onHold', { count: onHold }) : undefined}
        />,
        {
          connect: t('channels.chip.connect'),
          disconnect: t('channels.chip.disconnect'),
          pause: t('pauses.menu.pause'),
          leave: t('pauses.menu.leave'),
          cancel: t('pauses.menu.cancel'),
          pauseAll: t('pauses.menu.pauseAll'),
          leaveAll: t('pauses.menu.leaveAll'),
        },
      )}
      trigger={
        <HintedButton
          hint={label}
          className={styles.chip}
          data-ch={channel}
          data-tone={status === 'wrapUp' && props.ending === true ? 'warning' : look.tone}
          data-status={status}
          data-waiting={onHold > 0 || undefined}
          aria-label={label}
        >
          <Icon glyph={channelGlyph[channel]} className={styles.channel} />
          <span className={styles.name}>{name}</span>
          {noMicrophone && <Icon glyph={MicOff} size={14} className={styles.noMicrophone} />}
          <span className={styles.status}>
            <StatusMark shape={look.shape} className={styles.mark} />
            <span className={styles.word}>{word}</span>
          </span>
          {timed &&
            (status === 'wrapUp' && props.until !== undefined ? (
              <Countdown until={props.until} className={styles.time} />
            ) : (
              <Timer since={since} className={styles.time} />
            ))}
          <Badge count={onHold} label={t('channels.chip.onHold', { count: onHold })} className={styles.onHold} />
        </HintedButton>
      }
    />
  );
}

const pauseGlyph = { pause: Coffee, leave: Play, cancel: CircleX } as const;

function Cause({
  heading,
  since,
  why,
  waiting,
}: {
  heading: string;
  since: string | undefined;
  why: string | undefined;
  waiting: string | undefined;
}) {
  return (
    <>
      <span className={styles.heading}>{heading}</span>
      {since !== undefined && <span className={styles.cause}>{since}</span>}
      {why !== undefined && <span className={styles.cause}>{why}</span>}
      {waiting !== undefined && <span className={styles.cause}>{waiting}</span>}
    </>
  );
}

function chipEntries(
  props: ChannelChipProps,
  cause: ReactNode,
  labels: Record<'connect' | 'disconnect' | 'pause' | 'leave' | 'cancel' | 'pauseAll' | 'leaveAll', string>,
): ReadonlyArray<MenuEntry> {
  const entries: MenuEntry[] = [{ kind: 'text', id: 'cause', content: cause }];
  const { pauseAction, onPauseAction } = props;
  if (pauseAction !== undefined && onPauseAction !== undefined) {
    entries.push({
      kind: 'action',
      id: 'pause',
      label: labels[pauseAction],
      glyph: pauseGlyph[pauseAction],
      onSelect: onPauseAction,
    });
  }
  const { allChannels } = props;
  if (allChannels !== undefined) {
    const { action, onSelect } = allChannels;
    const label = action === 'pause' ? labels.pauseAll : labels.leaveAll;
    entries.push({ kind: 'action', id: 'allChannels', label, glyph: pauseGlyph[action], onSelect });
  }
  if (props.canConnect)
    entries.push({ kind: 'action', id: 'connect', label: labels.connect, glyph: Plug, onSelect: props.onConnect });
  if (props.canDisconnect) {
    entries.push({
      kind: 'action',
      id: 'disconnect',
      label: labels.disconnect,
      glyph: Unplug,
      onSelect: props.onDisconnect,
    });
  }
  return entries;
}
