// Which channels a list shows: one icon button per channel, any number of them pressed.
import { ToggleGroup } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { channelGlyph, type ChannelName } from './channels';
import { Icon } from './icons/Icon';
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
    <ToggleGroup.Root type="multiple" className={styles.group} aria-label={label} value={[...shown]} onValueChange={(values) => onChange(channels.filter((channel) => values.includes(channel)))}>
      {channels.map((channel) => (
        <ToggleGroup.Item key={channel} value={channel} data-ch={channel} aria-label={t(`channels.name.${channel}`)} title={t(`channels.name.${channel}`)} className={styles.toggle}>
          <Icon glyph={channelGlyph[channel]} />
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
