// Where the focus goes when what had it is gone, or when a conversation was opened: its field, else the conversation, else the current card, else the
// list. Fingers get no field: it would bring up the keyboard over what they want to read.

const coarsePointer = '(pointer: coarse)';

export function focusMainContent(): void {
  const field = window.matchMedia(coarsePointer).matches ? [] : ['#composer'];
  for (const selector of [
    ...field,
    '#conversation[aria-label]',
    '#job-list a[aria-current="page"]',
    '#job-list',
    '#board',
  ]) {
    const element = document.querySelector<HTMLElement>(selector);
    if (element === null) continue;
    element.focus();
    if (document.activeElement === element) return;
  }
}
