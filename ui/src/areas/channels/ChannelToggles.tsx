// Chooses the channels that a list shows: one icon button per channel, any number of them pressed.
import * as ToggleGroup from 'radix-ui/toggle-group';
import { useTranslation } from '../../i18n/useTranslation';
import { Icon } from '../../design/icons/Icon';
import { channelGlyph, type ChannelName } from './channels';
import styles from './ChannelToggles.module.css';

export interface ChannelTogglesProps {
  label: string;
  channels: ReadonlyArray<ChannelName>;
  shown: ReadonlyArray<ChannelName>;
  onChange: (shown: ReadonlyArray<ChannelName>) => void;
}

export function ChannelToggles({ label, channels, shown, onChange }: ChannelTogglesProps) {
  const { t } = useTranslation();
  return (
    <ToggleGroup.Root
      type="multiple"
      className={styles.group}
      aria-label={label}
      value={[...shown]}
      onValueChange={(pressed) => onChange(channels.filter((channel) => pressed.includes(channel)))}
    >
      {channels.map((channel) => (
        <ToggleGroup.Item
          key={channel}
          value={channel}
          data-ch={channel}
          aria-label={t(`channels.name.${channel}`)}
          title={t(`channels.name.${channel}`)}
          className={styles.toggle}
        >
          <Icon glyph={channelGlyph[channel]} />
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
