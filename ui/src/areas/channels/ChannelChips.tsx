// The chips of the agent's channels, and the one connect that an empty page offers.
import type { ChannelView } from 'core-wasm';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
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
      pending={pending}
      why={whyOf(
        { status: pending ? 'processing' : status, openJobs, pauseName: view.pause, limit, exceeded: held?.exceeded },
        t,
      )}
      pauseAction={pauseAction}
      onPauseAction={() =>
        intend(
          pauseAction === 'pause'
            ? { type: 'openPauseDialog', channels: [channel] }
            : { type: 'leavePause', channels: [channel] },
        )
      }
      canConnect={!connected && !pending}
      canDisconnect={connected && !pending}
      onConnect={() => intend({ type: 'connectChannel', channel })}
      onDisconnect={() => intend({ type: 'disconnectChannel', channel, confirmed: false })}
      onHold={onHold}
    />
  );
}

/** Whether attendances can come, or wait for the end of a pause, and the connect that makes them come where exactly one channel could. */
export function useReceiving(): { canReceive: boolean; paused: boolean; connect: (() => void) | undefined } {
  const { items } = useSlice('channels');
  const intend = useIntent();
  const only = items.length === 1 ? items[0]?.channel : undefined;
  const connect = useCallback(() => {
    if (only !== undefined) intend({ type: 'connectChannel', channel: only });
  }, [intend, only]);
  const connected = items.filter((item) => item.connected);
  const paused = connected.length > 0 && connected.every(({ status }) => status === 'paused');
  return { canReceive: connected.length > 0, paused, connect: only === undefined ? undefined : connect };
}
