// Whether a typed name is that of a list: without regard to case, accents and spaces around the words.
import { foldForSearch } from '../../i18n/fold';

export function isSameName(typed: string, name: string): boolean {
  return folded(typed) === folded(name);
}

function folded(text: string): string {
  return foldForSearch(text).split(/\s+/u).filter(Boolean).join(' ');
}
