// One customer of a soak: sends texts one after another by REST requests, each with its own `custom_id` until the
// server answers; and reads the event stream of its chat, continuing after the last event when the stream was lost.
import { setTimeout as wait } from 'node:timers/promises';
import { Chance } from './chance.mjs';

const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
/** One send in this many is repeated although it was answered, as if the answer had been lost later. */
const repeatsOneIn = 12;

/** @typedef {{ number?: number, type: string, message: { text: string, systemKey?: string } }} StreamEvent */
/** @typedef {{ custom_id: string, text: string }} Message */
/** @typedef {{ seq: number, time: string }} MessageReply */

export class Customer {
  #chance;
  #origin;
  /** @type {{ protocol: string, secret: string } | undefined} */
  #chat;
  #stream = new AbortController();
  /** @type {Promise<void> | undefined} */
  #reading;
  #lastEvent = 0;
  /**
   * Texts of both sides, in the order of the stream.
   * @type {string[]}
   */
  received = [];
  /** Whether the stream is connected, and whether a send is in progress. */
  connected = false;
  sending = false;
  /** Called when a send begins. */
  onSend = () => {};
  /**
   * Start times of sends that ended without an answer.
   * @type {number[]}
   */
  cut = [];
  figures = {
    sends: 0,
    retries: 0,
    repeated: 0,
    duplicates: 0,
    refusals: /** @type {string[]} */ ([]),
    eventsTwice: 0,
  };

  /** @param {string} name @param {string} origin @param {number} seed */
  constructor(name, origin, seed) {
    this.name = name;
    this.#origin = origin;
    this.#chance = new Chance(seed, name);
  }

  get protocol() {
    if (this.#chat === undefined) throw new Error(`${this.name} has no chat`);
    return this.#chat.protocol;
  }

  /** @param {string} queue */
  async begin(queue) {
    const answer = await this.#call('POST', '/chats', { name: this.name, queue });
    this.#chat = await answer.json();
    this.#reading = this.#keepReading();
  }

  /**
   * Writes until it is stopped; resolves when the last text is answered.
   * @param {import('./ledger.mjs').Ledger} ledger
   * @param {() => boolean} goesOn
   * @param {[least: number, most: number]} pace
   */
  async talk(ledger, goesOn, [least, most]) {
    while (goesOn()) {
      await wait(this.#chance.between(least, most));
      if (goesOn()) await this.#deliver(ledger.write(this.name, this.name, this.#chance));
    }
  }

  /** @param {string} text */
  async #deliver(text) {
    const body = { custom_id: this.#chance.letters(alphabet, 10), text };
    const first = await this.#untilAnswered(body);
    if (this.#chance.next() * repeatsOneIn >= 1) return;
    this.figures.repeated += 1;
    const second = await this.#untilAnswered(body, { isRepeated: true });
    if (first?.seq !== second?.seq) this.figures.refusals.push(`two answers to one custom_id: ${text}`);
  }

  /** @param {Message} body @param {{ isRepeated?: boolean }} [options] @returns {Promise<MessageReply | undefined>} */
  async #untilAnswered(body, { isRepeated = false } = {}) {
    for (let attempt = 1; ; attempt += 1) {
      const beganAt = Date.now();
      this.figures.sends += 1;
      this.sending = true;
      this.onSend();
      try {
        const answer = await this.#call('POST', `/chats/${this.protocol}/messages`, body);
        const reply = await answer.json();
        if (answer.ok) {
          // Stored before this attempt began: an earlier attempt succeeded, and its answer was lost when the server
          // was killed.
          if (attempt > 1 && Date.parse(reply.time) < beganAt && !isRepeated) this.figures.duplicates += 1;
          return reply;
        }
        if (answer.status < 500) {
          this.figures.refusals.push(`${answer.status} ${JSON.stringify(reply)}: ${body.text}`);
          return undefined;
        }
      } catch {
        this.cut.push(beganAt);
      } finally {
        this.sending = false;
      }
      this.figures.retries += 1;
      await wait(this.#chance.between(50, 300));
    }
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   * @param {{ headers?: Record<string, string>, signal?: AbortSignal }} [more]
   */
  #call(method, path, body, more = {}) {
    const headers = {
      'content-type': 'application/json',
      ...(this.#chat ? { authorization: `Bearer ${this.#chat.secret}` } : {}),
      ...more.headers,
    };
    return fetch(`${this.#origin}/outside/api${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
      ...(more.signal && { signal: more.signal }),
    });
  }

  async #keepReading() {
    while (!this.#stream.signal.aborted) {
      await this.#read().catch(() => undefined);
      this.connected = false;
      if (!this.#stream.signal.aborted) await wait(200);
    }
  }

  async #read() {
    const headers = { accept: 'text/event-stream', 'last-event-id': String(this.#lastEvent) };
    const answer = await this.#call('GET', `/chats/${this.protocol}/events`, undefined, {
      headers,
      signal: this.#stream.signal,
    });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    this.connected = true;
    const decoder = new TextDecoder();
    let waiting = '';
    for await (const chunk of answer.body ?? []) {
      waiting += decoder.decode(chunk, { stream: true });
      const blocks = waiting.split('\n\n');
      waiting = blocks.pop() ?? '';
      blocks.forEach((block) => this.#take(block));
    }
  }

  /** @param {string} block */
  #take(block) {
    const data = block.split('\n').find((line) => line.startsWith('data: '));
    if (data === undefined) return;
    /** @type {StreamEvent} */
    const event = JSON.parse(data.slice('data: '.length));
    // Typing has no number and is not repeated.
    if (event.number !== undefined) {
      if (event.number <= this.#lastEvent) this.figures.eventsTwice += 1;
      this.#lastEvent = event.number;
    }
    if (isText(event)) this.received.push(event.message.text);
  }

  /**
   * The whole conversation that the server returns.
   * @returns {Promise<string[]>}
   */
  async history() {
    /** @type {string[]} */
    const texts = [];
    for (let after = 0; ;) {
      const answer = await this.#call('GET', `/chats/${this.protocol}/events?after=${after}`);
      /** @type {{ data: StreamEvent[], last: number }} */
      const { data, last } = await answer.json();
      if (data.length === 0) return texts;
      texts.push(...data.filter(isText).map((event) => event.message.text));
      after = last;
    }
  }

  async leave() {
    this.#stream.abort();
    await this.#reading;
  }
}

/** @param {StreamEvent} event */
const isText = (event) => event.type === 'message' && !event.message.systemKey;
