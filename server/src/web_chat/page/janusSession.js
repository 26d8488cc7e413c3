// A session of the voice gateway: Janus protocol over a WebSocket, which may be lost and opened again. No interface, no sound.

/** The session of the gateway ends after 60 s without a request. */
const KEEP_ALIVE_MS = 25_000;
/** A session survives a lost WebSocket for 20 s. */
const CLAIM_EVERY_MS = 1_000;
const CLAIM_ATTEMPTS = 18;

/** A call ends at its telephone if the gateway does not confirm the hang-up. */
export const HANG_UP_LIMIT_MS = 2_000;

export class JanusSession {
  online = true;
  #account;
  #heard;
  #socket = null;
  #session = 0;
  #handle = 0;
  #transactions = new Map();
  #next = 0;
  #timers = [];
  #closed = false;

  /**
   * `account` has `url`, `extension` and `secret`. `heard` has the callbacks `frame(frame)`, `changed()` when `online`
   * changes, and `lost()` when the session is lost for good.
   */
  constructor(account, heard) {
    this.#account = account;
    this.#heard = heard;
  }

  /** Whether the gateway knows the session. */
  get isAttached() {
    return this.#handle !== 0;
  }

  /** Opens the session and requests the registration of the extension; the answer arrives as a frame. */
  async register() {
    await this.#open();
    this.#session = (await this.#request({ janus: 'create' })).data.id;
    this.#handle = (await this.#request({ janus: 'attach', plugin: 'janus.plugin.sip' })).data.id;
    const timer = setInterval(() => this.#send({ janus: 'keepalive' }), KEEP_ALIVE_MS);
    this.#timers.push(() => clearInterval(timer));
    const { extension, secret } = this.#account;
    this.message({ request: 'register', username: `sip:${extension}@${location.hostname}`, secret });
  }

  /** `jsep`: a session description; optional. */
  message(body, jsep) {
    this.#send({ janus: 'message', body, ...(jsep && { jsep }) });
  }

  /** `null`: there are no further candidates. */
  candidate(candidate) {
    this.#send({ janus: 'trickle', candidate: candidate?.toJSON() ?? { completed: true } });
  }

  close() {
    if (this.#closed) return;
    if (this.#session !== 0) this.#send({ janus: 'destroy' });
    this.#closed = true;
    this.#timers.forEach((stop) => stop());
    this.#socket?.close();
  }

  #open() {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(new URL(this.#account.url, location.href.replace(/^http/, 'ws')), 'janus-protocol');
      this.#socket = socket;
      socket.onopen = () => resolve();
      socket.onmessage = ({ data }) => this.#read(JSON.parse(data));
      socket.onclose = () => {
        const lost = new Error('the voice gateway cannot be reached');
        reject(lost);
        for (const request of this.#transactions.values()) request.reject(lost);
        this.#transactions.clear();
        if (this.#socket === socket && this.#handle !== 0) void this.#claim();
      };
    });
  }

  /** Opens another WebSocket for the session; its call continues meanwhile. */
  async #claim() {
    if (this.#closed || !this.online) return;
    this.online = false;
    this.#heard.changed();
    for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt += 1) {
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, CLAIM_EVERY_MS);
        this.#timers.push(() => clearTimeout(timer));
      });
      if (this.#closed) return;
      try {
        await this.#open();
        await this.#request({ janus: 'claim' });
        this.online = true;
        return this.#heard.changed();
      } catch (failure) {
        if (failure instanceof Refused) break;
      }
    }
    this.#heard.lost();
  }

  #send(frame) {
    const transaction = `outside${(this.#next += 1)}`;
    const { token, apisecret } = this.#account;
    const full = {
      ...frame,
      transaction,
      ...(token && { token }),
      ...(apisecret && { apisecret }),
      ...(this.#session !== 0 && { session_id: this.#session }),
      ...(this.#handle !== 0 && frame.janus !== 'keepalive' && frame.janus !== 'claim' && { handle_id: this.#handle }),
    };
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(full));
    return transaction;
  }

  #request(frame) {
    return new Promise((resolve, reject) => this.#transactions.set(this.#send(frame), { resolve, reject }));
  }

  #read(frame) {
    const asked = this.#transactions.get(frame.transaction);
    if (asked && frame.janus === 'success') asked.resolve(frame);
    if (asked && frame.janus === 'error') asked.reject(new Refused());
    this.#transactions.delete(frame.transaction);
    if (this.#closed) return;
    if (frame.janus === 'timeout') return this.#heard.lost();
    this.#heard.frame(frame);
  }
}

class Refused extends Error {}
