// Makes the PDF of a conversation (WAP-055). Loaded when the agent asks for it: the library and its fonts are large (docs/decisions/0046).
import emojiFont from '@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff?url';
import pdfMake from 'pdfmake/build/pdfmake.min.js';
import mediumFont from 'pdfmake/fonts/Roboto/Roboto-Medium.ttf?url';
import regularFont from 'pdfmake/fonts/Roboto/Roboto-Regular.ttf?url';
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import { drawText, isDrawn } from './drawnText';
import { fontRuns, piecesOf } from './transcriptText';

export interface TranscriptPage {
  title: string;
  /** Lines below the title. */
  facts: ReadonlyArray<string>;
  entries: ReadonlyArray<{
    /** The heading of a day; empty without one. */
    day: string;
    /** Author and time; empty for a system message. */
    head: string;
    answered: string;
    text: string;
  }>;
  /** The foot of a page. */
  pageOf: (page: number, pages: number) => string;
}

const ink = '#14171D';
const secondary = '#606877';
const textSize = 10;
const margin = 48;
/** Size of A4, in points. */
const pageWidth = 595.28;

/** The PDF's bytes. Rejects if a font cannot be loaded. */
export async function transcriptPdf(page: TranscriptPage): Promise<Blob> {
  pdfMake.setFonts({
    Text: { normal: absolute(regularFont), bold: absolute(mediumFont) },
    Emoji: { normal: absolute(emojiFont), bold: absolute(emojiFont) },
  });
  return pdfMake.createPdf(definitionOf(page)).getBlob();
}

/** The library loads fonts by complete addresses only. */
function absolute(address: string): string {
  return new URL(address, document.baseURI).href;
}

function definitionOf({ title, facts, entries, pageOf }: TranscriptPage): TDocumentDefinitions {
  return {
    info: { title },
    pageSize: 'A4',
    pageMargins: [margin, margin, margin, 56],
    defaultStyle: { font: 'Text', fontSize: textSize, lineHeight: 1.3, color: ink },
    content: [
      paragraph(title, { fontSize: 16, bold: true }),
      ...facts.map((fact) => paragraph(fact, { color: secondary })),
      ...entries.flatMap((entry): Content[] => [
        ...(entry.day === ''
          ? []
          : [
              {
                text: entry.day,
                bold: true,
                color: secondary,
                margin: [0, 16, 0, 4] as [number, number, number, number],
              },
            ]),
        {
          margin: [0, 4, 0, 4],
          stack: [
            ...(entry.head === '' ? [] : [paragraph(entry.head, { bold: true, fontSize: 9 })]),
            ...(entry.answered === '' ? [] : [paragraph(entry.answered, { fontSize: 9, color: secondary })]),
            ...piecesOf(entry.text).map((piece) => paragraph(piece, entry.head === '' ? { color: secondary } : {})),
          ],
        },
      ]),
    ],
    footer: (current, count) => ({
      text: pageOf(current, count),
      alignment: 'center',
      fontSize: 8,
      color: secondary,
      margin: [0, 16, 0, 0],
    }),
  };
}

interface ParagraphStyle {
  bold?: boolean;
  color?: string;
  fontSize?: number;
}

/** A paragraph in the fonts of the PDF, else as a picture that the browser draws. */
function paragraph(text: string, style: ParagraphStyle): Content {
  const { bold = false, color = ink, fontSize = textSize } = style;
  const drawn = isDrawn(text) ? drawText(text, { bold, color, fontSize, width: pageWidth - 2 * margin }) : undefined;
  return drawn ?? { text: runs(text), ...style };
}

function runs(text: string): Content {
  return fontRuns(text).map((run) => ({ text: run.text, font: run.isEmoji ? 'Emoji' : 'Text' }));
}
