// Connects FinishDialog with the core.
import { useIntent } from '../../core/react';
import { useJob } from '../../core/slices';
import type { DialogContainerProps } from '../../shared/dialog';
import { FinishDialog } from './FinishDialog';

export function FinishDialogContainer({ dialog, onClose }: DialogContainerProps<'confirmFinish'>) {
  const intend = useIntent();
  const { protocol } = dialog;
  const job = useJob(protocol);
  return (
    <FinishDialog
      open
      name={job?.name ?? ''}
      kind={job?.channel === 'voice' ? 'call' : 'conversation'}
      pending={false}
      onConfirm={() => intend({ area: 'jobs', type: 'finishJob', protocol, confirmed: true })}
      onCancel={onClose}
    />
  );
}
