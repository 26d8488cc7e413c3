// Asks for confirmation before the agent logs off during a call or with open attendances.
import { LogOut } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { ConfirmDialog } from '../../design/ConfirmDialog';

export interface LogOffDialogProps {
  open: boolean;
  /** Number of open attendances besides that of the call; they return to the queue. */
  openJobs: number;
  /** Customer of the call, which will end; empty if not known yet, undefined without a call. */
  callWith?: string | undefined;
  pending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function LogOffDialog({ open, openJobs, callWith, pending, onConfirm, onCancel }: LogOffDialogProps) {
  const { t } = useTranslation();
  const sentences = [
    ...(callWith === undefined
      ? []
      : [callWith === '' ? t('session.logOff.callUnnamed') : t('session.logOff.call', { name: callWith })]),
    ...(openJobs === 0 ? [] : [t('session.logOff.description', { count: openJobs })]),
  ];
  return (
    <ConfirmDialog
      open={open}
      glyph={LogOut}
      title={t(callWith === undefined ? 'session.logOff.title' : 'session.logOff.titleCall')}
      description={sentences.join(' ')}
      confirmLabel={t('session.logOff.confirm')}
      tone="danger"
      pending={pending}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
