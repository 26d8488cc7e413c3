// Whether a typed name is that of a list: without regard to case, accents and spaces around it, as the core compares them.
import { foldForSearch } from '../../i18n/fold';

export function isSameName(typed: string, name: string): boolean {
  return foldForSearch(typed.trim()) === foldForSearch(name.trim());
}
