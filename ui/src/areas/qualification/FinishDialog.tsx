// The question before the agent ends a call.
import { PhoneOff } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { ConfirmDialog } from '../../design/ConfirmDialog';

export interface FinishDialogProps {
  /** Name of the customer. */
  name: string;
  onConfirm: () => void;
  onCancel: () => void;
}

export function FinishDialog({ name, onConfirm, onCancel }: FinishDialogProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      open
      glyph={PhoneOff}
      title={t('jobs.finishCall.title')}
      description={t('jobs.finishCall.description', { name })}
      confirmLabel={t('jobs.finishCall.confirm')}
      pending={false}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
