// Replaces a part of the page whose component threw an error. It keeps the landmark of that part; the shell around it keeps working.
import { useContext } from 'react';
import { useTranslation } from '../i18n/useTranslation';
import { ErrorState } from '../design/EmptyState';
import { VisuallyHidden } from '../design/VisuallyHidden';
import { BrokenPartContext } from './brokenPart';
import styles from './RouteError.module.css';
import { useProductName } from '../core/page/brand';

export function RouteError({ onReload }: { onReload: () => void }) {
  const { t } = useTranslation();
  const productName = useProductName();
  const part = useContext(BrokenPartContext);
  const error = <ErrorState message={t('shell.error.route')} onRetry={onReload} />;
  if (part.landmark === 'aside') {
    return (
      <aside id={part.id} tabIndex={-1} aria-label={t('shell.error.details')} className={styles.error}>
        {error}
      </aside>
    );
  }
  return (
    <main id={part.id} tabIndex={-1} className={styles.error}>
      {part.isPage && (
        <VisuallyHidden>
          <h1>{productName}</h1>
        </VisuallyHidden>
      )}
      {error}
    </main>
  );
}
