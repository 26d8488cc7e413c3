// Connects PauseDialog with the core.
import { useIntent, useSlice } from '../../core/react';
import type { DialogContainerProps } from '../../shared/dialog';
import { PauseDialog } from './PauseDialog';

export function PauseDialogContainer({ dialog, onClose }: DialogContainerProps<'pause'>) {
  const { reasons, loading, failed, channels } = useSlice('pauses');
  const { items } = useSlice('channels');
  const intend = useIntent();
  return (
    <PauseDialog
      // The agent's choice for one channel does not apply to another.
      key={dialog.channel ?? 'general'}
      open
      only={dialog.channel}
      state={loading ? 'loading' : failed ? 'failed' : 'ready'}
      channels={items.map(({ channel, connected, openJobs }) => {
        const held = channels.find((candidate) => candidate.channel === channel);
        const isHeld = held?.pause !== undefined || held?.scheduled !== undefined;
        return {
          channel,
          openJobs,
          pending: held?.pending ?? false,
          blocked: !connected ? 'notConnected' : isHeld ? 'alreadyPaused' : undefined,
        };
      })}
      reasons={reasons}
      onPause={(paused, pauseId) => intend({ area: 'pauses', type: 'enterPause', channels: paused, pauseId })}
      onClose={onClose}
      onRetry={() => intend({ area: 'pauses', type: 'reloadPauses' })}
    />
  );
}
