// The tabs of the preferences, and the one that is open first: a command that leads to a tab names it before the core opens the dialog.
export type PreferenceTab = 'general' | 'notifications' | 'voice' | 'shortcuts';

let wanted: PreferenceTab = 'general';

/** The next preferences dialog opens with this tab. */
export function wantPreferenceTab(tab: PreferenceTab): void {
  wanted = tab;
}

/** The tab to open with; the one after it opens with the first tab again. */
export function takePreferenceTab(): PreferenceTab {
  const taken = wanted;
  wanted = 'general';
  return taken;
}
