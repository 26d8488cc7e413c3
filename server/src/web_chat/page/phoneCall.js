// One call of the customer's telephone. No interface.

import { CallSound } from './callSound.js';
import { HANG_UP_LIMIT_MS, JanusSession } from './janusSession.js';

/** SIP codes of unanswered calls. */
const causes = { 403: 'refused', 404: 'unknownNumber', 408: 'notAnswered', 486: 'busy', 603: 'refused' };

export class PhoneCall {
  /** State: `calling`, `ringing`, `talking` or `ended`. */
  state = 'calling';
  /** Why the call ended: `hungUp` (here), `over`, `microphone`, `failed`, or a value of `causes`. */
  cause = '';
  muted = false;
  /** When the call was answered, by `performance.now()`. */
  since = 0;
  #account;
  #changed;
  #session;
  #sound;
  #limit = 0;

  /** `account`: the answer to `POST /calls`. `changed` is called after every change. */
  constructor(account, changed) {
    this.#account = account;
    this.#changed = changed;
    this.#sound = new CallSound(changed);
    this.#session = new JanusSession(account, {
      frame: (frame) => this.#read(frame),
      changed,
      lost: () => this.#finish('failed'),
    });
    this.#dial().catch(() => this.#finish('failed'));
  }

  get online() {
    return this.#session.online;
  }

  get levels() {
    return this.#sound.levels;
  }

  mute(muted) {
    this.muted = muted;
    this.#sound.mute(muted);
    this.#changed();
  }

  /** Sends a tone. Returns whether the browser supports it. */
  tone(key) {
    return this.state === 'talking' && this.#sound.tone(key);
  }

  hangUp() {
    if (this.state === 'ended') return;
    if (!this.#session.isAttached || !this.online) return this.#finish('hungUp');
    this.#session.message({ request: 'hangup' });
    this.#limit = setTimeout(() => this.#finish('hungUp'), HANG_UP_LIMIT_MS);
  }

  /** Hangs up because the page is closed. */
  leave() {
    this.#finish('hungUp');
  }

  async #dial() {
    try {
      // The customer may have hung up meanwhile.
      if (!(await this.#sound.open())) return;
    } catch {
      return this.#finish('microphone');
    }
    await this.#session.register();
  }

  async #call() {
    this.#sound.connect(this.#account.iceServers, (candidate) => this.#session.candidate(candidate));
    const uri = `sip:${this.#account.number}@${location.hostname}`;
    this.#session.message({ request: 'call', uri }, await this.#sound.offer());
  }

  async #describe(jsep) {
    if (jsep.type === 'offer') this.#session.message({ request: 'update' }, await this.#sound.answer(jsep));
    else await this.#sound.answered(jsep);
  }

  #read(frame) {
    const failed = () => this.#finish('failed');
    if (frame.janus === 'trickle') return this.#sound.candidate(frame.candidate).catch(failed);
    const result = frame.plugindata?.data?.result ?? {};
    if (frame.plugindata?.data?.error_code) return failed();
    if (frame.jsep) this.#describe(frame.jsep).catch(failed);
    switch (result.event) {
      case 'registered':
        return this.#call().catch(failed);
      case 'registration_failed':
        return failed();
      case 'ringing':
        this.state = 'ringing';
        return this.#changed();
      case 'accepted':
        this.state = 'talking';
        this.since = performance.now();
        return this.#changed();
      case 'hangup':
        return this.#finish(causes[result.code] ?? 'over');
      default:
        return undefined;
    }
  }

  /** Releases microphone, connection, session and timers. */
  #finish(cause) {
    if (this.state === 'ended') return;
    this.state = 'ended';
    this.cause = cause;
    clearTimeout(this.#limit);
    this.#session.close();
    this.#sound.close();
    this.#changed();
  }
}
