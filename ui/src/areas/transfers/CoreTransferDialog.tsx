// The transfer that goes on after the customer was registered: the core opens it (ui-day §5). The call of the call bar has its own dialog, which the bar opens:
// it stays with the cause when the server refuses, where the core closes this one (TRF-015).
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
