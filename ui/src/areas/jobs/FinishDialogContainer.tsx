// Connects FinishDialog with the core.
import { useIntent } from '../../core/react';
import type { DialogContainerProps } from '../../shared/dialog';
import { FinishDialog } from './FinishDialog';

export function FinishDialogContainer({ dialog, onClose }: DialogContainerProps<'confirmFinish'>) {
  const intend = useIntent();
  const { protocol, name } = dialog;
  return (
    <FinishDialog
      open
      name={name}
      pending={false}
      onConfirm={() => intend({ area: 'jobs', type: 'finishJob', protocol, confirmed: true })}
      onCancel={onClose}
    />
  );
}
