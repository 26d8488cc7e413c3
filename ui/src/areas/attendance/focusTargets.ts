// Where the attendance page takes the focus: the composer, else the conversation, else the current card, else the list.
import type { FocusTarget } from '../../shared/focusTarget';

export const attendanceFocusTargets: ReadonlyArray<FocusTarget> = [
  { selector: '#composer', isTextField: true },
  { selector: '#conversation[aria-label]' },
  { selector: '#job-list a[aria-current="page"]' },
  { selector: '#job-list' },
];
