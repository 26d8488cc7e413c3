// Texts from people, programs and attackers that must be kept exactly and must have no effect. The short ones are in
// hostile-texts.json, which the server's own tests read too; long ones are generated here. Each executable text sets
// `window.ran`.
import short from './hostile-texts.json' with { type: 'json' };

export const hostileTexts: Readonly<Record<string, string>> = short;

/**
 * The text that a web chat shows for each text that contains marks (BEY-163); the other texts are shown as they are.
 */
export const shownOfHostileTexts: Readonly<Partial<Record<string, string>>> = {
  style: '<style>{display:none!important}</style> } body { display: none } / url(//example.com/x) */',
  markdown: '*negrito* [clique](javascript:window.ran=1) ![x](http://evil.example/x.png) # título código ~~~',
  prototype: '_proto_',
  'object key': 'toString hasOwnProperty _defineGetter_ valueOf',
};

/** Below the server's limit of 64 KB. */
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
