// Connects DeadEffectsDialog with the core.
import { useIntent, useSlice } from '../../core/react';
import type { DialogContainerProps } from '../../shared/dialog';
import { DeadEffectsDialog } from './DeadEffectsDialog';

export function DeadEffectsDialogContainer({ onClose }: DialogContainerProps<'deadEffects'>) {
  const intend = useIntent();
  const { phase, effects, cut } = useSlice('deadEffects');
  return (
    <DeadEffectsDialog
      phase={phase}
      effects={effects}
      cut={cut}
      onReload={() => intend({ area: 'deadEffects', type: 'reloadDeadEffects' })}
      onRetry={(id) => intend({ area: 'deadEffects', type: 'retryEffect', id })}
      onClose={onClose}
    />
  );
}
