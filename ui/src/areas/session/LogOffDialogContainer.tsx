// Connects LogOffDialog with the core.
import { useIntent } from '../../core/react';
import type { DialogContainerProps } from '../../shared/dialog';
import { LogOffDialog } from './LogOffDialog';

export function LogOffDialogContainer({ dialog, onClose }: DialogContainerProps<'confirmSignOut'>) {
  const intend = useIntent();
  return (
    <LogOffDialog
      open
      openJobs={dialog.openJobs}
      pending={false}
      onConfirm={() => intend({ area: 'session', type: 'signOut', confirmed: true })}
      onCancel={onClose}
    />
  );
}
