// Finds numbers by a searched text, by the rule of `wire::numbers::finds_number` in the core: people write numbers in
// many forms.

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** A Brazilian mobile number in the form before the ninth digit. */
function withoutNinthDigit(digits: string): string | undefined {
  const parts = /^(55\d\d)9(\d{8})$/.exec(digits);
  return parts === null ? undefined : `${parts[1] ?? ''}${parts[2] ?? ''}`;
}

/**
 * Whether the typed text is (part of) this number in any written form: with separators, with trunk prefixes, with and without the ninth
 * digit.
 */
export function findsNumber(number: string, typed: string): boolean {
  if (!/^[\d\s()+\-./]*$/u.test(typed)) return false;
  const searched = digitsOf(typed);
  if (searched === '') return false;
  const digits = digitsOf(number);
  const numbers = [digits, withoutNinthDigit(digits)];
  const written = [searched, searched.replace(/^00/, ''), searched.replace(/^0/, '')].filter(Boolean);
  return numbers.some((one) => one !== undefined && written.some((part) => one.includes(part)));
}
