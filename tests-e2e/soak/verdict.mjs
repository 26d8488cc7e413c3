// Compares the texts written in one attendance with those found in one place. Each text must occur once, no other
// text may occur, and the texts of one author must be in the order in which they were written. Pure.

/** @typedef {'lost' | 'doubled' | 'foreign' | 'disordered'} Kind */
/** @typedef {Record<Kind, string[]>} Verdict the texts with each kind of fault */
/** @typedef {{ author: string, text: string }} Written */

/**
 * @param {readonly Written[]} written in order
 * @param {readonly string[]} held in order
 * @returns {Verdict}
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

/**
 * Texts found before one that the same author wrote earlier.
 * @param {readonly Written[]} written
 * @param {Map<string, number>} place
 */
function disordered(written, place) {
  /** @type {Map<string, number>} */
  const last = new Map();
  /** @type {string[]} */
  const found = [];
  for (const { author, text } of written) {
    const at = place.get(text);
    if (at === undefined) continue;
    if (at < (last.get(author) ?? -1)) found.push(text);
    last.set(author, Math.max(at, last.get(author) ?? -1));
  }
  return found;
}

/** @param {Verdict} verdict */
export const isClean = (verdict) => Object.values(verdict).every((texts) => texts.length === 0);

/**
 * Adds up the verdicts of many attendances.
 * @param {Verdict[]} verdicts
 * @returns {Verdict}
 */
export function joinedVerdict(verdicts) {
  const all = (/** @type {Kind} */ kind) => verdicts.flatMap((verdict) => verdict[kind]);
  return { lost: all('lost'), doubled: all('doubled'), foreign: all('foreign'), disordered: all('disordered') };
}
