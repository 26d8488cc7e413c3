// The name of a shortcut's action, in the palette, the map and the preferences.
import type { TFunction } from 'i18next';
import { pageShortcuts, type ShortcutName } from '../../shared/shortcuts';

export type NamedShortcut = Exclude<ShortcutName, `page${number}`>;

/** `pages`: the names of the pages in the rail. */
export function shortcutLabel(name: ShortcutName, t: TFunction, pages: ReadonlyArray<string>): string {
  const place = pageShortcuts.indexOf(name);
  if (place < 0) return t(`palette.shortcut.${name as NamedShortcut}`);
  const page = pages[place];
  return page === undefined ? t('palette.shortcut.page', { number: place + 1 }) : t('palette.goTo', { page });
}
