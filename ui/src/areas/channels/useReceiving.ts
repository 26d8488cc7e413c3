// Whether new attendances reach the agent, and the action that an empty page offers to connect the channels.
import { useMemo } from 'react';
import { useIntent, useSlice } from '../../core/react';
import { receivingOf, type Receiving } from './receiving';

export interface ConnectOffer {
  /** Whether the action connects more than one channel. */
  several: boolean;
  /** Whether a channel is being connected. */
  pending: boolean;
  onConnect: () => void;
}

/** The offer is undefined while a channel is connected, and for an agent without channels. */
export function useReceiving(): { receiving: Receiving; connect: ConnectOffer | undefined } {
  const { items } = useSlice('channels');
  const intend = useIntent();
  return useMemo(() => {
    const receiving = receivingOf(items);
    if (receiving.state !== 'disconnected' || items.length === 0) return { receiving, connect: undefined };
    const connect: ConnectOffer = {
      several: items.length > 1,
      pending: items.some(({ status }) => status === 'processing'),
      onConnect: () => items.forEach(({ channel }) => intend({ area: 'channels', type: 'connectChannel', channel })),
    };
    return { receiving, connect };
  }, [items, intend]);
}
