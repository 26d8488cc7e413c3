// Which channels a list shows: one icon button per channel, any number of them pressed.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { goAlong } from '../../design/arrowKeys';
import { channelGlyph, type ChannelName } from './channels';
import { Icon } from '../../design/icons/Icon';
import styles from './ChannelToggles.module.css';

export interface ChannelTogglesProps {
  label: string;
  channels: ReadonlyArray<ChannelName>;
  shown: ReadonlyArray<ChannelName>;
  onChange: (shown: ReadonlyArray<ChannelName>) => void;
}

export function ChannelToggles({ label, channels, shown, onChange }: ChannelTogglesProps) {
  const { t } = useTranslation();
  /** Where the Tab key comes back to. */
  const [visited, setVisited] = useState<ChannelName | undefined>(undefined);
  const tabStop = channels.find((channel) => channel === visited) ?? channels[0];
  return (
    <div role="group" className={styles.group} aria-label={label} onKeyDown={goAlong}>
      {channels.map((channel) => {
        const on = shown.includes(channel);
        return (
          <button
            key={channel}
            type="button"
            aria-pressed={on}
            data-state={on ? 'on' : undefined}
            data-ch={channel}
            aria-label={t(`channels.name.${channel}`)}
            title={t(`channels.name.${channel}`)}
            tabIndex={channel === tabStop ? 0 : -1}
            className={styles.toggle}
            onFocus={() => setVisited(channel)}
            onClick={() =>
              onChange(channels.filter((candidate) => (candidate === channel ? !on : shown.includes(candidate))))
            }
          >
            <Icon glyph={channelGlyph[channel]} />
          </button>
        );
      })}
    </div>
  );
}
