// Above the first message: earlier messages are being loaded, could not be loaded, or the conversation begins here. The thread loads them by itself,
// so there is a button only if a request failed.
import { useTranslation } from '../../../i18n/useTranslation';
import { Button } from '../../../design/Button';
import { Spinner } from '../../../design/Spinner';
import { VisuallyHidden } from '../../../design/VisuallyHidden';
import styles from './ThreadTop.module.css';

export interface ThreadHistory {
  /** "more": there may be earlier messages; "complete": the first message is the first of all. */
  state: 'more' | 'loading' | 'failed' | 'complete';
  onLoad: () => void;
}

export function ThreadTop({ state, onLoad }: ThreadHistory) {
  const { t } = useTranslation();
  return (
    <div className={styles.top} aria-busy={state === 'loading'}>
      {state === 'loading' && (
        <>
          <Spinner className={styles.spinner} />
          <VisuallyHidden>{t('chat.thread.loadingEarlier')}</VisuallyHidden>
        </>
      )}
      {state === 'failed' && (
        <>
          {t('chat.thread.earlierFailed')}
          <Button size="small" tone="ghost" onClick={onLoad}>
            {t('chat.message.retry')}
          </Button>
        </>
      )}
      {state === 'complete' && t('chat.thread.beginning')}
    </div>
  );
}
