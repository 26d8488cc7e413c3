// Measures BEY-090, BEY-092 and the memory of a message: controls the bench page, in one browser for all measurements
// that are compared.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { inRoot } from '../../scripts/lib/console.mjs';

/** @typedef {import('../src/rounds').Figure} Figure */
/** @typedef {import('../src/page').Name} Name */
/** @typedef {import('../src/recording').Size} Size */
/** @typedef {import('playwright').Page} Page */
/** @typedef {import('playwright').Browser} Browser */
/** @typedef {{ heap: number, wasm: number }} Bytes */
/** @typedef {[Figure, Figure]} Pair */
/** @typedef {{ toolkit: Pair, zustand: Pair, maps: Pair, hot: Pair, cold?: Pair }} StoreFigures */

/** @type {Record<string, string>} */
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
/** A cross-origin isolated page has a clock with 5 µs instead of 100 µs. */
const ISOLATED = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

const BOX = 20;
const small = { jobs: 10, messagesPerJob: 100, hot: BOX, onlyHot: true };
const grown = { jobs: 10_000, messagesPerJob: 100, hot: BOX, onlyHot: true };
/**
 * For `npm test`, where loading a million messages takes too long: the same number of attendances, a tenth of the
 * messages.
 */
const grownForGates = { ...grown, messagesPerJob: 10 };
const busy = { jobs: 1_000, messagesPerJob: 100, hot: BOX, onlyHot: false };

/** @param {string} folder */
async function serve(folder) {
  const server = createServer((request, response) => {
    const { url = '/' } = request;
    const path = url === '/' ? '/index.html' : url;
    readFile(join(folder, path)).then(
      (body) =>
        response
          .writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream', ...ISOLATED })
          .end(body),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/**
 * Runs `work` in a new page; an error in the page ends the run.
 * @template Result
 * @param {Browser} browser
 * @param {string} address
 * @param {(page: Page) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
async function inPage(browser, address, work) {
  const context = await browser.newContext();
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(address);
  await page.waitForFunction(() => 'bench' in window);
  const result = await work(page);
  await context.close();
  if (complaints.length > 0) throw new Error(`the bench page complained: ${complaints.join('\n')}`);
  return result;
}

/**
 * The page before the measurement: it holds the recording.
 * @template Result
 * @param {Browser} browser
 * @param {(page: Page) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function openBenchPage(browser, work) {
  const page = await serve(inRoot('target', 'bench', 'page'));
  try {
    return await inPage(browser, page.address, work);
  } finally {
    page.close();
  }
}

/** @type {Name[]} */
const names = ['core', 'toolkit', 'zustand', 'maps'];

/** An odd number, so that there is a median. */
const PAGES = 3;
/** @param {Pair} pair */
const ratio = ([first, second]) => first.perEvent / second.perEvent;

/**
 * @param {Browser} browser
 * @param {{ gatesOnly: boolean, say: (text: string) => void }} options
 * @returns {Promise<StoreFigures>}
 */
export async function measureStores(browser, { gatesOnly, say }) {
  const page = await serve(inRoot('target', 'bench', 'page'));
  try {
    /** @type {<Result>(work: (tab: Page) => Promise<Result>) => Promise<Result>} */
    const inRehearsedPage = (work) =>
      inPage(browser, page.address, async (tab) => {
        const { frames, first, fastest } = await tab.evaluate(() => window.bench.rehearseCore());
        say(`rehearsal of the core: ${first.toFixed(0)} µs an event, ${fastest.toFixed(0)} after ${frames} frames`);
        return work(tab);
      });
    // The core beside one other store: the heap and the caches of a third store would change the result.
    const beside = (/** @type {Name} */ other, /** @type {{ rounds: number, warmUp: number }} */ plan) =>
      inRehearsedPage(async (tab) => {
        const figures = await tab.evaluate(({ stores, size, how }) => window.bench.peers(stores, size, how), {
          stores: /** @type {Name[]} */ (['core', other]),
          size: busy,
          how: { ...plan, framesPerRound: 30 },
        });
        say(figureLines(figures));
        return /** @type {Pair} */ (figures);
      });
    // The median of several pages counts: the ratios of two pages differ by up to 10 % with other work on the machine, and a script may stay on a slow path.
    const besideInPages = async (/** @type {Name} */ other, /** @type {{ rounds: number, warmUp: number }} */ plan) => {
      /** @type {Pair[]} */
      const pairs = [];
      for (let at = 0; at < PAGES; at += 1) pairs.push(await beside(other, plan));
      pairs.sort((first, second) => ratio(first) - ratio(second));
      say(`core ÷ ${other.padEnd(13)}${pairs.map((pair) => ratio(pair).toFixed(3)).join(', ')}`);
      return /** @type {Pair} */ (pairs[(PAGES - 1) / 2]);
    };
    // One page, because the ratio is far from its limit and an event of Redux Toolkit takes milliseconds.
    const toolkit = await beside('toolkit', { rounds: gatesOnly ? 20 : 60, warmUp: 10 });
    const zustand = await besideInPages('zustand', { rounds: gatesOnly ? 60 : 120, warmUp: 20 });
    const maps = await besideInPages('maps', { rounds: gatesOnly ? 100 : 200, warmUp: 20 });
    const plan = { rounds: gatesOnly ? 100 : 200, warmUp: 30, framesPerRound: 30 };
    const growth = (/** @type {[Size, Size]} */ sizes) =>
      inRehearsedPage(
        async (tab) =>
          /** @type {Pair} */ (
            await tab.evaluate(({ all, how }) => window.bench.growth(all, how), { all: sizes, how: plan })
          ),
      );
    const hot = await growth([small, gatesOnly ? grownForGates : grown]);
    say(figureLines(hot));
    if (gatesOnly) return { toolkit, zustand, maps, hot };
    const cold = await growth([
      { ...small, onlyHot: false, hot: 0 },
      { ...grown, onlyHot: false, hot: grown.jobs },
    ]);
    say(figureLines(cold));
    return { toolkit, zustand, maps, hot, cold };
  } finally {
    page.close();
  }
}

/**
 * Bytes per message, from the difference between two numbers of messages, which excludes the attendances. Each number
 * in a separate page.
 * @param {Browser} browser
 * @param {(text: string) => void} say
 * @returns {Promise<Record<string, Bytes>>}
 */
export async function measureMemory(browser, say) {
  const page = await serve(inRoot('target', 'bench', 'page'));
  try {
    /** @type {Record<string, Bytes>} */
    const memory = {};
    for (const name of names) {
      const [few, many] = [
        await heldBytes(browser, page.address, name, FEW),
        await heldBytes(browser, page.address, name, MANY),
      ];
      const messages = busy.jobs * (MANY - FEW);
      const bytes = { heap: (many.heap - few.heap) / messages, wasm: (many.wasm - few.wasm) / messages };
      memory[name] = bytes;
      say(
        `${name.padEnd(20)}${bytes.heap.toFixed(0).padStart(10)} bytes of heap a message${bytes.wasm.toFixed(0).padStart(10)} of the module's memory   n = ${messages}`,
      );
    }
    return memory;
  } finally {
    page.close();
  }
}

const FEW = 50;
const MANY = 250;

/**
 * @param {Browser} browser
 * @param {string} address
 * @param {Name} name
 * @param {number} messagesPerJob
 * @returns {Promise<Bytes>}
 */
function heldBytes(browser, address, name, messagesPerJob) {
  return inPage(browser, address, async (page) => {
    const session = await page.context().newCDPSession(page);
    const wasm = await page.evaluate(({ who, size }) => window.bench.hold(who, size), {
      who: name,
      size: { ...busy, messagesPerJob },
    });
    // Memory used for loading is freed in two collections: the second frees what finalizers of the first released.
    await session.send('HeapProfiler.collectGarbage');
    await session.send('HeapProfiler.collectGarbage');
    return { wasm, heap: (await session.send('Runtime.getHeapUsage')).usedSize };
  });
}

/** @param {Figure[]} figures */
const figureLines = (figures) =>
  figures
    .map(
      ({ name, perEvent, upkeepPerEvent, n, readsPerEvent }) =>
        `${name.padEnd(20)}${perEvent.toFixed(1).padStart(10)} µs an event${upkeepPerEvent.toFixed(1).padStart(10)} µs beside it   ${readsPerEvent.toFixed(2)} reads   n = ${n}`,
    )
    .join('\n');
