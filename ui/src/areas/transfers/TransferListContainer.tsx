// Connects TransferList with the core. The component that shows the tab requests the transfers.
import { useIntent } from '../../core/react';
import { useJobTransfers } from '../../core/slices';
import { TransferList } from './TransferList';

export function TransferListContainer({ protocol }: { protocol: string }) {
  const intend = useIntent();
  return (
    <TransferList
      transfers={useJobTransfers(protocol)}
      onRetry={() => intend({ area: 'transfers', type: 'loadTransfers', protocol })}
    />
  );
}
