// The confirmations before a supervisor changes an agent's state.
import { LogOut, UserCheck, UserX } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { ConfirmDialog } from '../../design/ConfirmDialog';

interface AskedProps {
  open: boolean;
  /** Name of the agent. */
  name: string;
  onConfirm: () => void;
  onCancel: () => void;
}

export function ConfirmAbsentDialog({ name, absent, ...rest }: AskedProps & { absent: boolean }) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      {...rest}
      glyph={absent ? UserX : UserCheck}
      tone={absent ? 'warning' : 'accent'}
      title={t(absent ? 'supervision.confirm.absentTitle' : 'supervision.confirm.presentTitle', { name })}
      description={t(absent ? 'supervision.confirm.absentText' : 'supervision.confirm.presentText')}
      confirmLabel={t(absent ? 'supervision.action.absent' : 'supervision.action.present')}
      pending={false}
    />
  );
}

export function ConfirmForceDisconnectDialog({ name, openJobs, ...rest }: AskedProps & { openJobs: number }) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      {...rest}
      glyph={LogOut}
      tone="danger"
      title={t('supervision.confirm.disconnectTitle', { name })}
      description={
        openJobs === 0
          ? t('supervision.confirm.disconnectText')
          : t('supervision.confirm.disconnectOpen', { count: openJobs })
      }
      confirmLabel={t('supervision.action.disconnect')}
      pending={false}
    />
  );
}
