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
      onPause={(paused, pauseId) => intend({ area: 'pauses', type: 'enterPause', channels: paused, pauseId })}
      onClose={() => intend({ area: 'shell', type: 'closeDialog' })}
      onRetry={() => intend({ area: 'pauses', type: 'reloadPauses' })}
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
      onLeave={() => intend({ area: 'pauses', type: 'leavePause', channels: exceeded.map(({ channel }) => channel) })}
      onStay={() => intend({ area: 'shell', type: 'closeDialog' })}
      focusFallback={focusFallback}
    />
  );
}
