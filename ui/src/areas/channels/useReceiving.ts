// Whether the agent can receive attendances, and the action that an empty page offers to connect a channel.
import { useCallback } from 'react';
import { useIntent, useSlice } from '../../core/react';

export interface Receiving {
  /** At least one channel is connected. */
  canReceive: boolean;
  /** Every connected channel is paused. */
  paused: boolean;
  /** Connects the only channel; undefined if the agent must choose one. */
  connect: (() => void) | undefined;
}

export function useReceiving(): Receiving {
  const { items } = useSlice('channels');
  const intend = useIntent();
  const only = items.length === 1 ? items[0]?.channel : undefined;
  const connect = useCallback(() => {
    if (only !== undefined) intend({ area: 'channels', type: 'connectChannel', channel: only });
  }, [intend, only]);
  const connected = items.filter((item) => item.connected);
  const paused = connected.length > 0 && connected.every(({ status }) => status === 'paused');
  return { canReceive: connected.length > 0, paused, connect: only === undefined ? undefined : connect };
}
