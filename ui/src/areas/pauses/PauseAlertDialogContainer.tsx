// Connects PauseAlertDialog with the core.
import { useIntent, useSlice } from '../../core/react';
import type { DialogContainerProps } from '../../shared/dialog';
import { PauseAlertDialog } from './PauseAlertDialog';

export function PauseAlertDialogContainer({ onClose }: DialogContainerProps<'pauseAlert'>) {
  const { channels } = useSlice('pauses');
  const intend = useIntent();
  const exceeded = channels.filter((held) => held.exceeded);
  return (
    <PauseAlertDialog
      open
      pauses={exceeded.map(({ channel, pause = '', since, maxDurationSeconds }) => ({
        channel,
        pause,
        since: since ?? null,
        maxDurationSeconds,
      }))}
      pending={exceeded.some(({ pending }) => pending)}
      onLeave={() => intend({ area: 'pauses', type: 'leavePause', channels: exceeded.map(({ channel }) => channel) })}
      onStay={onClose}
    />
  );
}
