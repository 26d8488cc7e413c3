// The browser asks before the agent leaves the page while a call (BEY-024) or files that were chosen, recorded or not
// uploaded would be lost. The text of the question is the browser's.

const owners = new Set<object>();

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
  // Chromium before 119 asks only with a value.
  event.returnValue = true;
}

/** The page reloads itself after a failure: a question would only delay its recovery. */
export function releaseAllGuards(): void {
  owners.clear();
  window.removeEventListener('beforeunload', askBeforeLeaving);
}

/** `owner`: the object that would lose data when the agent leaves the page. */
export function guardLeaving(owner: object, isNeeded: boolean): void {
  if (isNeeded) owners.add(owner);
  else owners.delete(owner);
  if (owners.size > 0) window.addEventListener('beforeunload', askBeforeLeaving);
  else window.removeEventListener('beforeunload', askBeforeLeaving);
}
