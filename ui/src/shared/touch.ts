// Whether the page is used by touch: a text field then opens the on-screen keyboard, which has one Enter key and no Shift+Enter.
export function isUsedByTouch(): boolean {
  return window.matchMedia('(pointer: coarse)').matches;
}
