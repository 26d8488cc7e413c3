// The dialog that asks who was marked absent, beside the core.
import { useIntent, useSlice } from '../../core/react';
import { AbsentDialog } from './AbsentDialog';

export function AbsentDialogContainer({ focusFallback }: { focusFallback: () => void }) {
  const { since, supervisor, pending } = useSlice('absence');
  const intend = useIntent();
  return (
    <AbsentDialog
      open
      since={since ?? null}
      supervisor={supervisor}
      pending={pending}
      onReturn={() => intend({ area: 'absence', type: 'returnFromAbsence' })}
      onStay={() => intend({ area: 'shell', type: 'closeDialog' })}
      focusFallback={focusFallback}
    />
  );
}
