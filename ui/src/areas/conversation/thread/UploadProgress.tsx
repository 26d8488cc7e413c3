// How much of the message's file was uploaded, with the button that cancels it.
import { X } from 'lucide-react';
import { useTranslation } from '../../../i18n/useTranslation';
import { IconButton } from '../../../design/IconButton';
import styles from './UploadProgress.module.css';

export function UploadProgress({ share, onCancel }: { share: number; onCancel: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.upload}>
      <span
        className={styles.track}
        role="progressbar"
        aria-label={t('chat.attach.progress')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
      >
        <span className={styles.bar} style={{ transform: `scaleX(${share})` }} />
      </span>
      <IconButton size="small" iconSize={14} glyph={X} label={t('chat.attach.cancel')} onClick={onCancel} />
    </div>
  );
}
