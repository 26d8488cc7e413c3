// BEY-093: counts the bytes that a first visit transfers, with the browser's debugging protocol, while the real server
// sends the shipped build.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from '../../scripts/lib/console.mjs';
import { freePort, startServer } from '../../scripts/lib/server.mjs';

/** @typedef {{ address: string, bytes: number }} Transfer */
/** @typedef {{ login: number, workspace: number, later: number, module: number, fonts: number }} Delivery bytes */

/**
 * Runs a server with new demo data while `work` runs, which receives its address and the result of `startServer`.
 * @template Result
 * @param {string} program
 * @param {(origin: string, server: Awaited<ReturnType<typeof startServer>>) => Promise<Result>} work
 * @param {{ args?: string[], startMs?: number }} [more] as for `startServer`
 */
export async function withServer(program, work, more = {}) {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'workspace-bench-'));
  const port = await freePort();
  const log = inRoot('target', 'bench', 'server.log');
  const env = { UI_DIR: inRoot('ui', 'dist') };
  const server = await startServer(program, { port, dataDirectory, env, log, ...more });
  try {
    return await work(`http://localhost:${port}`, server);
  } finally {
    await server.stop();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

/**
 * Every response with the transferred bytes of its body, in the order they end.
 * @param {import('playwright').Page} page
 * @returns {Promise<Transfer[]>}
 */
async function watchTransfers(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  /** @type {Map<string, Transfer>} */
  const heads = new Map();
  /** @type {Transfer[]} */
  const finished = [];
  session.on('Network.responseReceived', ({ requestId, response }) =>
    heads.set(requestId, { address: response.url, bytes: response.encodedDataLength }),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const head = heads.get(requestId);
    if (head !== undefined) finished.push({ address: head.address, bytes: encodedDataLength - head.bytes });
  });
  return finished;
}

/** @param {Transfer} transfer */
const isFont = ({ address }) => address.includes('.woff2');
/** @param {Transfer} transfer */
const isModule = ({ address }) => address.includes('.wasm');
/**
 * Whether a transfer belongs to the core, which loads in parallel with the sign-in form.
 * @param {Transfer} row
 */
const isCore = (row) => isModule(row) || row.address.includes('core_wasm');
/** @param {Transfer[]} rows */
const sum = (rows) => rows.reduce((total, { bytes }) => total + bytes, 0);

/** Runs in the page: records when the sign-in form and the list are shown for the first time. */
function noteWhenShown() {
  /** @type {Record<string, string>} */
  const waited = { form: 'input[type=password]', list: '[aria-label="Atendimentos"]' };
  const watch = new MutationObserver(() => {
    for (const [name, selector] of Object.entries(waited)) {
      if (document.querySelector(selector) === null) continue;
      performance.mark(name);
      delete waited[name];
    }
    if (Object.keys(waited).length === 0) watch.disconnect();
  });
  watch.observe(document, { childList: true, subtree: true });
}

/**
 * Runs in the page: returns the addresses that were requested before that moment.
 * @param {string} mark
 */
function requestedAfter(mark) {
  const shownAt = performance.getEntriesByName(mark)[0]?.startTime ?? Infinity;
  return performance
    .getEntriesByType('resource')
    .filter(({ startTime }) => startTime > shownAt)
    .map(({ name }) => name);
}

/** @param {import('playwright').Browser} browser @param {string} program @returns {Promise<Delivery>} */
export function measureDelivery(browser, program) {
  return withServer(program, async (origin) => {
    const context = await browser.newContext({ baseURL: origin, locale: 'pt-BR' });
    const page = await context.newPage();
    const finished = await watchTransfers(page);
    await page.addInitScript(noteWhenShown);
    await page.goto('/new-agent/');
    await page.getByRole('textbox', { name: 'Usuário' }).fill('ana.souza');
    await page.getByLabel('Senha', { exact: true }).fill('agente123');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('region', { name: 'Atendimentos', exact: true }).waitFor();
    // Requests of the first view end on their own; the broker's WebSocket is not counted as a request.
    await page.waitForLoadState('networkidle');
    const files = finished.filter((row) => /\/new-agent\//.test(row.address) && !isFont(row));
    const until = async (/** @type {string} */ mark) => {
      const later = new Set(await page.evaluate(requestedAfter, mark));
      return files.filter((row) => !later.has(row.address));
    };
    const [form, list] = [await until('form'), await until('list')];
    const result = {
      login: sum(form.filter((row) => !isCore(row))),
      workspace: sum(list),
      later: sum(files) - sum(list),
      module: sum(files.filter(isModule)),
      fonts: sum(finished.filter(isFont)),
    };
    await context.close();
    return result;
  });
}
