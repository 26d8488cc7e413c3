// Connects PauseAlertDialog with the core.
import type { PauseChannelView } from 'core-wasm';
import { useIntent, useSlice } from '../../core/react';
import type { DialogContainerProps } from '../../shared/dialog';
import { PauseAlertDialog } from './PauseAlertDialog';

export function PauseAlertDialogContainer({ onClose }: DialogContainerProps<'pauseAlert'>) {
  const { channels } = useSlice('pauses');
  const intend = useIntent();
  const exceeded = channels.filter((held) => held.exceeded);
  const remaining = channels.flatMap(({ channel, scheduled }) =>
    scheduled === undefined ? [] : [{ channel, pause: scheduled }],
  );
  const leave = (left: ReadonlyArray<Pick<PauseChannelView, 'channel'>>): void =>
    intend({ area: 'pauses', type: 'leavePause', channels: left.map(({ channel }) => channel) });
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
      remaining={remaining}
      onLeave={() => leave(exceeded)}
      onLeaveAll={() => leave([...exceeded, ...remaining])}
      onStay={onClose}
    />
  );
}
