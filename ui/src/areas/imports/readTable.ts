// Reads the file that the agent chose. The format is detected by the first bytes, because names and types of files are not
// reliable.
import { readCsv } from './csvTable';
import { FileRefusal, type Table } from './table';
import { readWorkbook } from './workbookTable';

/** More than a data base of ten thousand contacts needs. */
const mostBytes = 20 * 1024 * 1024;

const zip = [0x50, 0x4b, 0x03, 0x04];
/** Encrypted workbooks, and workbooks of Excel 2003 and before. */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0];

export async function readTable(file: File): Promise<Table> {
  if (file.size > mostBytes) throw new FileRefusal('tooLarge');
  const bytes = await bytesOf(file);
  const begins = (mark: ReadonlyArray<number>): boolean => {
    const start = new Uint8Array(bytes, 0, Math.min(mark.length, bytes.byteLength));
    return mark.every((byte, index) => start[index] === byte);
  };
  if (begins(compoundFile)) throw new FileRefusal('unreadable');
  return begins(zip) ? readWorkbook(bytes) : readCsv(bytes);
}

/** Chrome 71 and Firefox 60 have no `file.arrayBuffer()`. */
function bytesOf(file: File): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      if (reader.result instanceof ArrayBuffer) resolve(reader.result);
    };
    // The file was deleted or may not be read.
    reader.onerror = () => {
      reject(new FileRefusal('unreadable'));
    };
    reader.readAsArrayBuffer(file);
  });
}
