// The oldest supported browser with the shipped build: a server with its own data, a Chromium 71, and the actions in
// its page. Playwright cannot control this engine, so a puppeteer version of the same age does. Customers write by REST
// requests.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium71 } from '../../scripts/chromium-71.mjs';
import { inRoot } from '../../scripts/lib/console.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { keepSession, sessionOf } from '../session.mjs';

/** @typedef {import('../session.mjs').Session} Session */

const program = process.env.SERVER_PROGRAM ?? inRoot('target', 'release', 'workspace-server');

/**
 * @param {string} name of the log
 * @param {{ port: number, env?: Record<string, string> }} options
 */
export async function startOldEngineServer(name, { port, env = {} }) {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'workspace-old-engine-'));
  const options = {
    port,
    dataDirectory,
    env: { UI_DIR: inRoot('ui', 'dist'), ...env },
    log: inRoot('target', 'reports', `old-engine-${name}.log`),
  };
  let running = await startServer(program, options);
  return {
    dataDirectory,
    origin: running.origin,
    stop: () => running.stop(),
    async start() {
      running = await startServer(program, options);
    },
    async end() {
      await running.stop();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

/**
 * Runs in the page before its scripts, in the syntax of this engine: keeps a reference to the module's memory for
 * `memory()`.
 */
function watchMemory() {
  const keep = (/** @type {any} */ result) => {
    const { memory } = (result.instance || result).exports;
    if (memory) Object.assign(window, { moduleMemory: memory });
    return result;
  };
  for (const name of /** @type {const} */ (['instantiate', 'instantiateStreaming'])) {
    const native = /** @type {any} */ (WebAssembly)[name];
    if (native) Object.assign(WebAssembly, { [name]: (/** @type {any[]} */ ...args) => native(...args).then(keep) });
  }
}

/** How the messages begin that this engine logs for a page without a fault. */
const EXPECTED_MESSAGES = [
  // For every page that plays a sound.
  'The Web Audio autoplay policy will be re-enabled',
  // Trusted types came with Chromium 83; older engines ignore the directive.
  "Unrecognized Content-Security-Policy directive 'require-trusted-types-for'",
];

export class OldEngine {
  /** Unexpected console messages of all pages; must stay empty. */
  complaints = /** @type {string[]} */ ([]);

  /** @param {any} browser @param {string} origin */
  constructor(browser, origin) {
    this.browser = browser;
    this.origin = origin;
  }

  /** @param {string} origin */
  static async launch(origin) {
    return new OldEngine(await launchChromium71(), origin);
  }

  /** Opens a tab of the same browser, with a session if one is given. @param {Session} [session] */
  async newTab(session) {
    const page = await this.browser.newPage();
    if (session !== undefined) {
      await page.goto(`${this.origin}/new-agent/favicon.svg`);
      await page.evaluate(keepSession, session);
    }
    await page.setViewport({ width: 1440, height: 900 });
    await page.evaluateOnNewDocument(watchMemory);
    page.on('console', (/** @type {any} */ message) => {
      const text = message.text();
      if (['error', 'warning'].includes(message.type()) && !EXPECTED_MESSAGES.some((begin) => text.startsWith(begin)))
        this.complaints.push(text);
    });
    page.on('pageerror', (/** @type {unknown} */ error) => this.complaints.push(String(error)));
    return new Tab(page, this.origin);
  }

  close() {
    return this.browser.close();
  }
}

export class Tab {
  limit = 20_000;

  /** @param {any} page @param {string} origin */
  constructor(page, origin) {
    this.page = page;
    this.origin = origin;
  }

  open(path = '/') {
    return this.page.goto(`${this.origin}/new-agent${path}`, { timeout: this.limit });
  }

  /** Waits until the page shows `text` somewhere. @param {string} text */
  untilText(text) {
    return this.page.waitForFunction(
      (/** @type {string} */ wanted) => document.body.innerText.includes(wanted),
      { timeout: this.limit },
      text,
    );
  }

  /** Waits until no button has a name that begins with `name`. @param {string} name */
  untilNoButton(name) {
    return this.page.waitForFunction(
      (/** @type {string} */ gone) =>
        ![...document.querySelectorAll('button')].some((button) =>
          (button.getAttribute('aria-label') || button.innerText).trim().startsWith(gone),
        ),
      { timeout: this.limit },
      name,
    );
  }

  /** @param {string} selector */
  until(selector) {
    return this.page.waitForSelector(selector, { timeout: this.limit });
  }

  /**
   * Presses the control whose accessible name begins with `name`.
   * @param {string} role
   * @param {string} name
   */
  async press(role, name) {
    const handle = await this.page.waitForFunction(
      (/** @type {string} */ wantedRole, /** @type {string} */ wanted) => {
        const selector = wantedRole === 'button' ? 'button' : `[role="${wantedRole}"]`;
        return /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]).find((element) => {
          const label = element.getAttribute('aria-label') || element.innerText;
          return label.trim().startsWith(wanted) && element.getAttribute('aria-disabled') !== 'true';
        });
      },
      { timeout: this.limit },
      role,
      name,
    );
    await handle.asElement().click();
  }

  /** @param {string} selector @param {string} text */
  async type(selector, text) {
    await this.until(selector);
    await this.page.type(selector, text);
  }

  /** @param {string} text */
  async send(text) {
    await this.type('textarea', text);
    await this.page.keyboard.press('Enter');
  }

  async signIn(login = 'ana.souza', password = 'agente123') {
    await this.type('input[autocomplete="username"]', login);
    await this.type('input[type="password"]', password);
    await this.press('button', 'Entrar');
  }

  async connectChat() {
    await this.press('button', 'Chat:');
    await this.press('menuitem', 'Conectar');
  }

  /** @param {string} status */
  untilChat(status) {
    return this.until(`button[aria-label^="Chat: ${status}"]`);
  }

  async logOff() {
    await this.press('button', 'Menu de Ana');
    await this.press('menuitem', 'Sair');
    await this.press('button', 'Sair');
    await this.until('input[type="password"]');
    assert.equal(await this.page.evaluate(() => localStorage.getItem('workspace.token')), null);
  }

  /** Bytes of the module's memory. @returns {Promise<number>} */
  memory() {
    return this.page.evaluate(() => /** @type {any} */ (window).moduleMemory.buffer.byteLength);
  }
}

/**
 * An agent signs in and connects the chat without a page.
 * @param {string} origin
 * @returns {Promise<Session>}
 */
export async function connectByRest(origin) {
  const post = (/** @type {string} */ path, /** @type {object} */ body, /** @type {object} */ headers) =>
    fetch(`${origin}/api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const signedIn = await post('auth/login', { login: 'ana.souza', password: 'agente123' }, {});
  const authorization = signedIn.headers.get('authorization') ?? '';
  const connected = await post('channels/chat/connect/agent/101', {}, { authorization });
  assert.ok(signedIn.ok && connected.ok, `${signedIn.status}, ${connected.status}`);
  return sessionOf(authorization, await signedIn.json());
}

/** Customers who write by REST requests, without a page. */
export class Customers {
  /** @param {string} origin */
  constructor(origin) {
    this.origin = origin;
  }

  /** @param {string} path @param {object} [body] @param {string} [secret] */
  async call(path, body, secret) {
    const headers = { 'Content-Type': 'application/json', ...(secret && { Authorization: `Bearer ${secret}` }) };
    const answer = await fetch(`${this.origin}/outside/api/${path}`, {
      method: body ? 'POST' : 'GET',
      headers,
      body: body && JSON.stringify(body),
    });
    assert.ok(answer.ok, `${path} answers ${answer.status}`);
    const text = await answer.text();
    return text ? JSON.parse(text) : undefined;
  }

  /** @param {string} name @returns {Promise<{ protocol: string, secret: string }>} */
  async begin(name) {
    const { data } = await this.call('queues');
    return this.call('chats', { name, queue: data[0].id });
  }

  /** @param {{ protocol: string, secret: string }} chat @param {string} customId @param {string} text */
  write({ protocol, secret }, customId, text) {
    return this.call(`chats/${protocol}/messages`, { custom_id: customId, text }, secret);
  }

  /** @param {{ protocol: string, secret: string }} chat @param {string} text */
  async untilReads({ protocol, secret }, text) {
    const deadline = Date.now() + 20_000;
    for (;;) {
      const { data } = await this.call(`chats/${protocol}/events?after=0`, undefined, secret);
      if (data.some((/** @type {any} */ item) => item.type === 'message' && item.message.text === text)) return;
      assert.ok(Date.now() < deadline, `the customer reads "${text}"`);
      await new Promise((soon) => setTimeout(soon, 100));
    }
  }
}
