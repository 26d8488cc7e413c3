// Prepares texts for a PDF: detects letters that need the emoji font, and splits texts into pieces that can be laid out
// in reasonable time.
import { cutBetweenCharacters } from '../../i18n/cut';

export interface FontRun {
  text: string;
  isEmoji: boolean;
}

/** An emoji or flag; ©, ® and ™ are in every font. */
const picture = '(?![©®™])(?:\\p{Extended_Pictographic}|\\p{Regional_Indicator})';
/** Characters that vary or join emoji: selector, joiner, skin tones, tags of flags. */
const addition = '(?:\\u{FE0F}|\\u{200D}|\\p{Emoji_Modifier}|[\\u{E0020}-\\u{E007F}])';
const keycap = '[0-9#*]\\u{FE0F}?\\u{20E3}';
const emoji = new RegExp(`(?:${keycap}|${picture}(?:${addition}|${picture})*)+`, 'gu');

/** Control characters and direction marks would be drawn as boxes. */
const notPrinted = /(?![\n\t])\p{Cc}|[\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** Splits a text into runs of one font. */
export function fontRuns(text: string): ReadonlyArray<FontRun> {
  const printed = text.replace(/\r\n?/g, '\n').replace(notPrinted, '');
  const runs: FontRun[] = [];
  let end = 0;
  const add = (from: number, to: number, isEmoji: boolean): void => {
    if (to > from) runs.push({ text: printed.slice(from, to), isEmoji });
  };
  for (const match of printed.matchAll(emoji)) {
    add(end, match.index, false);
    end = match.index + match[0].length;
    add(match.index, end, true);
  }
  add(end, printed.length, false);
  return runs;
}

/** The layout time of a paragraph grows with the square of its length: 200,000 letters take a minute, 1,000 a few milliseconds. */
const pieceLength = 1000;
/** A text of two megabytes would be a thousand pages. */
const longestText = 50_000;

/** The text in paragraphs of limited length, cut between words if possible. */
export function piecesOf(text: string): ReadonlyArray<string> {
  const shown = text.length > longestText ? `${cutBetweenCharacters(text, longestText)}…` : text;
  const pieces: string[] = [];
  for (let rest = shown; rest !== '';) {
    const piece = rest.length <= pieceLength ? rest : beginning(rest);
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return pieces;
}

function beginning(text: string): string {
  const cut = cutBetweenCharacters(text, pieceLength);
  const space = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'));
  return space < pieceLength / 2 ? cut : cut.slice(0, space + 1);
}
