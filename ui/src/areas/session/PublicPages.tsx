// Pages outside a session: an unsupported browser, a slow start, a server that does not respond.
import { AppWindow } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { StatePage } from '../../design/StatePage';
import { Button } from '../../design/Button';
import { Logo } from '../../design/icons/glyphs';
import { usePlaceholder } from '../../design/Skeleton';
import { Spinner } from '../../design/Spinner';
import { RetryCountdown } from '../connection/RetryCountdown';
import styles from './PublicPages.module.css';
import { useProductName } from '../../core/page/brand';

const chromeAddress = 'https://www.google.com/chrome/';
const firefoxAddress = 'https://www.mozilla.org/firefox/new/';

export function UnsupportedBrowserPage() {
  const { t } = useTranslation();
  return (
    <StatePage
      glyph={AppWindow}
      tone="warning"
      title={t('session.unsupportedBrowser.title')}
      sentence={t('session.unsupportedBrowser.sentence')}
      action={
        <span className={styles.links}>
          <a className={styles.link} href={chromeAddress}>
            {t('session.unsupportedBrowser.chrome')}
          </a>
          <a className={styles.link} href={firefoxAddress}>
            {t('session.unsupportedBrowser.firefox')}
          </a>
        </span>
      }
    />
  );
}

/** The server does not respond at start-up: the token is kept and the check is repeated. */
export function ReconnectingPage({
  retryAt = null,
  onRetry,
}: {
  retryAt?: number | null;
  onRetry?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const productName = useProductName();
  return (
    <main className={styles.waiting} aria-busy="true">
      <Logo size={40} label={productName} />
      <h1 className={styles.waitingTitle}>
        <Spinner className={styles.spinner} />
        {t('session.reconnecting.title')}
      </h1>
      <p role="status" className={styles.waitingSentence}>
        {t('session.reconnecting.sentence')}
      </p>
      {retryAt !== null && <RetryCountdown retryAt={retryAt} />}
      {onRetry !== undefined && <Button onClick={onRetry}>{t('shell.error.retry')}</Button>}
    </main>
  );
}

/** Shown until the start-up check ends; empty for the first 150 ms. */
export function StartupLoader() {
  const { t } = useTranslation();
  const shown = usePlaceholder(true) === 'skeleton';
  return (
    <main className={styles.waiting} aria-busy="true" aria-label={t('session.startup.loading')}>
      {shown && (
        <>
          <Logo size={40} />
          <Spinner />
        </>
      )}
    </main>
  );
}
