// Chooses the channels that a list shows: one icon button per channel; a click hides or shows that channel.
import * as ToggleGroup from 'radix-ui/toggle-group';
import { forwardRef, type ButtonHTMLAttributes } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { HintedButton } from '../../design/HintedButton';
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
  return (
    <ToggleGroup.Root
      type="multiple"
      className={styles.group}
      aria-label={label}
      value={[...shown]}
      onValueChange={(pressed) => onChange(channels.filter((channel) => pressed.includes(channel)))}
    >
      {channels.map((channel) => (
        <ToggleGroup.Item key={channel} value={channel} asChild>
          <ChannelToggle channel={channel} isShown={shown.includes(channel)} />
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}

interface ChannelToggleProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  channel: ChannelName;
  isShown: boolean;
}

/** Its name says what a click does, so that it has no pressed state beside it. */
const ChannelToggle = forwardRef<HTMLButtonElement, ChannelToggleProps>(function ChannelToggle(
  { channel, isShown, ...rest },
  ref,
) {
  const { t } = useTranslation();
  const label = t(`channels.toggle.${isShown ? 'hide' : 'show'}`, { channel: t(`channels.name.${channel}`) });
  return (
    <HintedButton
      {...rest}
      ref={ref}
      hint={label}
      aria-label={label}
      aria-pressed={undefined}
      data-ch={channel}
      className={styles.toggle}
    >
      <Icon glyph={channelGlyph[channel]} />
    </HintedButton>
  );
});
