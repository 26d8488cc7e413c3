// The chips of the agent's channels, and the one connect that an empty page offers.
import type { ChannelView } from 'core-wasm';
import { useCallback } from 'react';
import { useIntent, useSlice } from '../../core/react';
import { ChannelChip } from './ChannelChip';

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
  const { channel, connected } = view;
  const pending = view.status === 'processing';
  return (
    <ChannelChip
      channel={channel}
      status={view.status}
      since={view.since ?? null}
      pauseName={view.pause}
      pending={pending}
      canConnect={!connected && !pending}
      canDisconnect={connected && !pending}
      onConnect={() => intend({ type: 'connectChannel', channel })}
      onDisconnect={() => intend({ type: 'disconnectChannel', channel })}
    />
  );
}

/** Whether attendances can come, and the connect that makes them come where exactly one channel could. */
export function useReceiving(): { canReceive: boolean; connect: (() => void) | undefined } {
  const { items } = useSlice('channels');
  const intend = useIntent();
  const only = items.length === 1 ? items[0]?.channel : undefined;
  const connect = useCallback(() => {
    if (only !== undefined) intend({ type: 'connectChannel', channel: only });
  }, [intend, only]);
  return { canReceive: items.some(({ connected }) => connected), connect: only === undefined ? undefined : connect };
}
