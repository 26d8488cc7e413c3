// A name inside a sentence: the first word of a person's name; a number stays whole.
import { formatPhone } from '../i18n/format';

export function shortName(name: string): string {
  const shown = formatPhone(name.trim());
  return /\d/.test(shown) ? shown : (shown.split(/\s+/)[0] ?? shown);
}
