// Records a crash of the core in session storage. After it the page reloads from storage; inputs are never repeated,
// because a finish would be sent twice. A broker delivery is recorded before it is handled, so that one that crashes
// the core is not handled again after the reload.

const crashKey = 'workspace.crashedAt';
const deliveryKey = 'workspace.delivery';
/** A second crash within this time causes no further reload. */
const repeatedWithinMs = 60_000;

export function isCoreDeath(failure: unknown): boolean {
  return failure instanceof WebAssembly.RuntimeError;
}

/** Returns whether this crash follows another one too closely for a further reload. */
export function noteCrash(now: number): boolean {
  const last = Number(whenSessionStorageWorks(() => sessionStorage.getItem(crashKey)) ?? 0);
  whenSessionStorageWorks(() => sessionStorage.setItem(crashKey, String(now)));
  return now - last < repeatedWithinMs;
}

export function forgetCrashes(): void {
  whenSessionStorageWorks(() => sessionStorage.removeItem(crashKey));
}

export function noteDelivery(body: string): void {
  whenSessionStorageWorks(() => sessionStorage.setItem(deliveryKey, body));
}

export function deliveryHandled(): void {
  whenSessionStorageWorks(() => sessionStorage.removeItem(deliveryKey));
}

/** The delivery during which the previous core crashed, if any. */
export function takeUnhandledDelivery(): string | undefined {
  const body = whenSessionStorageWorks(() => sessionStorage.getItem(deliveryKey)) ?? undefined;
  deliveryHandled();
  return body;
}

function whenSessionStorageWorks<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
