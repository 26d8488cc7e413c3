// The chips of the agent's channels.
import type { ChannelView } from 'core-wasm';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent, useSlice } from '../../core/react';
import { ChannelChip } from './ChannelChip';
import { whyOf } from './why';

export function ChannelChips() {
  const { items } = useSlice('channels');
  return (
    <>
      {items.map((view) => (
        <Chip key={view.channel} view={view} />
      ))}
    </>
  );
}

function Chip({ view }: { view: ChannelView }) {
  const intend = useIntent();
  const { t } = useTranslation();
  const { channel, connected, status, openJobs, onHold } = view;
  const held = useSlice('pauses').channels.find((candidate) => candidate.channel === channel);
  const pending = status === 'processing' || held?.pending === true;
  const limit =
    held?.since === undefined || held.maxDurationSeconds === 0
      ? undefined
      : held.since + held.maxDurationSeconds * 1000;
  const pauseAction =
    !connected || pending
      ? undefined
      : status === 'paused'
        ? 'leave'
        : status === 'scheduledPause'
          ? 'cancel'
          : 'pause';
  return (
    <ChannelChip
      channel={channel}
      status={status}
      since={view.since ?? null}
      pauseName={view.pause}
      until={view.wrapUp?.until}
      ending={view.wrapUp?.ending}
      pending={pending}
      why={whyOf(
        {
          status: pending ? 'processing' : status,
          openJobs,
          pauseName: view.pause,
          limit,
          exceeded: held?.exceeded,
          cause: view.cause,
        },
        t,
      )}
      pauseAction={pauseAction}
      onPauseAction={() =>
        intend(
          pauseAction === 'pause'
            ? { area: 'pauses', type: 'openPauseDialog', channels: [channel] }
            : { area: 'pauses', type: 'leavePause', channels: [channel] },
        )
      }
      canConnect={!connected && !pending}
      canDisconnect={connected && !pending}
      onConnect={() => intend({ area: 'channels', type: 'connectChannel', channel })}
      onDisconnect={() => intend({ area: 'channels', type: 'disconnectChannel', channel, confirmed: false })}
      onHold={onHold}
    />
  );
}
