// The focus targets of the attendance page, in order: the composer, else the conversation, else the current card, else the list.
import type { FocusTarget } from '../../shared/focusTarget';

export const attendanceFocusTargets: ReadonlyArray<FocusTarget> = [
  { selector: '#composer', isTextField: true },
  { selector: '#conversation[aria-label]' },
  { selector: '#job-list a[aria-current="page"]' },
  { selector: '#job-list' },
];
