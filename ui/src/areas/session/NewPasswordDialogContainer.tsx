// Connects NewPasswordDialog with the core.
import { useIntent, useSlice } from '../../core/react';
import type { DialogContainerProps } from '../../shared/dialog';
import { NewPasswordDialog } from './NewPasswordDialog';

export function NewPasswordDialogContainer({ onClose }: DialogContainerProps<'newPassword'>) {
  const { newPassword } = useSlice('session');
  return <NewPasswordDialog view={newPassword} intend={useIntent()} onClose={onClose} />;
}
