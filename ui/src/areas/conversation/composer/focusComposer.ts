// Focuses the composer of the open conversation, whatever stands in its place; the caret goes behind the text of a field.

export function focusComposer(): void {
  const composer = document.getElementById('composer');
  composer?.focus();
  if (composer instanceof HTMLTextAreaElement) composer.setSelectionRange(composer.value.length, composer.value.length);
}
