// Connects SecondFactorDialog with the core.
import { useIntent, useSlice } from '../../core/react';
import type { DialogContainerProps } from '../../shared/dialog';
import { SecondFactorDialog } from './SecondFactorDialog';

export function SecondFactorDialogContainer({ onClose }: DialogContainerProps<'secondFactor'>) {
  const { secondFactor } = useSlice('session');
  const intend = useIntent();
  const close = (): void => {
    // The core also removes a secret that was not confirmed.
    intend({ area: 'session', type: 'leaveSecondFactor' });
    onClose();
  };
  return <SecondFactorDialog view={secondFactor} intend={intend} onClose={close} />;
}
