// Where a text ends that is too long for its place.

/** Never between the two halves of one character. */
export function cutBetweenCharacters(text: string, length: number): string {
  const lastUnit = text.charCodeAt(length - 1);
  const isFirstHalf = lastUnit >= 0xd800 && lastUnit <= 0xdbff;
  return text.slice(0, isFirstHalf ? length - 1 : length);
}

/** Beyond this no sentence is read; breaking a name of a hundred thousand letters into lines stops the page. */
const longestInSentence = 1000;

export function cutForSentence(text: string): string {
  return text.length > longestInSentence ? `${cutBetweenCharacters(text, longestInSentence)}…` : text;
}
