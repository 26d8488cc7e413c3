// Connects LogOffDialog with the core.
import { useIntent, useSlice } from '../../core/react';
import { useJob } from '../../core/slices';
import { formatPhone } from '../../i18n/format';
import type { DialogContainerProps } from '../../shared/dialog';
import { LogOffDialog } from './LogOffDialog';

export function LogOffDialogContainer({ dialog, onClose }: DialogContainerProps<'confirmSignOut'>) {
  const intend = useIntent();
  const bar = useSlice('callBar');
  const call = bar === undefined || bar.status === 'ended' ? undefined : bar;
  const attendance = useJob(call?.protocol);
  // The core's count includes the attendance of the call, once it has arrived.
  const ofCall = attendance === undefined || attendance.disabled ? 0 : 1;
  return (
    <LogOffDialog
      open
      openJobs={Math.max(dialog.openJobs - ofCall, 0)}
      callWith={call && (call.name === call.phone ? formatPhone(call.phone) : call.name)}
      pending={false}
      onConfirm={() => intend({ area: 'session', type: 'signOut', confirmed: true })}
      onCancel={onClose}
    />
  );
}
