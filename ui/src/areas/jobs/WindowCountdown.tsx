// The countdown of the conversation window: HH:mm:ss, in warning color below two hours, then "Expirada", or that the agent waits for the customer. The text node is updated once a second by
// the ticker of the page; React renders only when the tone or the hour changes.
import { Clock } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { classNames } from '../../design/classNames';
import { Icon } from '../../design/icons/Icon';
import { useRunningTime } from '../../design/useRunningTime';
import { VisuallyHidden } from '../../design/VisuallyHidden';
import { millisecondsLeft, useWindowLeft, windowLabel, type ShownWindow } from './windowLeft';
import styles from './WindowCountdown.module.css';

export interface WindowCountdownProps {
  window: ShownWindow;
  /** "card": a line of the list, whose link has the label. "chip": in the header. "line": in the second line of the header. */
  look: 'card' | 'chip' | 'line';
  /** Further content of the tooltip: the route of the conversation. */
  hint?: string | undefined;
  className?: string | undefined;
}

export function WindowCountdown({ window, look, hint = '', className }: WindowCountdownProps) {
  const { t } = useTranslation();
  const left = useWindowLeft(window);
  if (left === null) return null;
  const label = windowLabel(window, left, t);
  return (
    <span
      className={classNames(styles.window, styles[look], className)}
      data-tone={left.tone}
      title={look === 'card' ? undefined : [t('jobs.window.title'), hint].filter((part) => part !== '').join(' · ')}
    >
      <Icon glyph={Clock} size={look === 'card' ? 12 : 14} className={styles.glyph} />
      {look === 'chip' && (
        <span className={styles.word} aria-hidden="true">
          {t('jobs.window.word')}
        </span>
      )}
      {look !== 'card' && <VisuallyHidden>{label}</VisuallyHidden>}
      {window.state === 'open' ? (
        <TimeLeft endsAt={window.endsAt} />
      ) : (
        <span className={styles.time} aria-hidden="true">
          {t(window.state === 'awaited' ? 'jobs.window.awaited' : 'jobs.window.expired')}
        </span>
      )}
    </span>
  );
}

/** Hidden from screen readers, which would read it every second; the label has the hours instead. */
function TimeLeft({ endsAt }: { endsAt: number }) {
  const element = useRunningTime(millisecondsLeft, endsAt, 'clock');
  return <span ref={element} className={styles.time} aria-hidden="true" />;
}
