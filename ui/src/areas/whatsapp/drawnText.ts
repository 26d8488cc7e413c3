// Text of a PDF whose letters the fonts of the PDF do not have, or that runs from right to left: the browser draws it with the fonts of the machine, which shape
// and order every script. It stands in the PDF as a picture, so it cannot be searched there (docs/decisions/0046).

/** Letters outside Latin, Greek and Cyrillic, full-width forms, and mathematical letters that people use as ornaments. */
const foreign =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]|[\u3000-\u303F\uFE30-\uFE4F\uFF00-\uFFEF\u{1D400}-\u{1D7FF}]/u;
/** The first letter with a direction decides the direction of a line (Unicode Bidirectional Algorithm, P2). */
const firstLetter = /\p{L}/u;
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u;

/** Whether the fonts of the PDF lack letters of the text. */
export function isDrawn(text: string): boolean {
  return foreign.test(text);
}

/** Whether a line runs from right to left. */
export function isRightToLeft(line: string): boolean {
  const letter = firstLetter.exec(line);
  return letter !== null && rightToLeft.test(letter[0]);
}

/** The text in lines that are no wider than `width`: broken between words, and within words that are wider (scripts without spaces). */
export function brokenLines(text: string, width: number, widthOf: (text: string) => number): ReadonlyArray<string> {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of (paragraph.match(/ +|[^ ]+/gu) ?? []).flatMap((part) => partsOf(part, width, widthOf))) {
      if (line !== '' && widthOf((line + word).trimEnd()) > width) {
        lines.push(line.trimEnd());
        line = word.trimStart();
      } else line += word;
    }
    return [...lines, line.trimEnd()];
  });
}

/** A word that fits stays whole. */
function partsOf(word: string, width: number, widthOf: (text: string) => number): ReadonlyArray<string> {
  if (widthOf(word) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  for (const character of word) {
    if (part !== '' && widthOf(part + character) > width) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}

export interface DrawnStyle {
  /** Length in points. */
  fontSize: number;
  bold: boolean;
  color: string;
  /** Width of the paragraph in points. */
  width: number;
}

/** The picture of a paragraph. */
export interface DrawnText {
  /** The picture, as a `data:` address. */
  image: string;
  /** Size in points. */
  width: number;
  height: number;
}

/** Pixels per point: sharp in print. */
const pixelsOfPoint = 3;
const lineHeight = 1.4;

/** Draws a paragraph; undefined in a browser without a canvas. */
export function drawText(text: string, { fontSize, bold, color, width }: DrawnStyle): DrawnText | undefined {
  const canvas = document.createElement('canvas');
  const font = `${bold ? '600 ' : ''}${fontSize}px Roboto, 'Noto Sans', 'Segoe UI', sans-serif`;
  const measure = canvas.getContext('2d');
  if (measure === null) return undefined;
  measure.font = font;
  const lines = brokenLines(text, width, (part) => measure.measureText(part).width);
  const step = fontSize * lineHeight;
  canvas.width = Math.ceil(width * pixelsOfPoint);
  canvas.height = Math.ceil(step * lines.length * pixelsOfPoint);
  // A new size resets the settings of the canvas.
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  context.scale(pixelsOfPoint, pixelsOfPoint);
  context.font = font;
  context.fillStyle = color;
  context.textBaseline = 'alphabetic';
  lines.forEach((line, index) => {
    const fromRight = isRightToLeft(line);
    context.textAlign = fromRight ? 'right' : 'left';
    // Direction by embedding characters: the canvas of old engines has no `direction`.
    const embedded = fromRight ? `\u202B${line}\u202C` : line;
    context.fillText(embedded, fromRight ? width : 0, step * index + fontSize * 1.05);
  });
  return { image: canvas.toDataURL('image/png'), width, height: step * lines.length };
}
