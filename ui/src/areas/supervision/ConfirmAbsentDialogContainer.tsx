// Connects ConfirmAbsentDialog with the core.
import { useIntent } from '../../core/react';
import type { DialogContainerProps } from '../../shared/dialog';
import { ConfirmAbsentDialog } from './SupervisionDialogs';

export function ConfirmAbsentDialogContainer({ dialog, onClose }: DialogContainerProps<'confirmAbsent'>) {
  const intend = useIntent();
  const { agentId, name, absent } = dialog;
  return (
    <ConfirmAbsentDialog
      open
      name={name}
      absent={absent}
      onConfirm={() => intend({ area: 'supervision', type: 'setAbsent', agentId, absent, confirmed: true })}
      onCancel={onClose}
    />
  );
}
