// Text that the agent types while nothing or the thread has the focus belongs into the open conversation: the composer takes the focus with the first
// key, and the browser writes the character there. No single character is a shortcut (ui.md §5).
import { useEffect } from 'react';
import { isComposing } from '../../../design/isComposing';

const fields = 'input, textarea, select, [contenteditable="true"], [role="slider"], [role="combobox"]';
const layers = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

export function useTypedText(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !isText(event) || !isOutsideOfFields(event.target)) return;
      if (document.querySelector(layers) !== null) return;
      document.getElementById('composer')?.focus();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** Space scrolls the thread. A dead key begins a letter with an accent. */
function isText(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || isComposing(event)) return false;
  return key === 'Dead' || (key.length === 1 && key !== ' ');
}

function isOutsideOfFields(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  const isNothing = target === document.body || target === document.documentElement || target.id === 'conversation';
  return isNothing || (target.closest('#message-log') !== null && target.closest(fields) === null);
}
