// The foot of a list: loading or failure, and the number of shown rows and of all rows.
import type { PagedListView } from 'core-wasm';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Spinner } from '../../design/Spinner';
import styles from './list.module.css';

export interface ListFootProps {
  list: PagedListView;
  shown: number;
  summary: string;
  onRetry: () => void;
}

export function ListFoot({ list, shown, summary, onRetry }: ListFootProps) {
  const { t } = useTranslation();
  if (shown === 0) return null;
  return (
    <div className={styles.foot}>
      {(list.loadingMore || list.pending) && (
        <span className={styles.busy} role="status">
          <Spinner className={styles.spinner} />
          {t(list.pending ? 'people.foot.searching' : 'people.foot.loadingMore')}
        </span>
      )}
      {list.failed && !list.loadingMore && !list.pending && (
        <span className={styles.busy} role="alert">
          {t('people.failed.more')}
          <Button size="small" className={styles.retry} onClick={onRetry}>
            {t('shell.error.retry')}
          </Button>
        </span>
      )}
      <span className={styles.space} />
      <span className={styles.summary} role="status">
        {summary}
      </span>
    </div>
  );
}
