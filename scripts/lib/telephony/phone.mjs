// Control of a SIP phone (baresip) over its TCP interface: netstrings of JSON (the module ctrl_tcp).
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

const EVENT_WITHIN_MS = 15_000;

/**
 * A message of the phone: an event, or the answer to a command.
 * @typedef {{ event?: boolean, response?: boolean, type: string, param?: string, data: string }} PhoneMessage
 * @typedef {(message: PhoneMessage) => void} Settle
 */

/**
 * The complete netstrings (`<bytes>:<text>,`) at the beginning of `bytes`, and the rest.
 * @param {Buffer} bytes
 * @returns {{ texts: string[], rest: Buffer }}
 */
export function readNetstrings(bytes) {
  /** @type {string[]} */
  const texts = [];
  let rest = bytes;
  for (;;) {
    const colon = rest.indexOf(':');
    if (colon < 0) return { texts, rest };
    const length = Number(rest.subarray(0, colon).toString());
    if (rest.length < colon + length + 2) return { texts, rest };
    texts.push(rest.subarray(colon + 1, colon + 1 + length).toString());
    rest = rest.subarray(colon + length + 2);
  }
}

/**
 * Mean level of 16-bit samples, from 0 to 1.
 * @param {readonly number[]} samples
 */
export function levelOf(samples) {
  if (samples.length === 0) return 0;
  return Math.sqrt(samples.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / samples.length);
}

export class Phone {
  /**
   * Events that no test has awaited yet, oldest first.
   * @type {PhoneMessage[]}
   */
  #events = [];
  /** @type {{ accepts: (message: PhoneMessage) => boolean, settle: Settle }[]} */
  #waiting = [];
  /**
   * The function that gets the answer of each command sent, oldest first.
   * @type {(Settle | undefined)[]}
   */
  #answers = [];
  #socket;

  /** @param {import('node:net').Socket} socket @param {{ account: string, registrar: string, folder: string }} of */
  constructor(socket, { account, registrar, folder }) {
    this.account = account;
    this.registrar = registrar;
    this.folder = folder;
    this.#socket = socket;
    /** @type {Buffer} */
    let rest = Buffer.alloc(0);
    socket.on('data', (/** @type {Buffer} */ chunk) => {
      const read = readNetstrings(Buffer.concat([rest, chunk]));
      rest = read.rest;
      for (const text of read.texts) this.#take(JSON.parse(text));
    });
  }

  /** @param {{ host: string, control: number, account: string, registrar: string, folder: string }} options */
  static async connect({ host, control, ...of }) {
    const socket = connect(control, host);
    await once(socket, 'connect');
    return new Phone(socket, of);
  }

  /** @param {PhoneMessage} message */
  #take(message) {
    if (message.response === true) this.#answers.shift()?.(message);
    if (message.event !== true) return;
    const at = this.#waiting.findIndex(({ accepts }) => accepts(message));
    if (at >= 0) this.#waiting.splice(at, 1)[0]?.settle(message);
    else this.#events.push(message);
  }

  /** @param {string} command @param {string} [params] */
  #command(command, params = '') {
    const text = JSON.stringify({ command, params });
    this.#answers.push(undefined);
    this.#socket.write(`${Buffer.byteLength(text)}:${text},`);
  }

  /**
   * Sends a command and resolves to its answer; answers arrive in the order of the commands.
   * @param {string} command
   * @returns {Promise<PhoneMessage>}
   */
  #ask(command) {
    this.#command(command);
    return new Promise((settle) => (this.#answers[this.#answers.length - 1] = settle));
  }

  /**
   * The next event of this type; also an event that arrived before this function was called.
   * @param {string} type
   * @param {(event: PhoneMessage) => boolean} fits
   * @returns {Promise<PhoneMessage>}
   */
  seen(type, fits = () => true) {
    const accepts = (/** @type {PhoneMessage} */ event) => event.type === type && fits(event);
    const at = this.#events.findIndex(accepts);
    const event = this.#events[at];
    if (event !== undefined) {
      this.#events.splice(at, 1);
      return Promise.resolve(event);
    }
    return new Promise((settle, fail) => {
      const late = setTimeout(
        () =>
          fail(new Error(`The phone ${this.account} saw no ${type}, but ${this.#events.map(({ type: of }) => of)}`)),
        EVENT_WITHIN_MS,
      );
      this.#waiting.push({
        accepts,
        settle: (event) => {
          clearTimeout(late);
          settle(event);
        },
      });
    });
  }

  /**
   * Resolves when the account is registered. Asks the phone, because the registration may have succeeded before this
   * connection existed.
   */
  async registered() {
    const deadline = Date.now() + EVENT_WITHIN_MS;
    for (;;) {
      const { data } = await this.#ask('reginfo');
      if (data.includes('OK')) return;
      if (Date.now() > deadline) throw new Error(`The phone ${this.account} is not registered: ${data}`);
      await new Promise((soon) => setTimeout(soon, 50));
    }
  }

  /** @param {string} number */
  dial(number) {
    this.#command('dial', `sip:${number}@${this.registrar}`);
  }

  accept() {
    this.#command('accept');
  }

  hangUp() {
    this.#command('hangup');
  }

  /** @param {string} key */
  press(key) {
    this.#command('sndcode', key);
  }

  /** Mean level of the last second that the phone heard in its newest call, from 0 to 1. */
  heardLevel() {
    const newest = readdirSync(this.folder)
      .filter((name) => name.endsWith('-dec.wav'))
      .sort()
      .at(-1);
    if (newest === undefined) return 0;
    // A WAV header has 44 bytes; the phone records 8,000 samples of 2 bytes a second.
    const bytes = readFileSync(join(this.folder, newest)).subarray(44);
    const last = bytes.subarray(Math.max(0, bytes.length - 16_000) & ~1);
    return levelOf(Array.from({ length: last.length >> 1 }, (_, at) => last.readInt16LE(at * 2)));
  }

  close() {
    this.#socket.destroy();
  }
}
