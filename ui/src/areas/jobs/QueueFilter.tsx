// The queues whose attendances the list shows: none chosen means all (BEY-155). A chosen queue without attendances counts, too.
import { ChevronDown } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Checkbox } from '../../design/Checkbox';
import { HintedButton } from '../../design/HintedButton';
import { Icon } from '../../design/icons/Icon';
import { Popover } from '../../design/Popover';
import styles from './TriageBar.module.css';

export interface QueueFilterProps {
  /** Queues of the attendances in the list. */
  queues: ReadonlyArray<{ id: string; name: string }>;
  /** Ids of the chosen queues. */
  chosen: ReadonlyArray<string>;
  onChange: (chosen: ReadonlyArray<string>) => void;
}

export function QueueFilter({ queues, chosen, onChange }: QueueFilterProps) {
  const { t } = useTranslation();
  const first = queues.find(({ id }) => chosen.includes(id));
  const name = chosen.length === 0 ? t('jobs.wait.queues') : (first?.name ?? t('jobs.wait.queueAway'));
  const names = queues.filter(({ id }) => chosen.includes(id)).map((queue) => queue.name);
  const hint = chosen.length === 0 ? t('jobs.wait.chooseQueues') : names.length === 0 ? name : names.join(', ');
  return (
    <Popover
      label={t('jobs.wait.queues')}
      align="start"
      trigger={
        <HintedButton hint={hint} className={styles.chip} data-chosen={chosen.length > 0 ? '' : undefined}>
          <bdi className={styles.chipName}>{name}</bdi>
          {chosen.length > 1 && <span className={styles.count}>+{chosen.length - 1}</span>}
          <Icon glyph={ChevronDown} size={12} className={styles.arrow} />
        </HintedButton>
      }
    >
      <div role="group" aria-label={t('jobs.wait.queues')} className={styles.queues}>
        {queues.map(({ id, name: queue }) => (
          <Checkbox
            key={id}
            label={queue}
            checked={chosen.includes(id)}
            onChange={(checked) => onChange(checked ? [...chosen, id] : chosen.filter((other) => other !== id))}
          />
        ))}
        {chosen.length > 0 && (
          <Button size="small" tone="ghost" className={styles.clear} onClick={() => onChange([])}>
            {t('jobs.wait.allQueues')}
          </Button>
        )}
      </div>
    </Popover>
  );
}
