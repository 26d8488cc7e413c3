// A desk telephone: it stays registered, rings, is answered and hung up. No interface.

import { CallSound } from './callSound.js';
import { HANG_UP_LIMIT_MS, JanusSession } from './janusSession.js';

export class DeskPhone {
  /** State: `registering`, `idle`, `ringing`, `talking`, or `off` (no longer registered). */
  state = 'registering';
  /** Why the telephone is off: `switchedOff` (here), `refused` or `failed`. */
  cause = '';
  /** Whether the last call could not be answered because the browser gave no microphone. */
  isDeaf = false;
  /** Number of the caller. */
  caller = '';
  /** When the call was answered, by `performance.now()`. */
  since = 0;
  #account;
  #changed;
  #session;
  #sound = null;
  #offer = null;
  #candidates = [];
  #limit = 0;

  /** `account`: the answer to `POST /telephones`. `changed` is called after every change. */
  constructor(account, changed) {
    this.#account = account;
    this.#changed = changed;
    this.#session = new JanusSession(account, {
      frame: (frame) => this.#read(frame),
      changed,
      lost: () => this.#end('failed'),
    });
    this.#session.register().catch(() => this.#end('failed'));
  }

  get extension() {
    return this.#account.extension;
  }

  get online() {
    return this.#session.online;
  }

  get levels() {
    return this.#sound?.levels ?? { microphone: 0, speaker: 0 };
  }

  async answer() {
    const offer = this.#offer;
    if (this.state !== 'ringing' || !offer || this.#sound) return;
    const sound = new CallSound(this.#changed);
    this.#sound = sound;
    try {
      // The caller may have hung up meanwhile.
      if (!(await sound.open())) return;
    } catch {
      this.isDeaf = true;
      return this.hangUp();
    }
    try {
      sound.connect(this.#account.iceServers, (candidate) => this.#session.candidate(candidate));
      const description = await sound.answer(offer);
      for (const candidate of this.#candidates.splice(0)) await sound.candidate(candidate);
      if (this.#sound === sound) this.#session.message({ request: 'accept' }, description);
    } catch {
      if (this.#sound === sound) this.hangUp();
    }
  }

  /** Ends the call, or declines it while it rings. */
  hangUp() {
    if (this.state !== 'ringing' && this.state !== 'talking') return;
    this.#session.message(this.state === 'ringing' ? { request: 'decline', code: 603 } : { request: 'hangup' });
    clearTimeout(this.#limit);
    this.#limit = setTimeout(() => this.#callEnded(), HANG_UP_LIMIT_MS);
  }

  /** Ends the registration, and the call with it. */
  switchOff() {
    this.#end('switchedOff');
  }

  #read(frame) {
    if (frame.janus === 'trickle') return this.#candidate(frame.candidate);
    const { result = {}, error_code: error } = frame.plugindata?.data ?? {};
    // Ignored: the answer to a request about a call that has just ended.
    if (error) return this.state === 'registering' ? this.#end('refused') : undefined;
    if (frame.jsep?.type === 'offer' && result.event !== 'incomingcall') void this.#renegotiate(frame.jsep);
    switch (result.event) {
      case 'registered':
        this.state = 'idle';
        return this.#changed();
      case 'registration_failed':
        return this.#end('refused');
      case 'incomingcall':
        this.#offer = frame.jsep ?? null;
        this.#candidates = [];
        this.caller = (result.username ?? '').replace(/^sip:/, '').replace(/@.*$/, '');
        this.isDeaf = false;
        this.state = 'ringing';
        return this.#changed();
      case 'accepted':
        this.state = 'talking';
        this.since = performance.now();
        return this.#changed();
      case 'hangup':
        return this.#callEnded();
      default:
        return undefined;
    }
  }

  async #renegotiate(offer) {
    const sound = this.#sound;
    if (!sound) return;
    try {
      this.#session.message({ request: 'update' }, await sound.answer(offer));
    } catch {
      if (this.#sound === sound) this.hangUp();
    }
  }

  #candidate(candidate) {
    if (this.#sound) this.#sound.candidate(candidate).catch(() => this.hangUp());
    else this.#candidates.push(candidate);
  }

  #callEnded() {
    clearTimeout(this.#limit);
    this.#sound?.close();
    this.#sound = null;
    this.#offer = null;
    if (this.state !== 'off') this.state = 'idle';
    this.#changed();
  }

  #end(cause) {
    if (this.state === 'off') return;
    this.state = 'off';
    this.cause = cause;
    // The gateway keeps the registration of a session that only disappears, because the page of an agent may be
    // reloading.
    if (cause === 'switchedOff' && this.#session.isAttached) this.#session.message({ request: 'unregister' });
    this.#session.close();
    this.#callEnded();
  }
}
