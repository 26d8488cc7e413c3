// The transfer that is possible now: the workspace of the open conversation and the call bar offer it, and the command palette, in a higher layer,
// opens it with a colleague.
import type { TransferKind } from 'core-wasm';
import { useEffect, useRef } from 'react';

export interface OfferedTransfer {
  protocol: string;
  /** Opens the transfer; optionally with a chosen colleague and, for a call, a chosen way of transferring. */
  open: (agentId: string | null, kind?: TransferKind) => void;
}

let offered: OfferedTransfer | undefined;
let offeredCall: OfferedTransfer | undefined;

/** The transfer that is possible now; undefined if no open conversation can be transferred. */
export function offeredTransfer(): OfferedTransfer | undefined {
  return offered;
}

/** The transfer of the call in the call bar; undefined if no call can be transferred. */
export function offeredCallTransfer(): OfferedTransfer | undefined {
  return offeredCall;
}

/** Offers the transfer while the component is shown; undefined offers none. */
export function useOfferTransfer(protocol: string | undefined, open: OfferedTransfer['open']): void {
  useOffer(protocol, open, change);
}

/** Offers the transfer of the call in the call bar while the component is shown; undefined offers none. */
export function useOfferCallTransfer(protocol: string | undefined, open: OfferedTransfer['open']): void {
  useOffer(protocol, open, changeCall);
}

type Change = (next: OfferedTransfer | undefined, own: OfferedTransfer) => void;

/** Sets the offer, or removes this component's own offer. */
const change: Change = (next, own) => {
  if (next !== undefined || offered === own) offered = next;
};

const changeCall: Change = (next, own) => {
  if (next !== undefined || offeredCall === own) offeredCall = next;
};

function useOffer(protocol: string | undefined, open: OfferedTransfer['open'], apply: Change): void {
  const newest = useRef(open);
  useEffect(() => {
    newest.current = open;
  });
  useEffect(() => {
    if (protocol === undefined) return undefined;
    const own: OfferedTransfer = { protocol, open: (...chosen) => newest.current(...chosen) };
    apply(own, own);
    return () => apply(undefined, own);
  }, [protocol, apply]);
}
