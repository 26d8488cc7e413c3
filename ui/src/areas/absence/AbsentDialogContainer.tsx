// Connects AbsentDialog with the core.
import { useIntent, useSlice } from '../../core/react';
import type { DialogContainerProps } from '../../shared/dialog';
import { AbsentDialog } from './AbsentDialog';

export function AbsentDialogContainer({ onClose }: DialogContainerProps<'agentAbsent'>) {
  const { since, supervisor, pending } = useSlice('absence');
  const intend = useIntent();
  return (
    <AbsentDialog
      open
      since={since ?? null}
      supervisor={supervisor}
      pending={pending}
      onReturn={() => intend({ area: 'absence', type: 'returnFromAbsence' })}
      onStay={onClose}
    />
  );
}
