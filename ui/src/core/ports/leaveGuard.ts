// Leaving the page asks first while something would be lost with it: a call (BEY-024), files that were chosen, recorded or
// not uploaded. The text of the question is the browser's.

const owners = new Set<object>();

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
  // Chromium before 119 asks only with a value.
  event.returnValue = true;
}

/** The page reloads by itself because nothing works any more: a question would only keep it from coming back. */
export function releaseAllGuards(): void {
  owners.clear();
  window.removeEventListener('beforeunload', askBeforeLeaving);
}

/** `owner`: the object that would lose something when the page is left. */
export function guardLeaving(owner: object, isNeeded: boolean): void {
  if (isNeeded) owners.add(owner);
  else owners.delete(owner);
  if (owners.size > 0) window.addEventListener('beforeunload', askBeforeLeaving);
  else window.removeEventListener('beforeunload', askBeforeLeaving);
}
