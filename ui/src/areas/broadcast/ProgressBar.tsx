// The progress of a list as a bar of parts. Screen readers get the same counts as a sentence.
import { classNames } from '../../design/classNames';
import { useTranslation } from '../../i18n/useTranslation';
import { countTexts, progressParts, progressSentence, type CountKind } from './broadcastTexts';
import type { BroadcastProgress, EntryGroup } from './types';
import styles from './ProgressBar.module.css';

export function ProgressBar({ progress, large = false }: { progress: BroadcastProgress; large?: boolean }) {
  const { t } = useTranslation();
  const { total, processed } = progress;
  return (
    <div
      role="progressbar"
      aria-label={progressSentence(progress, t)}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={processed}
      className={classNames(styles.bar, large && styles.large)}
    >
      {progressParts
        .filter((part) => progress[part] > 0)
        .map((part) => (
          <span key={part} className={styles.part} data-kind={part} style={{ width: shareOf(progress[part], total) }} />
        ))}
    </div>
  );
}

/** The counts in words, each with the colour of its part of the bar. */
export function ProgressCounts({ progress }: { progress: BroadcastProgress }) {
  const { t } = useTranslation();
  return (
    // The bar says the same.
    <span className={styles.counts} aria-hidden="true">
      {countTexts(progress, t).map(({ kind, text }) => (
        <span key={kind} className={styles.count} data-kind={kind}>
          <CountMark kind={kind} />
          {text}
        </span>
      ))}
    </span>
  );
}

export function CountMark({ kind }: { kind: CountKind | EntryGroup }) {
  return <i className={styles.mark} data-kind={kind} aria-hidden="true" />;
}

function shareOf(count: number, total: number): string {
  return total === 0 ? '0' : `${((count / total) * 100).toFixed(3)}%`;
}
