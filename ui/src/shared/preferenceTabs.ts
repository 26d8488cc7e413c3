// The tabs of the preferences, and the one that is open first: a command for a tab sets it before the core opens the dialog.
export type PreferenceTab = 'general' | 'notifications' | 'voice' | 'shortcuts';

let wanted: PreferenceTab = 'general';

/** The next preferences dialog opens with this tab. */
export function wantPreferenceTab(tab: PreferenceTab): void {
  wanted = tab;
}

/** Returns the tab to open; afterwards the first tab is set again. */
export function takePreferenceTab(): PreferenceTab {
  const taken = wanted;
  wanted = 'general';
  return taken;
}
