// Puts a text on the clipboard. Pages without a secure origin (http) and Firefox 60 have no clipboard object: then the text is selected and copied.

export async function copyText(text: string): Promise<boolean> {
  const clipboard = (navigator as Partial<Navigator>).clipboard;
  if (clipboard !== undefined) {
    try {
      await clipboard.writeText(text);
      return true;
    } catch {
      return copySelection(text);
    }
  }
  return copySelection(text);
}

/** Selects the text in an element outside the view. The focus stays where it is: a popover would close if it moved. */
function copySelection(text: string): boolean {
  const element = document.createElement('span');
  element.textContent = text;
  element.setAttribute('aria-hidden', 'true');
  Object.assign(element.style, { position: 'fixed', top: '0', left: '-9999px', whiteSpace: 'pre', userSelect: 'text' });
  document.body.appendChild(element);
  const selection = window.getSelection();
  const range = document.createRange();
  range.selectNodeContents(element);
  selection?.removeAllRanges();
  selection?.addRange(range);
  const copied = document.execCommand('copy');
  selection?.removeAllRanges();
  element.remove();
  return copied;
}
