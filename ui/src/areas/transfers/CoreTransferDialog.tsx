// The transfer that goes on after the customer was registered: the core opens it (ui-day §5). The call of the call bar has its own dialog.
import type { DialogContainerProps } from '../../shared/dialog';
import { useSlicePart } from '../../core/react';
import { CallTransferDialogContainer } from './CallTransferDialogContainer';
import { TransferDialogContainer } from './TransferDialogContainer';

export function CoreTransferDialog({ dialog, onClose }: DialogContainerProps<'transfer'>) {
  const { protocol } = dialog;
  const onBar = useSlicePart<'callBar', string | undefined>('callBar', (call) => call?.protocol);
  return onBar === protocol ? (
    <CallTransferDialogContainer key={protocol} mode="transfer" onClose={onClose} />
  ) : (
    <TransferDialogContainer key={protocol} protocol={protocol} agent={null} onClose={onClose} />
  );
}
