// How long a customer waits for an answer. Three shapes repeat the meaning of the colours: without a mark, an hourglass on a tint, an alarm clock on
// a solid ground.
import { AlarmClock, Hourglass, Moon } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { Icon } from '../../design/icons/Icon';
import { formatFull } from '../../i18n/format';
import { waitText, type Wait, type WaitNow } from './waitingTime';
import styles from './WaitingPill.module.css';

export interface WaitingPillProps {
  wait: Wait;
  now: WaitNow;
}

/** The link around it has the text for screen readers. */
export function WaitingPill({ wait, now }: WaitingPillProps) {
  const { t } = useTranslation();
  return (
    <span
      className={styles.pill}
      data-tone={now.tone}
      title={t('jobs.wait.since', { time: formatFull(wait.since) })}
      aria-hidden="true"
    >
      <Icon
        glyph={now.tone === 'over' ? AlarmClock : now.tone === 'closed' ? Moon : Hourglass}
        size={12}
        className={styles.glyph}
      />
      {now.tone === 'closed' ? t('jobs.wait.closed') : waitText(now.minutes, t)}
    </span>
  );
}
