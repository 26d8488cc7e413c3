// The command palette and the map of shortcuts (BEY-050, BEY-051). Both are loaded when they open first, or before that in idle time.
import { useSlice } from '../core/react';
import { lazyArea } from '../design/lazyArea';
import { useShortcutChoices } from '../shared/shortcuts';

export const PalettePart = lazyArea(() => import('../areas/palette/PaletteContainer'), {
  component: 'PaletteContainer',
  words: ['palette'],
});
export const ShortcutMapPart = lazyArea(() => import('../areas/palette/ShortcutMap'), {
  component: 'ShortcutMap',
  words: ['palette'],
});
export const ShortcutPreferencesPart = lazyArea(() => import('../areas/palette/ShortcutPreferences'), {
  component: 'ShortcutPreferencesContainer',
  words: ['palette'],
});

/** A component of its own, so that the shell does not render again at every preference. */
export function ShortcutChoices() {
  useShortcutChoices(useSlice('preferences').shortcuts);
  return null;
}
