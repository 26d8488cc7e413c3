// BEY-090, BEY-092 and the memory of a message: drives the bench page, in one browser for all that is compared.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { inRoot } from '../../scripts/lib/console.mjs';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
/** An isolated page has the finer clock: 5 µs instead of 100. */
const ISOLATED = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

const BOX = 20;
const small = { jobs: 10, messagesPerJob: 100, hot: BOX, onlyHot: true };
const grown = { jobs: 10_000, messagesPerJob: 100, hot: BOX, onlyHot: true };
/** For `npm test`, where a million messages take too long to load: as many attendances, a tenth of the messages. */
const grownForGates = { ...grown, messagesPerJob: 10 };
const busy = { jobs: 1_000, messagesPerJob: 100, hot: BOX, onlyHot: false };

async function serve(folder) {
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : request.url;
    readFile(join(folder, path)).then(
      (body) => response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream', ...ISOLATED }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** Runs `work` in a fresh page; what the page complains about ends the run. */
async function inPage(browser, address, work) {
  const context = await browser.newContext();
  const page = await context.newPage();
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

/** The page with nothing measured in it: it holds the recording. */
export async function openBenchPage(browser, work) {
  const page = await serve(inRoot('target', 'bench', 'page'));
  try {
    return await inPage(browser, page.address, work);
  } finally {
    page.close();
  }
}

const names = ['core', 'toolkit', 'zustand', 'maps'];

export async function measureStores(browser, { gatesOnly, say }) {
  const page = await serve(inRoot('target', 'bench', 'page'));
  try {
    const side = (who, rounds) =>
      inPage(browser, page.address, (tab) =>
        tab.evaluate(([stores, size, plan]) => window.bench.peers(stores, size, plan), [who, busy, { rounds, warmUp: 20, framesPerRound: 30 }]),
      );
    const peers = await side(['core', 'toolkit', 'zustand'], gatesOnly ? 30 : 60);
    say(figureLines(peers));
    // Apart: what the two large stores leave in heap and caches would be measured too.
    const maps = await side(['core', 'maps'], gatesOnly ? 100 : 200);
    say(figureLines(maps));
    const plan = { rounds: gatesOnly ? 100 : 200, warmUp: 30, framesPerRound: 30 };
    const growth = (sizes) => inPage(browser, page.address, (tab) => tab.evaluate(([all, how]) => window.bench.growth(all, how), [sizes, plan]));
    const hot = await growth([small, gatesOnly ? grownForGates : grown]);
    say(figureLines(hot));
    if (gatesOnly) return { peers, maps, hot };
    const cold = await growth([{ ...small, onlyHot: false, hot: 0 }, { ...grown, onlyHot: false, hot: grown.jobs }]);
    say(figureLines(cold));
    const memory = {};
    for (const name of names) memory[name] = await memoryOf(browser, page.address, name);
    return { peers, maps, hot, cold, memory };
  } finally {
    page.close();
  }
}

/** Bytes for each message held, by what a hundred more of each attendance add: the attendances themselves fall out. */
function memoryOf(browser, address, name) {
  return inPage(browser, address, async (page) => {
    const session = await page.context().newCDPSession(page);
    const heap = async () => {
      await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Runtime.getHeapUsage')).usedSize;
    };
    const held = async (messagesPerJob) => {
      const wasm = await page.evaluate(([who, size]) => window.bench.hold(who, size), [name, { ...busy, messagesPerJob }]);
      return { wasm, heap: await heap() };
    };
    const empty = await heap();
    const few = await held(100);
    const many = await held(300);
    const messages = busy.jobs * 200;
    return {
      heap: (many.heap - few.heap - (few.heap - empty)) / messages,
      wasm: name === 'core' ? (many.wasm - few.wasm) / messages : 0,
    };
  });
}

const figureLines = (figures) =>
  figures
    .map(({ name, perEvent, upkeepPerEvent, n, readsPerEvent }) => `${name.padEnd(20)}${perEvent.toFixed(1).padStart(10)} µs an event${upkeepPerEvent.toFixed(1).padStart(10)} µs beside it   ${readsPerEvent.toFixed(2)} reads   n = ${n}`)
    .join('\n');
