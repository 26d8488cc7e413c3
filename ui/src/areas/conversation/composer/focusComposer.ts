// Focuses the composer of the open conversation, or the part in its place; in a field the caret moves to the end of the
// text.

export function focusComposer(): void {
  const composer = document.getElementById('composer');
  composer?.focus();
  if (composer instanceof HTMLTextAreaElement) composer.setSelectionRange(composer.value.length, composer.value.length);
}
