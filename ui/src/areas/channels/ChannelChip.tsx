// One channel's status in the top bar, with its running time; pressing it opens what can be done. Which status holds and what is allowed is told.
import { Plug, Unplug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { channelGlyph, statusLook, type ChannelName, type ChannelStatus } from '../../design/channels';
import { Icon } from '../../design/icons/Icon';
import { DropdownMenu, type MenuEntry } from '../../design/Menu';
import { StatusMark } from '../../design/StatusMark';
import { Timer } from '../../design/Timer';
import { formatTime } from '../../i18n/format';
import styles from './ChannelChip.module.css';

export interface ChannelChipProps {
  channel: ChannelName;
  status: ChannelStatus;
  /** Since when the status holds, epoch milliseconds on the server's clock. */
  since: number | null;
  pauseName?: string | undefined;
  /** A connect or disconnect is under way. */
  pending: boolean;
  canConnect: boolean;
  canDisconnect: boolean;
  disconnectBlockedReason?: string | undefined;
  onConnect: () => void;
  onDisconnect: () => void;
}

export function ChannelChip(props: ChannelChipProps) {
  const { t } = useTranslation();
  const { channel, since } = props;
  const status: ChannelStatus = props.pending ? 'processing' : props.status;
  const look = statusLook[status];
  const name = t(`channels.name.${channel}`);
  const word = status === 'paused' && props.pauseName !== undefined ? props.pauseName : t(look.wordKey);
  const timed = look.showsTimer && since !== null;
  const label = timed ? t('channels.chip.labelSince', { channel: name, status: word, time: formatTime(since) }) : t('channels.chip.label', { channel: name, status: word });

  return (
    <DropdownMenu
      label={name}
      entries={chipEntries(props, `${name} · ${word}`, t('channels.chip.connect'), t('channels.chip.disconnect'))}
      trigger={
        <button type="button" className={styles.chip} data-ch={channel} data-tone={look.tone} data-status={status} aria-label={label} title={`${name}: ${word}`}>
          <Icon glyph={channelGlyph[channel]} className={styles.channel} />
          <span className={styles.name}>{name}</span>
          <span className={styles.status}>
            <StatusMark shape={look.shape} className={styles.mark} />
            <span className={styles.word}>{word}</span>
          </span>
          {timed && <Timer since={since} className={styles.time} />}
        </button>
      }
    />
  );
}

function chipEntries(props: ChannelChipProps, heading: string, connectLabel: string, disconnectLabel: string): ReadonlyArray<MenuEntry> {
  const entries: MenuEntry[] = [{ kind: 'text', id: 'heading', content: heading }];
  if (props.canConnect) entries.push({ kind: 'action', id: 'connect', label: connectLabel, glyph: Plug, onSelect: props.onConnect });
  if (props.canDisconnect || props.disconnectBlockedReason !== undefined) {
    entries.push({ kind: 'action', id: 'disconnect', label: disconnectLabel, glyph: Unplug, disabledReason: props.disconnectBlockedReason, onSelect: props.onDisconnect });
  }
  return entries;
}
