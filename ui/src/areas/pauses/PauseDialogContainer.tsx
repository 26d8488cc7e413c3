// The dialogs of pauses beside the core.
import type { Channel } from 'core-wasm';
import { useIntent, useSlice } from '../../core/react';
import { PauseAlertDialog } from './PauseAlertDialog';
import { PauseDialog } from './PauseDialog';

export function PauseDialogContainer({
  only,
  focusFallback,
}: {
  only: Channel | undefined;
  focusFallback: () => void;
}) {
  const { reasons, loading, failed, channels } = useSlice('pauses');
  const { items } = useSlice('channels');
  const intend = useIntent();
  return (
    <PauseDialog
      open
      only={only}
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
      onPause={(paused, pauseId) => intend({ type: 'enterPause', channels: paused, pauseId })}
      onClose={() => intend({ type: 'closeDialog' })}
      onRetry={() => intend({ type: 'reloadPauses' })}
      focusFallback={focusFallback}
    />
  );
}

export function PauseAlertDialogContainer({ focusFallback }: { focusFallback: () => void }) {
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
      onLeave={() => intend({ type: 'leavePause', channels: exceeded.map(({ channel }) => channel) })}
      onStay={() => intend({ type: 'closeDialog' })}
      focusFallback={focusFallback}
    />
  );
}
