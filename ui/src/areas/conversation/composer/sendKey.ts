// The key that sends an answer and adds a note.
import type { KeyboardEvent } from 'react';
import { isComposing } from '../../../design/isComposing';

/** Ctrl+Enter, or Enter alone, as the agent prefers; the other one breaks the line. */
export function isSendKey(event: KeyboardEvent, sendWithCtrlEnter: boolean): boolean {
  if (event.key !== 'Enter' || isComposing(event)) return false;
  const withCtrl = event.ctrlKey || event.metaKey;
  return sendWithCtrlEnter ? withCtrl : !event.shiftKey && !withCtrl && !event.altKey;
}
