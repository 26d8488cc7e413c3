// Asks before the agent ends the attendance for the customer.
import { CheckCheck } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { ConfirmDialog } from '../../design/ConfirmDialog';

export interface FinishDialogProps {
  open: boolean;
  /** The customer's name. */
  name: string;
  pending: boolean;
  failure?: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

export function FinishDialog({ open, name, pending, failure, onConfirm, onCancel }: FinishDialogProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      open={open}
      glyph={CheckCheck}
      title={t('jobs.finish.title')}
      description={t('jobs.finish.description', { name })}
      confirmLabel={t('jobs.finish.confirm')}
      pending={pending}
      failure={failure}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
