// What remains when the core has died: note it, put the words of the agent aside, and start again from storage. Inputs are never repeated: a finish
// would be sent twice. The delivery that was being handled is noted before it is handled, so that one that kills the core cannot come back for ever.

const crashKey = 'workspace.crashedAt';
const deliveryKey = 'workspace.delivery';
/** A second crash within this time is not answered by another reload. */
const repeatedWithinMs = 60_000;

export function isCoreDeath(failure: unknown): boolean {
  return failure instanceof WebAssembly.RuntimeError;
}

/** Says whether this crash follows another too closely for one more reload. */
export function noteCrash(now: number): boolean {
  const last = Number(inSession(() => sessionStorage.getItem(crashKey)) ?? 0);
  inSession(() => sessionStorage.setItem(crashKey, String(now)));
  return now - last < repeatedWithinMs;
}

export function forgetCrashes(): void {
  inSession(() => sessionStorage.removeItem(crashKey));
}

export function noteDelivery(body: string): void {
  inSession(() => sessionStorage.setItem(deliveryKey, body));
}

export function deliveryHandled(): void {
  inSession(() => sessionStorage.removeItem(deliveryKey));
}

/** The delivery an earlier instance died of, if any. */
export function takeUnhandledDelivery(): string | undefined {
  const body = inSession(() => sessionStorage.getItem(deliveryKey)) ?? undefined;
  deliveryHandled();
  return body;
}

function inSession<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
