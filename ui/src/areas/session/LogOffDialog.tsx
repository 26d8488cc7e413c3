// Asks for confirmation before the agent logs off with open attendances.
import { LogOut } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { ConfirmDialog } from '../../design/ConfirmDialog';

export interface LogOffDialogProps {
  open: boolean;
  openJobs: number;
  pending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function LogOffDialog({ open, openJobs, pending, onConfirm, onCancel }: LogOffDialogProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      open={open}
      glyph={LogOut}
      title={t('session.logOff.title')}
      description={t('session.logOff.description', { count: openJobs })}
      confirmLabel={t('session.logOff.confirm')}
      tone="danger"
      pending={pending}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
