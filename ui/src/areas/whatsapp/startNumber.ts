// The number of an attendance that the agent begins, in any writing (WAP-071).
import { formatPhone } from '../../i18n/format';

/** Country, area and number. */
export const fewestDigits = 12;

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** As people write it: Brazilian numbers in their groups, those of other countries with a plus sign. */
export function writtenNumber(digits: string): string {
  const written = formatPhone(digits);
  return written === digits ? `+${digits}` : written;
}
