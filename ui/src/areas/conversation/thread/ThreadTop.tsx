// Above the first message: loads earlier messages, or says that the conversation begins here.
import { useTranslation } from '../../../i18n/useTranslation';
import { Button } from '../../../design/Button';
import { Spinner } from '../../../design/Spinner';
import styles from './ThreadTop.module.css';

export interface ThreadHistory {
  /** "more": unknown until it is requested; "complete": the first message is the first of all. */
  state: 'more' | 'loading' | 'failed' | 'complete';
  onLoad: () => void;
}

export function ThreadTop({ state, onLoad }: ThreadHistory) {
  const { t } = useTranslation();
  return (
    <div className={styles.top} aria-busy={state === 'loading'}>
      {state === 'loading' && (
        <>
          <Spinner className={styles.spinner} /> {t('chat.thread.loadingEarlier')}
        </>
      )}
      {state === 'more' && (
        <Button size="small" tone="ghost" onClick={onLoad}>
          {t('chat.thread.loadEarlier')}
        </Button>
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
