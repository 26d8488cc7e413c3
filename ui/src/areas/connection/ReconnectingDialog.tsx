// The state of a lost link and its next attempt. It closes by itself when the link is back; the agent can continue to work meanwhile.
import { RefreshCw } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Dialog } from '../../design/Dialog';
import { LinkRows, type ProblemRow } from './LinkRows';
import { RetryCountdown } from './RetryCountdown';
import styles from './ReconnectingDialog.module.css';

export interface ReconnectingDialogProps {
  open: boolean;
  rows: ReadonlyArray<ProblemRow>;
  /** Epoch milliseconds; null during an attempt. */
  retryAt: number | null;
  onRetry: () => void;
  onClose: () => void;
}

export function ReconnectingDialog({ open, rows, retryAt, onRetry, onClose }: ReconnectingDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('connection.reconnecting.title')}
      glyph={RefreshCw}
      tone="warning"
      description={t('connection.reconnecting.description')}
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            {t('shell.dialog.close')}
          </Button>
          <Button tone="primary" pending={retryAt === null} onClick={onRetry}>
            {t('connection.reconnecting.retry')}
          </Button>
        </>
      }
    >
      <LinkRows rows={rows} />
      <p className={styles.next}>
        {retryAt === null ? t('connection.reconnecting.now') : <RetryCountdown retryAt={retryAt} />}
      </p>
    </Dialog>
  );
}
