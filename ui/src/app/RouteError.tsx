// What a route shows when its part of the screen broke. The shell around it stays alive.
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../design/EmptyState';

export function RouteError({ onReload }: { onReload: () => void }) {
  const { t } = useTranslation();
  return <ErrorState message={t('shell.error.route')} onRetry={onReload} />;
}
