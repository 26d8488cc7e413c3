// Numbers in searches, as `wire::numbers::finds_number` of the core has them: people type them in many writings.

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** A mobile number of Brazil as it was before the ninth digit. */
function withoutNinthDigit(digits: string): string | undefined {
  const parts = /^(55\d\d)9(\d{8})$/.exec(digits);
  return parts === null ? undefined : `${parts[1] ?? ''}${parts[2] ?? ''}`;
}

/** Whether the typed text is (part of) this number in any writing: with signs, with dialled zeros, with and without the ninth digit. */
export function findsNumber(number: string, typed: string): boolean {
  if (!/^[\d\s()+\-./]*$/u.test(typed)) return false;
  const searched = digitsOf(typed);
  if (searched === '') return false;
  const digits = digitsOf(number);
  const numbers = [digits, withoutNinthDigit(digits)];
  const written = [searched, searched.replace(/^00/, ''), searched.replace(/^0/, '')].filter(Boolean);
  return numbers.some((one) => one !== undefined && written.some((part) => one.includes(part)));
}
