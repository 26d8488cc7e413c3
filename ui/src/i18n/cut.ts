// Cuts a text that is too long for its space.

/** Never cuts between the two halves of a surrogate pair. */
export function cutBetweenCharacters(text: string, length: number): string {
  const lastUnit = text.charCodeAt(length - 1);
  const isFirstHalf = lastUnit >= 0xd800 && lastUnit <= 0xdbff;
  return text.slice(0, isFirstHalf ? length - 1 : length);
}

/** The longest address that becomes a link: half of an address would lead to another page. */
const longestWord = 2048;

/** Cuts at a space if there is one near the end. */
export function cutBetweenWords(text: string, length: number): string {
  const cut = cutBetweenCharacters(text, length);
  if (cut.length === text.length || /\s/.test(text[cut.length] ?? '')) return cut;
  const space = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'));
  return space < cut.length - longestWord ? cut : cut.slice(0, Math.max(space, 0));
}

/** No real sentence is longer; wrapping a name of a hundred thousand letters blocks the page. */
const longestInSentence = 1000;

export function cutForSentence(text: string): string {
  return text.length > longestInSentence ? `${cutBetweenCharacters(text, longestInSentence)}…` : text;
}
