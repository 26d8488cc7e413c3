// The transfer dialog that the core opens after the customer was registered (ui-day §5). The call bar opens a dialog of its own for its call: after a
// refusal that dialog stays open and shows the cause, whereas the core closes this one (TRF-015).
import { useEffect } from 'react';
import { useSlicePart } from '../../core/react';
import type { DialogContainerProps } from '../../shared/dialog';
import { offeredCallTransfer } from '../../shared/offeredTransfer';
import { CallTransferDialogContainer } from './CallTransferDialogContainer';
import { TransferDialogContainer } from './TransferDialogContainer';

export function CoreTransferDialog({ dialog, onClose }: DialogContainerProps<'transfer'>) {
  const { protocol } = dialog;
  const onBar = useSlicePart<'callBar', string | undefined>('callBar', (call) => call?.protocol);
  const offer = offeredCallTransfer();
  const bar = offer?.protocol === protocol ? offer : undefined;
  useEffect(() => {
    if (bar === undefined) return;
    bar.open(null);
    onClose();
  }, [bar, onClose]);
  if (bar !== undefined) return null;
  return onBar === protocol ? (
    <CallTransferDialogContainer key={protocol} mode="transfer" onClose={onClose} />
  ) : (
    <TransferDialogContainer key={protocol} protocol={protocol} agent={null} onClose={onClose} />
  );
}
