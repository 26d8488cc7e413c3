// Texts that people, programs and attackers send, to be held exactly and to do nothing. The short ones stand in hostile-texts.json, which the server's own
// tests read too; what is long is made here. Each text that could run says so in `window.ran`.
import short from './hostile-texts.json' with { type: 'json' };

export const hostileTexts: Readonly<Record<string, string>> = short;

/** Within the 64 KB that the server takes. */
export const longTexts: Readonly<Record<string, string>> = {
  'one line of sixty thousand letters without a break': 'W'.repeat(60_000),
  'ten thousand lines': 'x\n'.repeat(10_000) + 'fim',
  'five thousand combining marks on one letter': `Z${'\u0351\u036b'.repeat(2_500)}`,
  'two thousand direction marks': '\u202e\u2067'.repeat(1_000) + 'fim',
};

/** Names are one line and at most 200 characters. */
export function asName(text: string): string {
  const oneLine = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return [...oneLine].slice(0, 200).join('').trim();
}
