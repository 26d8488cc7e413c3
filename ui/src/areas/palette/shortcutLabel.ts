// The name of a shortcut's action, in the palette, the map and the preferences.
import type { TFunction } from 'i18next';
import { pageShortcuts, type ShortcutName } from '../../shared/shortcuts';

export type NamedShortcut = Exclude<ShortcutName, `page${number}`>;

export function shortcutLabel(name: ShortcutName, t: TFunction): string {
  const place = pageShortcuts.indexOf(name);
  return place < 0 ? t(`palette.shortcut.${name as NamedShortcut}`) : t('palette.shortcut.page', { number: place + 1 });
}
