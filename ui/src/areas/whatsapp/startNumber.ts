// The number of an attendance that the agent begins, in any written form (WAP-071).
import { formatPhone } from '../../i18n/format';

const brazil = '55';

/**
 * The typed number with the country code, as a preview; the server decides. A number that begins with an area code counts as Brazilian.
 * Undefined: too few digits (`typed_number` of the core has the same rule).
 */
export function fullNumber(text: string): string | undefined {
  const dialled = withCountry(text);
  if (dialled !== undefined) return dialled.length >= (dialled.startsWith(brazil) ? 12 : 8) ? dialled : undefined;
  const national = digitsOf(text).replace(/^0+/, '');
  if (/^\d\d(?:[2-9]\d{7}|9\d{8})$/.test(national)) return brazil + national;
  return national.length >= 12 ? national : undefined;
}

/** The digits of a number that was typed with a country code; undefined without one. */
function withCountry(text: string): string | undefined {
  const digits = digitsOf(text);
  if (text.trimStart().startsWith('+')) return digits;
  return digits.startsWith('00') ? digits.slice(2) : undefined;
}

/** The number in the form that is sent: digits; for countries other than Brazil with a leading plus. */
export function sentNumber(text: string): string {
  const dialled = withCountry(text);
  return dialled === undefined || dialled.startsWith(brazil) ? (dialled ?? digitsOf(text)) : `+${dialled}`;
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** The number in readable form: Brazilian numbers in groups, other numbers with a plus sign. */
export function writtenNumber(digits: string): string {
  const written = formatPhone(digits);
  return written === digits ? `+${digits}` : written;
}
