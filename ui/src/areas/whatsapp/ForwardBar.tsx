// Above the composer while messages are being selected: their number, and the forward button. Afterwards it shows the result.
import { CircleCheck, Forward, X } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { IconButton } from '../../design/IconButton';
import { Icon } from '../../design/icons/Icon';
import styles from './ForwardBar.module.css';

export interface ForwardBarProps {
  count: number;
  onForward: () => void;
  onCancel: () => void;
}

export function ForwardBar({ count, onForward, onCancel }: ForwardBarProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.bar} aria-label={t('whatsapp.forward.bar')}>
      <IconButton glyph={X} label={t('whatsapp.forward.cancel')} onClick={onCancel} />
      <p className={styles.text} role="status">
        {count === 0 ? t('whatsapp.forward.none') : t('whatsapp.forward.count', { count })}
      </p>
      <Button
        tone="primary"
        glyph={Forward}
        disabledReason={count === 0 ? t('whatsapp.forward.chooseFirst') : undefined}
        onClick={onForward}
      >
        {t('whatsapp.forward.choose')}
      </Button>
    </section>
  );
}

export interface ForwardedBarProps {
  count: number;
  /** Customer of the attendance that received the messages. */
  name: string;
  onOpen: () => void;
  onClose: () => void;
}

export function ForwardedBar({ count, name, onOpen, onClose }: ForwardedBarProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.bar} aria-label={t('whatsapp.forward.result')}>
      <Icon glyph={CircleCheck} className={styles.done} />
      <p className={styles.text} role="status">
        {t('whatsapp.forward.done', { count, name })}
      </p>
      <Button tone="ghost" onClick={onOpen}>
        {t('whatsapp.forward.open')}
      </Button>
      <IconButton glyph={X} label={t('whatsapp.forward.close')} onClick={onClose} />
    </section>
  );
}
