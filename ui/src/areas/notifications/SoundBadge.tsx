// The badge that shows that the browser does not allow sound yet. Any click on the page allows it.
import { VolumeX } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { useSlice } from '../../core/react';
import { IconButton } from '../../design/IconButton';
import styles from './SoundBadge.module.css';

export function SoundBadge() {
  const { soundBlocked } = useSlice('alerts');
  const { sounds } = useSlice('preferences');
  return soundBlocked && sounds ? <BlockedSound /> : null;
}

export function BlockedSound() {
  const { t } = useTranslation();
  return <IconButton glyph={VolumeX} iconSize={18} label={t('notifications.sound.blocked')} className={styles.badge} />;
}
