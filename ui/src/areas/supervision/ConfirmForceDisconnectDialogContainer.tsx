// Connects ConfirmForceDisconnectDialog with the core.
import { useIntent } from '../../core/react';
import type { DialogContainerProps } from '../../shared/dialog';
import { ConfirmForceDisconnectDialog } from './SupervisionDialogs';

export function ConfirmForceDisconnectDialogContainer({
  dialog,
  onClose,
}: DialogContainerProps<'confirmForceDisconnect'>) {
  const intend = useIntent();
  const { agentId, name, openJobs } = dialog;
  return (
    <ConfirmForceDisconnectDialog
      open
      name={name}
      openJobs={openJobs}
      onConfirm={() => intend({ area: 'supervision', type: 'forceDisconnect', agentId, confirmed: true })}
      onCancel={onClose}
    />
  );
}
