// Starts the oldest supported Chromium, headless: unpacks the program from an npm package and starts it with a
// puppeteer version of the same age (Playwright and newer puppeteers cannot control it). Its tests are in tests-e2e/.
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { inRoot } from './lib/console.mjs';

const require = createRequire(import.meta.url);

function unpack() {
  const folder = join(dirname(require.resolve('chromium-71-binary/package.json')), 'bin');
  const packed = readdirSync(folder).find((name) => /^chromium-71\..*\.br$/.test(name));
  if (packed === undefined) throw new Error('the package chromium-71-binary holds no browser');
  const program = inRoot('target', 'browsers', basename(packed, '.br'));
  if (existsSync(program)) return program;
  mkdirSync(dirname(program), { recursive: true });
  const unfinished = `${program}.${process.pid}`;
  writeFileSync(unfinished, brotliDecompressSync(readFileSync(join(folder, packed))));
  chmodSync(unfinished, 0o755);
  renameSync(unfinished, program);
  return program;
}

export async function launchChromium71() {
  return require('chromium-71-driver').launch({
    executablePath: unpack(),
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--no-zygote', '--disable-dev-shm-usage'],
  });
}
