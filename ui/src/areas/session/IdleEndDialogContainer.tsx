// Connects IdleEndDialog with the core: use of the page is reported automatically, so that the button only closes the
// dialog.
import type { DialogContainerProps } from '../../shared/dialog';
import { IdleEndDialog } from './IdleEndDialog';

export function IdleEndDialogContainer({ onClose }: DialogContainerProps<'idleEnd'>) {
  return <IdleEndDialog onStay={onClose} />;
}
