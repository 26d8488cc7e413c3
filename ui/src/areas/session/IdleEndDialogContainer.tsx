// Connects IdleEndDialog with the core: the use of the page is reported by itself, so that closing is enough.
import type { DialogContainerProps } from '../../shared/dialog';
import { IdleEndDialog } from './IdleEndDialog';

export function IdleEndDialogContainer({ onClose }: DialogContainerProps<'idleEnd'>) {
  return <IdleEndDialog onStay={onClose} />;
}
