// Compares the texts written in one attendance with those found in one place. Each text must occur once, no other
// text may occur, and the texts of one author must be in the order in which they were written. Pure.

/**
 * @param {ReadonlyArray<{ author: string, text: string }>} written in order
 * @param {ReadonlyArray<string>} held in order
 */
export function compare(written, held) {
  const times = new Map();
  for (const text of held) times.set(text, (times.get(text) ?? 0) + 1);
  const texts = new Set(written.map(({ text }) => text));
  const place = new Map(held.map((text, index) => [text, index]));
  return {
    lost: [...texts].filter((text) => !times.has(text)),
    doubled: [...times].filter(([, count]) => count > 1).map(([text]) => text),
    foreign: [...times.keys()].filter((text) => !texts.has(text)),
    disordered: disordered(written, place),
  };
}

/** Texts found before one that the same author wrote earlier. */
function disordered(written, place) {
  const last = new Map();
  const found = [];
  for (const { author, text } of written) {
    const at = place.get(text);
    if (at === undefined) continue;
    if (at < (last.get(author) ?? -1)) found.push(text);
    last.set(author, Math.max(at, last.get(author) ?? -1));
  }
  return found;
}

export const isClean = (verdict) => Object.values(verdict).every((texts) => texts.length === 0);

/** Adds up the verdicts of many attendances. */
export function joined(verdicts) {
  const kinds = ['lost', 'doubled', 'foreign', 'disordered'];
  return Object.fromEntries(kinds.map((kind) => [kind, verdicts.flatMap((verdict) => verdict[kind])]));
}
