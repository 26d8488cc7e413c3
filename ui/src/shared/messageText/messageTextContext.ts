// The place of message texts: the network that decides about their formatting marks, hosts that others may imitate, and attendances that a protocol
// opens.
import { createContext } from 'react';
import type { PageLink } from '../addresses';
import type { Network } from './messageText';

export interface MessageTextPlace {
  network: Network;
  /** Hosts of the contact's company and of this page. */
  knownHosts: ReadonlyArray<string>;
  /** The page of the attendance; undefined if no attendance can be opened. */
  attendanceOf?: ((protocol: string) => PageLink | undefined) | undefined;
}

export const MessageTextContext = createContext<MessageTextPlace>({ network: 'plain', knownHosts: [] });
