// The transfer of the open attendance: the workspace of its channel offers it, and the command palette, in a higher layer, opens it with a colleague.
import { useEffect, useRef } from 'react';

export interface OfferedTransfer {
  protocol: string;
  /** Opens the transfer; with a colleague, who is chosen. */
  open: (agentId: string | null) => void;
}

let offered: OfferedTransfer | undefined;

/** The transfer that is possible now; undefined where no attendance is open that can be transferred. */
export function offeredTransfer(): OfferedTransfer | undefined {
  return offered;
}

/** Offers the transfer while the component is shown; undefined offers none. */
export function useOfferTransfer(protocol: string | undefined, open: OfferedTransfer['open']): void {
  const newest = useRef(open);
  useEffect(() => {
    newest.current = open;
  });
  useEffect(() => {
    if (protocol === undefined) return undefined;
    const own: OfferedTransfer = { protocol, open: (agentId) => newest.current(agentId) };
    offered = own;
    return () => {
      if (offered === own) offered = undefined;
    };
  }, [protocol]);
}
