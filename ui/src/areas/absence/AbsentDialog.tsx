// A supervisor marked the agent absent: since when, by whom, and the choice to return or to stay absent. Esc stays absent.
import { UserX } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { AlertDialog } from '../../design/Dialog';
import { Timer } from '../../design/Timer';
import styles from './AbsentDialog.module.css';

export interface AbsentDialogProps {
  open: boolean;
  /** Epoch milliseconds on the server's clock. */
  since: number | null;
  /** The supervisor's name; empty if unknown. */
  supervisor: string;
  pending: boolean;
  onReturn: () => void;
  onStay: () => void;
}

export function AbsentDialog({ open, since, supervisor, pending, onReturn, onStay }: AbsentDialogProps) {
  const { t } = useTranslation();
  return (
    <AlertDialog
      open={open}
      onCancel={onStay}
      title={t('absence.dialog.title')}
      glyph={UserX}
      description={supervisor === '' ? t('absence.dialog.text') : t('absence.dialog.textBy', { supervisor })}
      footer={
        <>
          <Button tone="ghost" onClick={onStay}>
            {t('absence.dialog.stay')}
          </Button>
          <Button tone="primary" pending={pending} onClick={onReturn}>
            {t('absence.dialog.return')}
          </Button>
        </>
      }
    >
      {since !== null && (
        <p className={styles.since}>
          {t('absence.dialog.since')} <Timer since={since} className={styles.time} />
        </p>
      )}
    </AlertDialog>
  );
}
