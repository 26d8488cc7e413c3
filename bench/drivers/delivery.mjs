// BEY-093: what a first visit transfers, counted by the browser over its own protocol while the real server sends the shipped build.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from '../../scripts/lib/console.mjs';
import { freePort, startServer } from '../../scripts/lib/server.mjs';

/** A server with fresh demo data for as long as `work` takes. */
export async function withServer(program, work) {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'workspace-bench-'));
  const port = await freePort();
  const log = inRoot('target', 'bench', 'server.log');
  const server = await startServer(program, { port, dataDirectory, env: { UI_DIR: inRoot('ui', 'dist') }, log });
  try {
    return await work(`http://localhost:${port}`);
  } finally {
    await server.stop();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

/** Every answer with its bytes on the wire, headers included, as they end. */
async function watchTransfers(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const addresses = new Map();
  const finished = [];
  session.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => finished.push({ address: addresses.get(requestId) ?? '', bytes: encodedDataLength }));
  return finished;
}

const isFont = ({ address }) => address.includes('.woff2');
const isModule = ({ address }) => address.includes('.wasm');
/** The core loads beside the form and is not waited for. */
const isCore = (row) => isModule(row) || row.address.includes('core_wasm');
const sum = (rows) => rows.reduce((total, { bytes }) => total + bytes, 0);

export function measureDelivery(browser, program) {
  return withServer(program, async (origin) => {
    const context = await browser.newContext({ baseURL: origin, locale: 'pt-BR' });
    const page = await context.newPage();
    const finished = await watchTransfers(page);
    await page.goto('/new-agent/');
    await page.getByRole('textbox', { name: 'Usuário' }).fill('ana.souza');
    const login = finished.filter((row) => !isFont(row) && !isCore(row));
    const formBytes = sum(login);
    await page.getByLabel('Senha', { exact: true }).fill('agente123');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('region', { name: 'Atendimentos', exact: true }).waitFor();
    // What is still on its way to the first screen ends by itself: the broker's socket is no request.
    await page.waitForLoadState('networkidle');
    const files = finished.filter((row) => /\/new-agent\//.test(row.address) && !isFont(row));
    const result = { login: formBytes, workspace: sum(files), module: sum(files.filter(isModule)), fonts: sum(finished.filter(isFont)), rows: files.length };
    await context.close();
    return result;
  });
}
