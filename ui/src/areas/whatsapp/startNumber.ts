// The number of an attendance that the agent begins, in any written form (WAP-071).
import { formatPhone } from '../../i18n/format';

const brazil = '55';

/** Whether the typed number has enough digits to be one (`typed_number` of the core has the same rule). `country`: of the centre. */
export function isNumber(text: string, country: string): boolean {
  return country === 'BR' ? fullNumber(text, country) !== undefined : digitsOf(text).length >= 7;
}

/**
 * The typed number with the code of its country, as a preview; the server decides. A number that begins with the code of its area is one of
 * Brazil, where the centre is there. Undefined: too few digits, or a number without a code in a centre elsewhere.
 */
export function fullNumber(text: string, country: string): string | undefined {
  const dialled = withCountry(text);
  if (country !== 'BR') return dialled !== undefined && dialled.length >= 8 ? dialled : undefined;
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

/** The number as it is sent: digits; a number of another country than Brazil has a plus before the digits. */
export function sentNumber(text: string, country: string): string {
  if (country !== 'BR') return (text.trimStart().startsWith('+') ? '+' : '') + digitsOf(text);
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
