// The controls for filtering and sorting the list: a saved view, only those who wait for an answer, only some queues, and the order of the list.
// All are preferences (ui-day §3).
import { ArrowDownWideNarrow, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useChangePreferences, useSlice, useSlicePart } from '../../core/react';
import { classNames } from '../../design/classNames';
import { HintedButton } from '../../design/HintedButton';
import { Icon } from '../../design/icons/Icon';
import { IconButton } from '../../design/IconButton';
import { DropdownMenu } from '../../design/Menu';
import { formatNumber } from '../../i18n/format';
import { QueueFilter } from './QueueFilter';
import styles from './TriageBar.module.css';

const orders = ['newest', 'longestWaiting'] as const;

export interface TriageBarProps {
  /** The saved views. */
  views?: ReactNode;
}

export function TriageBar({ views }: TriageBarProps) {
  const { t } = useTranslation();
  const change = useChangePreferences();
  const { onlyWaiting, listOrder, listQueues } = useSlice('preferences');
  const queues = useSlice('jobQueues');
  const waiting = useSlicePart('jobSummary', (summary) => summary.waiting);
  return (
    <div className={styles.bar}>
      {views}
      <HintedButton
        hint={t(onlyWaiting ? 'jobs.wait.showAll' : 'jobs.wait.showOnly', { count: waiting })}
        className={classNames(styles.chip, styles.waiting)}
        aria-pressed={onlyWaiting}
        onClick={() => change({ onlyWaiting: !onlyWaiting })}
      >
        <Icon glyph={Hourglass} size={12} className={styles.glyph} />
        <span className={styles.word}>{t('jobs.wait.only')}</span>
        <span className={styles.count}>{formatNumber(waiting)}</span>
      </HintedButton>
      {(queues.length > 1 || listQueues.length > 0) && (
        <QueueFilter queues={queues} chosen={listQueues} onChange={(next) => change({ listQueues: [...next] })} />
      )}
      <span className={styles.space} />
      <DropdownMenu
        label={t('jobs.wait.order')}
        entries={[
          {
            kind: 'choice',
            id: 'order',
            label: t('jobs.wait.order'),
            options: orders.map((value) => ({ value, label: t(`jobs.wait.orders.${value}`) })),
            value: listOrder,
            onChange: (value) => change({ listOrder: orders.find((order) => order === value) ?? 'newest' }),
          },
        ]}
        trigger={
          <IconButton
            size="small"
            glyph={ArrowDownWideNarrow}
            label={t('jobs.wait.orderNow', { order: t(`jobs.wait.orders.${listOrder}`) })}
          />
        }
      />
    </div>
  );
}
