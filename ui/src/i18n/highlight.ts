// Marks the matches of a search in a text. Letters are compared as in fold.ts; positions are those of the original text.
import { cutBetweenCharacters } from './cut';
import { foldForSearch } from './fold';

export interface TextPart {
  text: string;
  /** Whether this part is a match. */
  found: boolean;
}

/** Splits a text at the matches of the searched text. */
export function highlighted(text: string, search: string): ReadonlyArray<TextPart> {
  const wanted = foldForSearch(search.trim());
  if (wanted === '') return text === '' ? [] : [{ text, found: false }];
  const { folded, starts } = foldedWithPositions(text);
  const parts: TextPart[] = [];
  const add = (from: number, to: number, found: boolean): void => {
    if (to > from) parts.push({ text: text.slice(from, to), found });
  };
  let end = 0;
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    const from = Math.max(end, starts[at] ?? text.length);
    const to = starts[at + wanted.length] ?? text.length;
    add(end, from, false);
    add(from, to, true);
    end = Math.max(to, from);
  }
  add(end, text.length, false);
  return parts;
}

/** Number of letters before the first match that an excerpt keeps. */
const keptBefore = 40;

/** An excerpt of a long text around the first match, about `length` letters at most. */
export function excerpt(text: string, search: string, length: number): string {
  if (text.length <= length) return text;
  const [before] = highlighted(text, search);
  const first = before === undefined || before.found ? 0 : before.text.length;
  // Without a match: the beginning of the text.
  const hit = first === text.length ? 0 : first;
  const start = hit <= keptBefore ? 0 : cutBetweenCharacters(text, hit - keptBefore).length;
  const kept = cutBetweenCharacters(text.slice(start), length);
  return `${start > 0 ? '…' : ''}${kept}${start + kept.length < text.length ? '…' : ''}`;
}

/** The folded text, and for each of its units the position of its character in the original text. */
function foldedWithPositions(text: string): { folded: string; starts: ReadonlyArray<number> } {
  let folded = '';
  const starts: number[] = [];
  let position = 0;
  for (const character of text) {
    const letters = foldForSearch(character);
    for (let unit = 0; unit < letters.length; unit += 1) starts.push(position);
    folded += letters;
    position += character.length;
  }
  starts.push(text.length);
  return { folded, starts };
}
