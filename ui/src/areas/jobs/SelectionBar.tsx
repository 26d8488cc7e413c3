// The bar below the rows during a selection: the number of selected attendances, and the actions for all of them at
// once (BEY-156).
import type { BulkDialogView, BulkView } from 'core-wasm';
import { X } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { IconButton } from '../../design/IconButton';
import styles from './SelectionBar.module.css';

export interface SelectionBarProps {
  /** How many attendances are selected, and how many of them have ended or are open. */
  bulk: Pick<BulkView, 'ended' | 'open'> & { selected: ReadonlyArray<string> };
  /** The progress of running requests. */
  work?: { task: 'qualify' | 'finish'; aim: BulkDialogView['aim']; done: number; total: number } | undefined;
  onAsk: (task: 'qualify' | 'finish') => void;
  onClear: () => void;
}

export function SelectionBar({ bulk, work, onAsk, onClear }: SelectionBarProps) {
  const { t } = useTranslation();
  if (work !== undefined) {
    const doing = t(`qualification.bulk.title.working.${work.aim}`);
    return (
      <div role="group" aria-label={doing} className={styles.bar}>
        <span className={styles.count}>
          {doing} {t('qualification.bulk.progress', work)}
        </span>
        <span className={styles.space} />
        <Button size="small" onClick={() => onAsk(work.task)}>
          {t('qualification.bulk.show')}
        </Button>
      </div>
    );
  }
  const count = bulk.selected.length;
  const selected = count === 0 ? t('qualification.bulk.none') : t('qualification.bulk.selected', { count });
  return (
    <div role="group" aria-label={selected} className={styles.bar}>
      <span className={styles.count}>{selected}</span>
      <span className={styles.space} />
      <IconButton
        size="small"
        glyph={X}
        label={t(count === 0 ? 'qualification.bulk.end' : 'qualification.bulk.clear')}
        onClick={onClear}
      />
      {bulk.open > 0 && (
        <Button size="small" tone={bulk.ended > 0 ? 'outline' : 'primary'} onClick={() => onAsk('finish')}>
          {t('qualification.bulk.finish', { count: bulk.open })}
        </Button>
      )}
      {bulk.ended > 0 && (
        <Button size="small" tone="primary" onClick={() => onAsk('qualify')}>
          {t('qualification.bulk.qualify', { count: bulk.ended })}
        </Button>
      )}
    </div>
  );
}
