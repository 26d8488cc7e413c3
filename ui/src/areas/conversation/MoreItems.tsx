// The end of a list that is loaded portion by portion while the agent scrolls: the next portion is pending or could not be loaded.
import { useEffect, type RefObject, type UIEventHandler } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Spinner } from '../../design/Spinner';
import styles from './MoreItems.module.css';

/** The state of the list's end: "more" can be loaded, or there are no more ("complete"). */
export type MoreState = 'more' | 'loading' | 'failed' | 'complete';

export function moreState(view: { loading: boolean; failed: boolean; complete: boolean }): MoreState {
  if (view.loading) return 'loading';
  if (view.failed) return 'failed';
  return view.complete ? 'complete' : 'more';
}

/** The next items are requested at this distance from the last one, in CSS pixels. */
const loadAhead = 400;

/** Requests the next portion near the end, and while nothing scrolls because the panel is not full. For `onScroll` of the panel. */
export function useMoreOnScroll(
  panel: RefObject<HTMLElement | null>,
  count: number,
  onMore: (() => void) | undefined,
): UIEventHandler<HTMLElement> {
  useEffect(() => {
    const element = panel.current;
    if (element !== null && element.scrollHeight <= element.clientHeight) onMore?.();
  }, [panel, count, onMore]);
  return ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
    if (scrollHeight - scrollTop - clientHeight < loadAhead) onMore?.();
  };
}

export interface MoreItemsProps {
  state: MoreState;
  loading: string;
  failed: string;
  onMore: () => void;
}

export function MoreItems({ state, loading, failed, onMore }: MoreItemsProps) {
  const { t } = useTranslation();
  if (state === 'loading')
    return (
      <p className={styles.more} role="status">
        <Spinner /> {loading}
      </p>
    );
  if (state === 'failed')
    return (
      <p className={styles.more} role="status">
        {failed}
        <Button size="small" onClick={onMore}>
          {t('shell.error.retry')}
        </Button>
      </p>
    );
  return null;
}
