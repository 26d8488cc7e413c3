// Connects CancelBroadcastDialog with the core, which closes it when the server has answered.
import { useIntent } from '../../core/react';
import { useBroadcastCard } from '../../core/slices';
import type { DialogContainerProps } from '../../shared/dialog';
import { CancelBroadcastDialog } from './CancelBroadcastDialog';

export function CancelBroadcastDialogContainer({ dialog, onClose }: DialogContainerProps<'cancelBroadcast'>) {
  const intend = useIntent();
  const { id, name } = dialog;
  const card = useBroadcastCard(id);
  return (
    <CancelBroadcastDialog
      name={name}
      processed={card?.progress.processed ?? 0}
      queued={card?.progress.queued ?? 0}
      pending={card?.busy === 'cancel'}
      onConfirm={(typed) => intend({ area: 'broadcasts', type: 'cancelBroadcast', id, name: typed })}
      onCancel={onClose}
    />
  );
}
