// What a part of the screen shows when it broke. The shell around it stays alive, and so does the landmark that the part was.
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../design/EmptyState';
import { VisuallyHidden } from '../design/VisuallyHidden';
import styles from './RouteError.module.css';
import { useProductName } from '../core/page/brand';

/** Which part it is: a whole page, the conversation beside its list, or the details beside both. */
export type BrokenPart = 'page' | 'conversation' | 'details';

export const BrokenPartContext = createContext<BrokenPart>('page');

export function RouteError({ onReload }: { onReload: () => void }) {
  const { t } = useTranslation();
  const productName = useProductName();
  const part = useContext(BrokenPartContext);
  const error = <ErrorState message={t('shell.error.route')} onRetry={onReload} />;
  if (part === 'details') {
    return (
      <aside id="details" tabIndex={-1} aria-label={t('shell.error.details')} className={styles.error}>
        {error}
      </aside>
    );
  }
  return (
    <main id="conversation" tabIndex={-1} className={styles.error}>
      {part === 'page' && (
        <VisuallyHidden>
          <h1>{productName}</h1>
        </VisuallyHidden>
      )}
      {error}
    </main>
  );
}
