// A telephone of the simulated messenger: its requests, its state and the messages still to be sent. Stored per tab
// (sessionStorage); the secret of a number is shared by all tabs (localStorage). No interface.

import { call, readEvents, Refusal } from './http.js';
import { newId, newSecret } from './random.js';

const BASE = '/outside/messenger';
const KEY = 'outside.messenger';
const LONGEST_RETRY_MS = 30_000;
/** Largest file of the network, in bytes. */
export const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** The company's accounts, and whether conversations may be aged. */
export const lines = () => call('GET', `${BASE}/lines`);

/** A customer's address as the network writes it; empty if it cannot be one. */
export function addressOf(kind, written) {
  const trimmed = written.trim();
  if (kind === 'instagram') {
    const name = trimmed.replace(/^@/, '').toLowerCase();
    return /^[a-z0-9._]{1,30}$/.test(name) ? name : '';
  }
  const digits = trimmed.replace(/[ +\-().]/g, '');
  return /^\d{8,15}$/.test(digits) ? digits : '';
}

/** Type for an own file on this page: never one that a browser would show as a document of this origin. */
function shownType(type) {
  return /^(image\/(?!svg)|audio\/|video\/)/.test(type) ? type : 'application/octet-stream';
}

const defaults = () => ({ receipts: true, offline: false, blocked: false });

export class MessengerTelephone {
  #changed;
  #saved = readSession();
  #stop = () => {};
  #entries = new Map();
  #change = 0;
  /** Ids that were reported as seen: without read receipts their status does not show it. */
  #seen = new Set();
  #isReportingSeen = false;
  #delivering = null;
  /** Ends the pause before a message is sent again. */
  #wake = () => {};
  /** Addresses of own files, by id. */
  #files = new Map();
  online = true;
  settings = defaults();
  /** Why the server closed the telephone; a key of a text. */
  closedBy = '';

  constructor(changed) {
    this.#changed = changed;
    if (this.#saved) this.#begin();
    document.addEventListener('visibilitychange', () => this.#reportSeen());
  }

  /** `{ account, number, name, kind, company }` of the open telephone. */
  get identity() {
    return this.#saved;
  }

  get draft() {
    return this.#saved?.draft ?? '';
  }

  set draft(text) {
    if (!this.#saved) return;
    this.#saved.draft = text;
    this.#write();
  }

  /** Whether the server lost earlier messages. */
  get isGone() {
    return this.#saved?.gone ?? false;
  }

  /** Opens a telephone, or the same one again. `line`: one of `lines()`; `number`: from `addressOf`. */
  async open(line, number, name) {
    const identity = { account: line.account, number, name, kind: line.kind, company: line.name };
    await this.#openAtServer(identity);
    this.#saved = {
      ...identity,
      secret: secretOf(identity),
      draft: '',
      outbox: [],
      change: 0,
      settings: null,
      gone: false,
    };
    this.#write();
    this.#begin();
    this.#changed();
  }

  async #openAtServer({ account, number, name, ...rest }) {
    const secret = rest.secret ?? secretOf({ account, number });
    await call('POST', `${BASE}/telephones`, { body: { account, number, name, secret } });
  }

  /** Shows the form again. The conversation stays on the server. */
  leave() {
    this.#stop();
    this.#saved = null;
    for (const address of this.#files.values())
      void address.then(
        (held) => URL.revokeObjectURL(held),
        () => {},
      );
    this.#files.clear();
    this.#write();
    this.#changed();
  }

  #begin() {
    this.#entries.clear();
    this.#seen.clear();
    this.#change = 0;
    this.online = true;
    this.settings = this.#saved.settings ?? defaults();
    this.closedBy = '';
    this.#listen();
    void this.#deliver();
  }

  #listen() {
    const telephone = this.#saved;
    this.#stop();
    this.#stop = readEvents(
      {
        address: this.#address('events'),
        secret: telephone.secret,
        // After a restart the server does not know the telephone.
        prepare: () => this.#openAtServer(telephone),
      },
      {
        heard: (state) => this.#hear(state),
        online: (online) => {
          this.online = online;
          if (online) this.#wake();
          this.#changed();
        },
        refused: ({ status }) => {
          this.leave();
          this.closedBy = status === 409 ? 'mgRefused' : 'mgOpenFailed';
          this.#changed();
        },
      },
    );
  }

  #address(rest) {
    const { account, number } = this.#saved;
    return `${BASE}/telephones/${encodeURIComponent(account)}/${encodeURIComponent(number)}/${rest}`;
  }

  #call(path, body) {
    return call('POST', this.#address(path), { secret: this.#saved.secret, body });
  }

  #hear(state) {
    if (state.change < this.#saved.change) return this.#startOver();
    for (const entry of state.entries) this.#take(entry);
    const isFirst = this.#change === 0;
    this.#change = state.change;
    this.#saved.change = state.change;
    // Settings that were made before a restart.
    const wanted = this.#saved.settings;
    if (isFirst && this.#saved.restore && wanted) {
      this.#saved.restore = false;
      void this.set(wanted).catch(() => {});
    } else this.#keepSettings(state.settings);
    this.#write();
    this.#reportSeen();
    this.#changed();
  }

  #take(entry) {
    this.#entries.set(entry.id, entry);
    if (entry.mine) this.#settle(entry.customId, entry);
  }

  #keepSettings(settings) {
    this.settings = settings;
    this.#saved.settings = settings;
  }

  /** The server restarted: it has lost the messages and the settings. */
  #startOver() {
    Object.assign(this.#saved, { gone: true, change: 0, restore: true });
    for (const entry of this.#saved.outbox) if (entry.file) entry.file.id = '';
    this.#write();
    this.#entries.clear();
    this.#seen.clear();
    this.#change = 0;
    this.#listen();
  }

  /** Messages in the order in which they were written, then those being sent. */
  messages() {
    // A telephone without a connection does not have the messages that the company sent since then.
    const entries = [...this.#entries.values()].filter(({ mine, status }) => mine || status !== 'sent');
    entries.sort((one, other) => one.atMs - other.atMs || countOf(one.id) - countOf(other.id));
    return [...entries, ...(this.#saved?.outbox ?? []).map((waiting) => pendingEntry(waiting))];
  }

  find(id) {
    return this.#entries.get(id);
  }

  // ---- sending

  /** `draft`: `text`, `file` (`{ kind, name, blob }`), `item`, `cards`, `quotedId`, `forwarded`; all optional. */
  send(draft) {
    if (!this.#saved) return;
    const file = draft.file && { ...draft.file, id: '', url: urlOf(draft.file.blob) };
    this.#saved.outbox.push({ ...draft, file, customId: newId(), atMs: Date.now(), problem: '' });
    this.#write();
    this.#changed();
    void this.#deliver();
  }

  retry(customId) {
    const entry = this.#saved?.outbox.find((waiting) => waiting.customId === customId);
    if (!entry) return;
    entry.problem = '';
    this.#write();
    this.#changed();
    void this.#deliver();
  }

  discard(customId) {
    this.#saved.outbox = this.#saved.outbox.filter((waiting) => waiting.customId !== customId);
    this.#write();
    this.#changed();
  }

  #settle(customId, entry) {
    const waiting = this.#saved.outbox.find((held) => held.customId === customId);
    if (!waiting) return;
    if (waiting.file) this.#files.set(entry.content.address, Promise.resolve(waiting.file.url));
    this.discard(customId);
  }

  /** Sends one message at a time, so that none overtakes another; a refused message does not block later ones. */
  async #deliver() {
    const telephone = this.#saved;
    if (!telephone || this.#delivering === telephone) return;
    this.#delivering = telephone;
    const next = () => telephone.outbox.find((entry) => !entry.problem);
    for (let entry = next(); entry && this.#saved === telephone; entry = next())
      await this.#deliverOne(telephone, entry);
    if (this.#delivering === telephone) this.#delivering = null;
  }

  /** Repeats the send with the same id until the server replies; the server stores it once. */
  async #deliverOne(telephone, entry) {
    const isWanted = () => this.#saved === telephone && telephone.outbox.includes(entry);
    for (let wait = 1000; isWanted(); wait = Math.min(wait * 2, LONGEST_RETRY_MS)) {
      // Until the events are read again, the server may not know the telephone.
      if (this.online && (await this.#hasReply(telephone, entry))) return;
      if (!isWanted()) return;
      await new Promise((resolve) => {
        this.#wake = resolve;
        setTimeout(resolve, wait);
      });
    }
  }

  /** Sends once. `false`: the same message can be sent again. */
  async #hasReply(telephone, entry) {
    try {
      const written = await this.#sendOne(entry);
      if (this.#saved !== telephone) return true;
      this.#take(written);
    } catch (failure) {
      if (!(failure instanceof Refusal) || failure.isTemporary) return false;
      // The server restarted, or it deleted the file for lack of space.
      if (failure.status === 404 || failure.fields.mediaId) {
        if (entry.file) entry.file.id = '';
        return false;
      }
      entry.problem = failure.status === 413 ? (failure.fields.file ? 'fileTooLarge' : 'messageTooLong') : 'failed';
      this.#write();
    }
    this.#changed();
    return true;
  }

  async #sendOne({ customId, text = '', file, item, cards = [], quotedId = '', forwarded = false }) {
    if (file && !file.id) {
      const query = new URLSearchParams({ kind: file.kind, name: file.name });
      file.id = (await this.#call(`files?${query}`, file.blob)).id;
    }
    const mediaId = file?.id ?? '';
    return this.#call('messages', { customId, text, mediaId, item, cards, quotedId, forwarded });
  }

  /**
   * Changes a message: `{ kind: 'edit', id, text }`, `{ kind: 'revoke', id }` or `{ kind: 'react', id, emoji }`. Throws if the network refuses the
   * change.
   */
  async change(change) {
    const telephone = this.#saved;
    const entry = await this.#call('changes', change);
    if (this.#saved !== telephone) return;
    this.#take(entry);
    this.#changed();
  }

  // ---- the telephone

  /** Throws if the server refuses the settings. */
  async set(settings) {
    await this.#call('settings', settings);
    this.#keepSettings(settings);
    this.#seen.clear();
    this.#write();
    this.#reportSeen();
    this.#changed();
  }

  /** Moves the customer's last message into the past. */
  async age(seconds) {
    await this.#call('age', { seconds });
  }

  #reportSeen() {
    if (!this.#saved || document.hidden || this.settings.offline || this.settings.blocked) return;
    const unseen = [...this.#entries.values()].filter(
      ({ id, mine, status }) => !mine && status !== 'read' && !this.#seen.has(id),
    );
    if (unseen.length === 0 || this.#isReportingSeen) return;
    this.#isReportingSeen = true;
    this.#call('seen').then(
      () => {
        for (const { id } of unseen) this.#seen.add(id);
        this.#isReportingSeen = false;
        this.#reportSeen();
      },
      // If this fails, the next event or the next view of the page reports it again.
      () => (this.#isReportingSeen = false),
    );
  }

  /** Address of a file of the message for this page. Rejects if the server no longer has the file. */
  fileUrl({ mine, content }) {
    if (!mine) return Promise.resolve(content.address);
    if (content.url) return Promise.resolve(content.url);
    const id = content.address;
    if (!this.#files.has(id)) {
      const loaded = this.#loadOwn(content).then(urlOf);
      loaded.catch(() => this.#files.delete(id));
      this.#files.set(id, loaded);
    }
    return this.#files.get(id);
  }

  /** The file of the message. Rejects if it cannot be loaded. */
  async fileBlob({ mine, content }) {
    if (content.blob) return content.blob;
    if (mine) return this.#loadOwn(content);
    const answer = await fetch(content.address);
    if (!answer.ok) throw new Refusal(answer.status, {});
    return answer.blob();
  }

  async #loadOwn({ address, mime }) {
    const headers = { authorization: `Bearer ${this.#saved.secret}` };
    const answer = await fetch(this.#address(`files/${encodeURIComponent(address)}`), { headers, cache: 'no-store' });
    if (!answer.ok) throw new Refusal(answer.status, {});
    return new Blob([await answer.arrayBuffer()], { type: mime });
  }

  #write() {
    try {
      // Files cannot be stored here: a file that is not sent yet is lost at a reload.
      const { outbox, ...rest } = this.#saved ?? {};
      const saved = JSON.stringify({ ...rest, outbox: outbox?.filter(({ file }) => !file) });
      if (this.#saved) sessionStorage.setItem(KEY, saved);
      else sessionStorage.removeItem(KEY);
    } catch {
      // Without storage the telephone has to be opened again after a reload.
    }
  }
}

/** An unsent message in the form of a sent message. */
function pendingEntry({ customId, atMs, text = '', file, item, cards, quotedId = '', forwarded = false, problem }) {
  const content = item
    ? { kind: 'item', item, text: '' }
    : cards?.length
      ? { kind: 'contacts', cards }
      : file
        ? {
            kind: 'media',
            medium: file.kind,
            address: '',
            url: file.url,
            blob: file.blob,
            mime: file.blob.type,
            caption: text,
            fileName: file.name,
          }
        : { kind: 'text', text };
  return {
    id: `pending.${customId}`,
    customId,
    mine: true,
    atMs,
    content,
    quotedId,
    forwarded,
    status: problem ? 'failed' : 'waiting',
    problem,
    isUnsent: true,
  };
}

function urlOf(blob) {
  return URL.createObjectURL(new Blob([blob], { type: shownType(blob.type) }));
}

/** The growing number at the end of an id. */
const countOf = (id) => Number(id.slice(id.lastIndexOf('.') + 1));

function readSession() {
  // The page's root element says whether the server has the messenger.
  if (!('messenger' in document.documentElement.dataset)) return null;
  try {
    const saved = JSON.parse(sessionStorage.getItem(KEY));
    return saved?.account && saved.secret
      ? { draft: '', outbox: [], change: 0, settings: null, gone: false, ...saved }
      : null;
  } catch {
    return null;
  }
}

/** Secrets of this page, for browsers without storage. */
const secrets = new Map();

function secretOf({ account, number }) {
  const key = `${KEY}.${account}.${number}`;
  try {
    const held = localStorage.getItem(key) ?? secrets.get(key) ?? newSecret();
    secrets.set(key, held);
    localStorage.setItem(key, held);
    return held;
  } catch {
    if (!secrets.has(key)) secrets.set(key, newSecret());
    return secrets.get(key);
  }
}
