// The channel of an attendance as a tile in the channel's colours; its name is for screen readers.
import { CircleHelp } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { classNames } from '../../design/classNames';
import { Icon } from '../../design/icons/Icon';
import { VisuallyHidden } from '../../design/VisuallyHidden';
import { channelGlyph, type ChannelName } from '../channels/channels';
import styles from './ChannelTile.module.css';

export interface ChannelTileProps {
  /** Undefined for a channel that this version does not know. */
  channel: ChannelName | undefined;
  size: 'small' | 'medium' | 'large';
  className?: string | undefined;
}

export function ChannelTile({ channel, size, className }: ChannelTileProps) {
  const { t } = useTranslation();
  return (
    <span data-ch={channel ?? 'other'} data-size={size} className={classNames(styles.tile, className)}>
      <Icon glyph={channel === undefined ? CircleHelp : channelGlyph[channel]} size={size === 'small' ? 14 : 16} />
      {channel !== undefined && <VisuallyHidden>{t(`channels.name.${channel}`)}</VisuallyHidden>}
    </span>
  );
}
