// The counts of a list as a choice that filters the entries. The numbers change in place.
import * as RadioGroup from 'radix-ui/radio-group';
import { formatNumber } from '../../i18n/format';
import { useTranslation } from '../../i18n/useTranslation';
import { CountMark } from './ProgressBar';
import type { BroadcastProgress, EntryGroup } from './types';
import styles from './StatusCounts.module.css';

export interface StatusCountsProps {
  /** Undefined while the list is loading. */
  progress: BroadcastProgress | undefined;
  value: EntryGroup;
  onChange: (group: EntryGroup) => void;
}

const groups: ReadonlyArray<EntryGroup> = ['all', 'read', 'delivered', 'sent', 'queued', 'error'];

export function StatusCounts({ progress, value, onChange }: StatusCountsProps) {
  const { t } = useTranslation();
  const choose = (chosen: string): void => {
    const group = groups.find((known) => known === chosen);
    if (group !== undefined) onChange(group);
  };
  // Of a cancelled list nothing waits.
  const wordOf = (group: EntryGroup) =>
    group === 'queued' && progress !== undefined && progress.notSent > 0 && progress.queued === 0 ? 'notSent' : group;
  return (
    <RadioGroup.Root
      className={styles.counts}
      aria-label={t('broadcastPage.detail.groups')}
      aria-busy={progress === undefined || undefined}
      orientation="horizontal"
      value={value}
      onValueChange={choose}
    >
      {groups.map((group) => (
        <RadioGroup.Item key={group} value={group} className={styles.count}>
          <span className={styles.word}>
            <CountMark kind={group} />
            {t(`broadcastPage.detail.group.${wordOf(group)}`)}
          </span>
          {progress === undefined ? (
            <span className={styles.waiting} />
          ) : (
            <span className={styles.number}>
              {formatNumber(countOf(progress, group))}
              {group !== 'all' && (
                <small className={styles.share}>
                  {t('broadcastPage.detail.share', { percent: percentOf(countOf(progress, group), progress.total) })}
                </small>
              )}
            </span>
          )}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}

/** Entries of a cancelled list that were not sent are in the group of those that wait. */
function countOf(progress: BroadcastProgress, group: EntryGroup): number {
  if (group === 'all') return progress.total;
  return group === 'queued' ? progress.queued + progress.notSent : progress[group];
}

/** A part that exists is never shown as 0 %, and one that is not the whole is never shown as 100 %. */
export function percentOf(count: number, total: number): number {
  if (count === 0 || total === 0) return 0;
  if (count === total) return 100;
  return Math.min(99, Math.max(1, Math.round((count / total) * 100)));
}
