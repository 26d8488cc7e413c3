// The floor, proved: the shipped build in a real Chromium 71 through sign-in, one message each way and log-off. Playwright cannot drive this engine,
// so the puppeteer of its day does; the customer speaks over the customers' REST calls.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launchChromium71 } from '../scripts/chromium-71.mjs';
import { inRoot } from '../scripts/lib/console.mjs';
import { freePort, startServer } from '../scripts/lib/server.mjs';

const limit = 20_000;
const program = process.env.SERVER_PROGRAM ?? inRoot('target', 'release', 'workspace-server');

let server;
let browser;
let page;
let dataDirectory;
/** What the console said besides its ordinary lines; must stay empty. */
const complaints = [];

before(async () => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'workspace-old-engine-'));
  const env = { UI_DIR: inRoot('ui', 'dist') };
  server = await startServer(program, {
    port: await freePort(),
    dataDirectory,
    env,
    log: inRoot('target', 'reports', 'old-engine-server.log'),
  });
  browser = await launchChromium71();
  page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  page.on('console', (message) => {
    // This engine announces its own policy once for every page that makes a sound.
    const announcement = message.text().startsWith('The Web Audio autoplay policy will be re-enabled');
    if (['error', 'warning'].includes(message.type()) && !announcement) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
});

after(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
});

/** Waits until the page shows `text` somewhere. */
const untilText = (text) =>
  page.waitForFunction((wanted) => document.body.innerText.includes(wanted), { timeout: limit }, text);

/** Presses the control whose accessible name begins with `name`. */
async function press(role, name) {
  const handle = await page.waitForFunction(
    (wantedRole, wanted) => {
      const selector = wantedRole === 'button' ? 'button' : `[role="${wantedRole}"]`;
      return [...document.querySelectorAll(selector)].find((element) => {
        const label = element.getAttribute('aria-label') || element.innerText;
        return label.trim().startsWith(wanted);
      });
    },
    { timeout: limit },
    role,
    name,
  );
  await handle.asElement().click();
}

async function type(selector, text) {
  await page.waitForSelector(selector, { timeout: limit });
  await page.type(selector, text);
}

async function customer(path, body, secret) {
  const headers = { 'Content-Type': 'application/json', ...(secret && { Authorization: `Bearer ${secret}` }) };
  const answer = await fetch(`${server.origin}/outside/api/${path}`, {
    method: body ? 'POST' : 'GET',
    headers,
    body: body && JSON.stringify(body),
  });
  assert.ok(answer.ok, `${path} answers ${answer.status}`);
  const text = await answer.text();
  return text ? JSON.parse(text) : undefined;
}

async function untilCustomerReads(chat, text) {
  const deadline = Date.now() + limit;
  for (;;) {
    const { data } = await customer(`chats/${chat.protocol}/events?after=0`, undefined, chat.secret);
    if (data.some((item) => item.type === 'message' && item.message.message === text)) return;
    assert.ok(Date.now() < deadline, `the customer reads "${text}"`);
    await new Promise((soon) => setTimeout(soon, 100));
  }
}

test('Chromium 71 is the browser that runs, and it is served [SES-048]', async () => {
  assert.match(await browser.version(), /Chrome\/71\./);
  await page.goto(`${server.origin}/new-agent/`, { timeout: limit });
  await page.waitForSelector('input[type="password"]', { timeout: limit });
  await page.waitForFunction(() => location.pathname === '/new-agent/login', { timeout: limit });
});

test('an agent signs in, connects the chat, reads and answers a customer, and logs off', async () => {
  await type('input[autocomplete="username"]', 'ana.souza');
  await type('input[type="password"]', 'agente123');
  await press('button', 'Entrar');
  await press('button', 'Chat:');
  await press('menuitem', 'Conectar');
  await page.waitForSelector('button[aria-label^="Chat: Disponível"]', { timeout: limit });

  const queues = await customer('queues');
  const queue = (queues.data ?? queues)[0];
  const chat = await customer('chats', { name: 'Otávio Brandão', queue: queue.id });
  await customer(
    `chats/${chat.protocol}/messages`,
    { custom_id: 'OLDENGINE1', text: 'Bom dia, preciso de ajuda' },
    chat.secret,
  );
  await untilText('Bom dia, preciso de ajuda');

  await type('textarea', 'Bom dia! Como posso ajudar?');
  await page.keyboard.press('Enter');
  await untilCustomerReads(chat, 'Bom dia! Como posso ajudar?');
  await page.screenshot({ path: inRoot('target', 'reports', 'chromium-71.png') });

  await press('button', 'Menu de Ana');
  await press('menuitem', 'Sair');
  await press('button', 'Sair');
  await page.waitForSelector('input[type="password"]', { timeout: limit });
  assert.equal(await page.evaluate(() => localStorage.getItem('workspace.token')), null);
});

test('the console stayed silent', () => {
  assert.deepEqual(complaints, []);
});
