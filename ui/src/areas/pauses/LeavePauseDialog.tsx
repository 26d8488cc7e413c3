// The dialog when the agent leaves a pause while pauses of other channels are scheduled: it lists those pauses and asks whether
// to cancel them too.
import { Coffee } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { AlertDialog } from '../../design/Dialog';
import { useRemainingText, type RemainingPause } from './useRemainingText';

export interface LeavePauseDialogProps {
  remaining: ReadonlyArray<RemainingPause>;
  /** Leaves the current pause only. */
  onKeep: () => void;
  /** Leaves the current pause and cancels the remaining ones. */
  onCancelThem: () => void;
  onClose: () => void;
}

export function LeavePauseDialog({ remaining, onKeep, onCancelThem, onClose }: LeavePauseDialogProps) {
  const { t } = useTranslation();
  return (
    <AlertDialog
      open
      onCancel={onClose}
      glyph={Coffee}
      title={t('pauses.leave.title')}
      description={useRemainingText(remaining)}
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            {t('shell.dialog.cancel')}
          </Button>
          <Button onClick={onKeep}>{t('pauses.leave.keep')}</Button>
          <Button tone="primary" autoFocus onClick={onCancelThem}>
            {t('pauses.leave.cancelThem')}
          </Button>
        </>
      }
    />
  );
}
