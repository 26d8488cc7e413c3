// The writing direction of a text: the direction of its first letter. The browser's own `dir="auto"` checks every line
// again, which freezes the page for a text of a megabyte.

const firstLetter =
  /[A-Za-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02b8\u0370-\u0590\u0800-\u1fff\u2c00-\ufb1c\ufdfe-\ufe6f\ufefd-\uffff]|[\u0591-\u07ff\ufb1d-\ufdfd\ufe70-\ufefc]/;
const rightToLeft = /[\u0591-\u07ff\ufb1d-\ufdfd\ufe70-\ufefc]/;

export function writingDirection(text: string): 'ltr' | 'rtl' {
  const [letter] = firstLetter.exec(text) ?? [];
  return letter !== undefined && rightToLeft.test(letter) ? 'rtl' : 'ltr';
}

const turning = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdfd\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/;
const [isolate, end] = ['\u2068', '\u2069'];

/**
 * For a text within a sentence: its direction marks do not affect the rest. A text without such marks is returned
 * unchanged.
 */
export function isolated(text: string): string {
  if (!turning.test(text)) return text;
  let kept = '';
  let open = 0;
  for (const sign of text) {
    if (/[\u2066-\u2068]/.test(sign)) open += 1;
    // A closing mark without an opening one would end the isolation.
    if (sign === end && open === 0) continue;
    if (sign === end) open -= 1;
    kept += sign;
  }
  return `${isolate}${kept}${end.repeat(open + 1)}`;
}
