// The transfer that goes on after the customer was registered: the core opens it (ui-day §5).
import type { DialogContainerProps } from '../../shared/dialog';
import { TransferDialogContainer } from './TransferDialogContainer';

export function CoreTransferDialog({ dialog, onClose }: DialogContainerProps<'transfer'>) {
  return <TransferDialogContainer key={dialog.protocol} protocol={dialog.protocol} agent={null} onClose={onClose} />;
}
