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
  /** Only voice is lost: the number of its attempts, and whether one is in progress. */
  voice?: { attempts: number; pending: boolean } | undefined;
  onRetry: () => void;
  onClose: () => void;
}

export function ReconnectingDialog({ open, rows, retryAt, voice, onRetry, onClose }: ReconnectingDialogProps) {
  const { t } = useTranslation();
  const pending = voice === undefined ? retryAt === null : voice.pending;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(voice === undefined ? 'connection.reconnecting.title' : 'connection.reconnecting.voiceTitle')}
      glyph={RefreshCw}
      tone="warning"
      description={t(
        voice === undefined ? 'connection.reconnecting.description' : 'connection.reconnecting.voiceDescription',
      )}
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            {t('shell.dialog.close')}
          </Button>
          <Button tone="primary" pending={pending} onClick={onRetry}>
            {t('connection.reconnecting.retry')}
          </Button>
        </>
      }
    >
      <LinkRows rows={rows} />
      <p className={styles.next}>
        {voice !== undefined ? (
          t('connection.reconnecting.voiceAttempts', { count: voice.attempts })
        ) : retryAt === null ? (
          t('connection.reconnecting.now')
        ) : (
          <RetryCountdown retryAt={retryAt} />
        )}
      </p>
    </Dialog>
  );
}
