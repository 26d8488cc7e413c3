// Connects ConfirmDisconnectDialog with the core.
import { useIntent } from '../../core/react';
import type { DialogContainerProps } from '../../shared/dialog';
import { ConfirmDisconnectDialog } from './ConfirmDisconnectDialog';

export function ConfirmDisconnectDialogContainer({ dialog, onClose }: DialogContainerProps<'confirmDisconnect'>) {
  const intend = useIntent();
  const { channel, openJobs } = dialog;
  return (
    <ConfirmDisconnectDialog
      open
      channel={channel}
      openJobs={openJobs}
      onConfirm={() => intend({ area: 'channels', type: 'disconnectChannel', channel, confirmed: true })}
      onCancel={onClose}
    />
  );
}
