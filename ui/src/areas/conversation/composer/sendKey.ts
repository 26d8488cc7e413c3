// The keys of a composer: one sends an answer or adds a note, the other one sends an answer and closes the conversation.
import type { KeyboardEvent } from 'react';
import { isComposing } from '../../../design/isComposing';
import { isUsedByTouch } from '../../../shared/touch';

/** Ctrl+Enter, or Enter alone, by the agent's preference; the other one breaks the line. On an on-screen keyboard Enter always breaks the line. */
export function isSendKey(event: KeyboardEvent, sendWithCtrlEnter: boolean): boolean {
  if (event.key !== 'Enter' || isComposing(event)) return false;
  const withCtrl = event.ctrlKey || event.metaKey;
  if (withCtrl && event.shiftKey) return false;
  return sendWithCtrlEnter || isUsedByTouch() ? withCtrl : !event.shiftKey && !withCtrl && !event.altKey;
}

/** Closing: Ctrl+Shift+Enter. */
export function isSendAndFinishKey(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && event.shiftKey && (event.ctrlKey || event.metaKey) && !isComposing(event);
}
