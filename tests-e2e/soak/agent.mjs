// One agent of a soak: a separate browser with the real interface. Signs in, opens conversations and types into the
// field, also while the server is down; at the end returns what each conversation shows.
import { setTimeout as wait } from 'node:timers/promises';
import { Chance } from './chance.mjs';

/** @typedef {import('playwright').Request} Request */
/** @typedef {{ texts: string[], unconfirmed: number }} ShownThread */

/** @param {Request} request */
const isMessageRequest = (request) =>
  request.method() === 'POST' && new URL(request.url()).pathname === '/api/chat/messages';
/** Console messages of the browser about an unreachable server, and reports of the core about unanswered requests. */
const browserOutageMessage =
  /ERR_CONNECTION_|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONTENT_LENGTH_MISMATCH|ERR_SOCKET_NOT_CONNECTED|WebSocket connection to .* failed/;
const coreOutageReport = /^(brokerRefused|queueListenerRefused|activeJobsNotLoaded|statusNotLoaded|threadNotLoaded)\b/;
/** A page that does not answer for this long has crashed, even on a busy machine. */
const longTimeout = 60_000;

export class Agent {
  #chance;
  /** @type {Set<Request>} */
  #sending = new Set();
  /** @type {Set<import('playwright').WebSocket>} */
  #sockets = new Set();
  /** @type {Map<string, number>} */
  #attempts = new Map();
  /**
   * Start times of sends that ended without an answer.
   * @type {number[]}
   */
  cut = [];
  figures = { sends: 0, retries: 0, duplicates: 0, loads: 0 };
  /** @type {string[]} */
  complaints = [];

  /**
   * @param {import('playwright').Page} page
   * @param {{ login: string, password: string }} account
   * @param {number} seed
   */
  constructor(page, { login, password }, seed) {
    this.page = page;
    this.login = login;
    this.password = password;
    this.#chance = new Chance(seed, login);
    this.field = page.getByRole('main').getByRole('textbox', { name: /^Mensagem para/ });
    this.list = page.getByRole('region', { name: 'Atendimentos', exact: true });
    page.setDefaultTimeout(longTimeout);
    page.on('load', () => (this.figures.loads += 1));
    page.on('pageerror', (error) => this.complaints.push(String(error.stack ?? error)));
    page.on('console', (message) => {
      const text = message.text();
      if (
        ['error', 'warning'].includes(message.type()) &&
        !browserOutageMessage.test(text) &&
        !coreOutageReport.test(text)
      )
        this.complaints.push(text);
    });
    page.on('websocket', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    this.#watchSends();
  }

  #watchSends() {
    this.page.on('request', (request) => {
      if (!isMessageRequest(request)) return;
      const { custom_id: id } = request.postDataJSON();
      const attempt = (this.#attempts.get(id) ?? 0) + 1;
      this.#attempts.set(id, attempt);
      this.figures.sends += 1;
      if (attempt > 1) this.figures.retries += 1;
      this.#sending.add(request);
    });
    this.page.on('requestfailed', (request) => {
      if (this.#sending.delete(request)) this.cut.push(request.timing().startTime);
    });
    this.page.on('response', (response) => void this.#hearAnswer(response));
  }

  /** @param {import('playwright').Response} response */
  async #hearAnswer(response) {
    const request = response.request();
    if (!this.#sending.has(request)) return;
    // An answer whose body was cut by the kill fails here; `requestfailed` reports it.
    const reply = await response.json().catch(() => undefined);
    this.#sending.delete(request);
    if (reply === undefined) return;
    if (!response.ok()) this.complaints.push(`a send was refused: ${response.status()} ${JSON.stringify(reply)}`);
    // Stored before this attempt began: an earlier attempt succeeded, and its answer was lost when the server was
    // killed.
    else if ((this.#attempts.get(reply.custom_id) ?? 0) > 1 && Date.parse(reply.time) < request.timing().startTime)
      this.figures.duplicates += 1;
  }

  get sending() {
    return this.#sending.size;
  }

  get connected() {
    return this.#sockets.size > 0;
  }

  /** @param {string} origin */
  async signIn(origin) {
    const { page } = this;
    await page.goto(`${origin}/new-agent/`);
    await page.getByRole('textbox', { name: 'Usuário' }).fill(this.login);
    await page.getByLabel('Senha', { exact: true }).fill(this.password);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('button', { name: /^Chat: / }).click();
    await page.getByRole('menuitem', { name: 'Conectar', exact: true }).click();
    await page.getByRole('button', { name: /^Chat: Disponível/ }).waitFor();
  }

  /** @param {string} customer */
  #card(customer) {
    return this.list.getByRole('link', { name: new RegExp(`^${customer}`) });
  }

  /**
   * The customers of `customers` that this agent serves, after all `expected` ones have arrived.
   * @param {string[]} customers
   * @param {number} expected
   */
  async customersOf(customers, expected) {
    await this.list
      .getByRole('link', { name: /^Cliente/ })
      .nth(expected - 1)
      .waitFor();
    /** @type {string[]} */
    const mine = [];
    for (const customer of customers) if ((await this.#card(customer).count()) === 1) mine.push(customer);
    return mine;
  }

  /** @param {string} customer */
  async #open(customer) {
    await this.#card(customer).click();
    await this.page.getByRole('main', { name: `Conversa com ${customer}` }).waitFor();
  }

  /**
   * @param {import('./ledger.mjs').Ledger} ledger
   * @param {string[]} customers
   * @param {() => boolean} goesOn
   * @param {[least: number, most: number]} pace
   */
  async talk(ledger, customers, goesOn, [least, most]) {
    while (goesOn()) {
      const customer = this.#chance.pick(customers);
      await this.#open(customer);
      // Several texts in a row in the same conversation: they queue while the server is down.
      for (let left = 1 + Math.floor(this.#chance.next() * 3); left > 0 && goesOn(); left -= 1) {
        const text = ledger.write(this.login, customer, this.#chance);
        await this.field.fill(text);
        await this.field.press('Enter');
        await wait(this.#chance.between(least, most));
      }
    }
  }

  /**
   * The messages that the conversation shows, first to last, and how many of its own are not confirmed.
   * @param {string} customer
   * @returns {Promise<ShownThread>}
   */
  async shown(customer) {
    await this.#open(customer);
    // The agent presses a key, so that the conversation no longer stays at its first unread message.
    await this.page.getByRole('log').press('Home');
    return this.page.getByRole('log').evaluate(async (log) => {
      const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      /** @type {Map<number, { text: string, unconfirmed: boolean }>} */
      const rows = new Map();
      log.scrollTop = 0;
      await drawn();
      for (;;) {
        for (const row of /** @type {NodeListOf<HTMLElement>} */ (log.querySelectorAll('[data-index]'))) {
          const article = row.querySelector('article');
          const text = article?.querySelector('span[dir="auto"]')?.textContent;
          if (text != null)
            rows.set(Number(row.dataset.index), {
              text,
              unconfirmed: /enviando|não enviada/.test(article?.ariaLabel ?? ''),
            });
        }
        if (log.scrollTop + log.clientHeight >= log.scrollHeight - 1) break;
        log.scrollTop += log.clientHeight / 2;
        await drawn();
      }
      const inOrder = [...rows].sort(([one], [other]) => one - other).map(([, row]) => row);
      return {
        texts: inOrder.map(({ text }) => text),
        unconfirmed: inOrder.filter(({ unconfirmed }) => unconfirmed).length,
      };
    });
  }

  /**
   * The messages of the same attendance that the server returns to this agent.
   * @param {string} protocol
   * @returns {Promise<string[]>}
   */
  async history(protocol) {
    return this.page.evaluate(async (wanted) => {
      const authorization = `Bearer ${localStorage.getItem('workspace.token')}`;
      /** @type {string[]} */
      const texts = [];
      for (let after = 0; ;) {
        const answer = await fetch(`/api/job/${wanted}/messages?after=${after}`, { headers: { authorization } });
        /** @type {{ data: { seq: number, message: string, system_message?: boolean }[] }} */
        const { data } = await answer.json();
        const last = data.at(-1);
        if (last === undefined) return texts;
        texts.push(...data.filter((message) => !message.system_message).map((message) => message.message));
        after = last.seq;
      }
    }, protocol);
  }
}
