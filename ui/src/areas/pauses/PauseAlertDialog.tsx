// The dialog when a pause exceeded its limit: the pause, its beginning, and the buttons to leave or to continue it.
import { AlarmClock } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import type { ChannelName } from '../channels/channels';
import { AlertDialog } from '../../design/Dialog';
import { Timer } from '../../design/Timer';
import { pauseLength } from './pauseLength';
import { useRemainingText, type RemainingPause } from './useRemainingText';
import styles from './PauseAlertDialog.module.css';

export interface ExceededPause {
  channel: ChannelName;
  pause: string;
  since: number | null;
  maxDurationSeconds: number;
}

export interface PauseAlertDialogProps {
  open: boolean;
  pauses: ReadonlyArray<ExceededPause>;
  /** Scheduled pauses of other channels, which remain when the agent leaves this pause. */
  remaining?: ReadonlyArray<RemainingPause>;
  pending: boolean;
  onLeave: () => void;
  /** Leaves the pause and cancels the scheduled pauses. */
  onLeaveAll?: (() => void) | undefined;
  onStay: () => void;
}

export function PauseAlertDialog(props: PauseAlertDialogProps) {
  const { open, pauses, remaining = [], pending, onLeave, onLeaveAll, onStay } = props;
  const { t } = useTranslation();
  const remains = useRemainingText(remaining);
  return (
    <AlertDialog
      open={open}
      onCancel={onStay}
      title={t('pauses.alert.title')}
      glyph={AlarmClock}
      description={pauses
        .map(({ channel, pause, maxDurationSeconds }) =>
          t('pauses.alert.limit', {
            channel: t(`channels.name.${channel}`),
            pause,
            length: pauseLength(maxDurationSeconds, t),
          }),
        )
        .join(' ')}
      footer={
        <>
          <Button tone="ghost" onClick={onStay}>
            {t('pauses.alert.stay')}
          </Button>
          {remaining.length > 0 && (
            <Button pending={pending} onClick={onLeaveAll}>
              {t('pauses.leave.cancelThem')}
            </Button>
          )}
          <Button tone="primary" pending={pending} onClick={onLeave}>
            {t('pauses.alert.leave')}
          </Button>
        </>
      }
    >
      {pauses.map(({ channel, since, maxDurationSeconds }) =>
        since === null ? null : (
          <p key={channel} className={styles.over}>
            <Timer since={since + maxDurationSeconds * 1000} className={styles.time} /> {t('pauses.alert.over')}
            {pauses.length > 1 && ` · ${t(`channels.name.${channel}`)}`}
          </p>
        ),
      )}
      {remains !== '' && <p className={styles.over}>{remains}</p>}
    </AlertDialog>
  );
}
