// An empty or failed part: icon tile, one title, one sentence, at most one button. No panel is ever blank.
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/useTranslation';
import { Button } from './Button';
import { Icon, type Glyph } from './icons/Icon';
import styles from './EmptyState.module.css';

export interface EmptyStateProps {
  glyph: Glyph;
  title: string;
  help?: ReactNode;
  action?: ReactNode;
  tone?: 'neutral' | 'danger';
}

export function EmptyState({ glyph, title, help, action, tone = 'neutral' }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.tile} data-tone={tone} aria-hidden="true">
        <Icon glyph={glyph} size={24} />
      </span>
      <p className={styles.title}>{title}</p>
      {help !== undefined && <p className={styles.help}>{help}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}

export function ErrorState({ message, onRetry }: { message: string; onRetry?: (() => void) | undefined }) {
  const { t } = useTranslation();
  const action = onRetry === undefined ? undefined : <Button onClick={onRetry}>{t('shell.error.retry')}</Button>;
  return <EmptyState glyph={CircleAlert} tone="danger" title={message} action={action} />;
}
