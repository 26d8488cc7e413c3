// Asks before the agent ends the attendance for the customer.
import { CheckCheck, PhoneOff } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { ConfirmDialog } from '../../design/ConfirmDialog';

export interface FinishDialogProps {
  open: boolean;
  /** The customer's name. */
  name: string;
  /** A call is ended, a conversation is finished. */
  kind: 'call' | 'conversation';
  pending: boolean;
  failure?: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

export function FinishDialog({ open, name, kind, pending, failure, onConfirm, onCancel }: FinishDialogProps) {
  const { t } = useTranslation();
  const texts = kind === 'call' ? 'finishCall' : 'finish';
  return (
    <ConfirmDialog
      open={open}
      glyph={kind === 'call' ? PhoneOff : CheckCheck}
      title={t(`jobs.${texts}.title`)}
      description={t(`jobs.${texts}.description`, { name })}
      confirmLabel={t(`jobs.${texts}.confirm`)}
      pending={pending}
      failure={failure}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
