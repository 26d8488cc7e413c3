// A customer's conversation: its state and the messages still to be sent. Stored per tab (sessionStorage: another tab is another
// customer) and rebuilt from the server's events after a reload. No interface.

import * as centre from './centre.js';
import { newId, newSecret } from './random.js';

const KEY = 'outside.chat';
const LONGEST_RETRY_MS = 30_000;
/** Interval of repeated typing requests, and the silence after which typing ends. */
const TYPING_EVERY_MS = 3000;

const empty = () => ({
  step: 'form',
  online: true,
  position: 0,
  agent: '',
  agentTyping: false,
  endedBy: '',
  lines: [],
});

export class Conversation {
  #saved = read();
  #stop = () => {};
  #changed;
  #typingUntil = 0;
  #typingTold = 0;
  #typingTimer = 0;
  /** Typing states to send, one request at a time; only the latest is kept. */
  #typingToTell = null;
  #tellingTyping = false;
  /** Secret of a start without a reply: repeating it returns the same chat. */
  #starting = null;
  /** The conversation whose messages are being sent. */
  #delivering = null;

  constructor(changed) {
    this.#changed = changed;
    this.state = empty();
    if (this.#saved) this.#begin();
  }

  get draft() {
    return this.#saved?.draft ?? '';
  }

  set draft(text) {
    if (!this.#saved) return;
    this.#saved.draft = text;
    this.#write();
  }

  /** `proof`: the fields of a solved puzzle; a repeated start with another proof is still the same start. */
  async start(name, identifier, signed, queue, proof) {
    const form = JSON.stringify([name, identifier, signed, queue]);
    if (this.#starting?.form !== form) this.#starting = { form, secret: newSecret() };
    const own = this.#starting.secret;
    const { protocol, secret, position } = await centre.start(name, identifier, signed, queue, own, proof);
    this.#starting = null;
    this.#saved = { protocol, secret, draft: '', nextId: newId(), outbox: [] };
    this.#write();
    this.#begin();
    this.state.position = position;
    this.#changed();
  }

  /** `file`: `{ kind, name, blob, url }`, with the text as its caption. `quote`: `{ seq, sender, text, media }` of the message that it answers. */
  send(text, file, quote) {
    if (!this.#saved) return;
    const entry = { customId: this.#saved.nextId, text, quote, failed: '' };
    if (file) Object.assign(entry, { file, mediaId: '', part: 0 });
    this.#saved.nextId = newId();
    this.#typingToTell = null;
    this.#saved.outbox.push(entry);
    this.#saved.draft = '';
    this.#typingTold = 0;
    clearTimeout(this.#typingTimer);
    this.#write();
    this.#changed();
    void this.#deliver();
  }

  retry(customId) {
    const entry = this.#saved?.outbox.find((waiting) => waiting.customId === customId);
    if (!entry) return;
    entry.failed = '';
    this.#write();
    this.#changed();
    void this.#deliver();
  }

  /** Removes a message that was refused, or whose file is being uploaded. */
  discard(customId) {
    const entry = this.#saved?.outbox.find((waiting) => waiting.customId === customId);
    entry?.upload?.abort();
    this.#settle(customId);
    this.#changed();
  }

  /** Called at each key: reports typing at intervals, and its end after a silence. */
  typed() {
    if (!this.#saved || !this.#isOpen()) return;
    const now = Date.now();
    this.#typingUntil = now + TYPING_EVERY_MS * 2;
    if (now - this.#typingTold >= TYPING_EVERY_MS) {
      this.#typingTold = now;
      void this.#tellTyping(true);
    }
    clearTimeout(this.#typingTimer);
    this.#typingTimer = setTimeout(() => this.stoppedTyping(), this.#typingUntil - now);
  }

  stoppedTyping() {
    clearTimeout(this.#typingTimer);
    if (this.#typingTold === 0 || !this.#saved || !this.#isOpen()) return;
    this.#typingTold = 0;
    void this.#tellTyping(false);
  }

  /**
   * Sends typing states in order. A message may overtake them: the server ignores typing for a message that it already
   * has.
   */
  async #tellTyping(typing) {
    this.#typingToTell = { chat: this.#saved, typing, customId: this.#saved.nextId };
    if (this.#tellingTyping) return;
    this.#tellingTyping = true;
    while (this.#typingToTell) {
      const { chat, typing: wanted, customId } = this.#typingToTell;
      this.#typingToTell = null;
      await centre.typing(chat, wanted, customId).catch(() => {});
    }
    this.#tellingTyping = false;
  }

  async end() {
    if (this.#saved) await centre.end(this.#saved);
  }

  /** Deletes the conversation, for a new one. */
  reset() {
    this.#stop();
    this.#saved = null;
    this.state = empty();
    this.#write();
    this.#changed();
  }

  /** Messages to show: those that the server has, then those being sent. */
  lines() {
    const waiting = (this.#saved?.outbox ?? []).map(({ customId, text, quote, failed, file, mediaId, part }) => ({
      kind: 'message',
      mine: true,
      key: customId,
      text,
      media: file && shownFile(file),
      quote,
      part: file && !mediaId && !failed ? part : undefined,
      status: failed ? 'failed' : 'sending',
      failed,
    }));
    return [...this.state.lines, ...waiting];
  }

  #isOpen() {
    return this.state.step === 'waiting' || this.state.step === 'talking';
  }

  #begin() {
    this.state = { ...empty(), step: 'waiting' };
    this.#stop = centre.listen(this.#saved, {
      heard: (event) => this.#hear(event),
      online: (online) => {
        this.state.online = online;
        this.#changed();
      },
      refused: () => {
        this.reset();
        this.state.lost = true;
        this.#changed();
      },
    });
    void this.#deliver();
  }

  #hear(event) {
    const { state } = this;
    switch (event.type) {
      case 'position':
        state.position = event.position;
        break;
      case 'agentJoined':
        state.step = 'talking';
        state.agent = event.agentName;
        // Another agent may have been typing before a transfer.
        state.agentTyping = false;
        this.#note(event, 'agentJoined', { name: event.agentName });
        break;
      case 'returnedToQueue':
        state.step = 'waiting';
        state.agent = '';
        state.agentTyping = false;
        this.#note(event, 'returned');
        break;
      case 'typing':
        state.agentTyping = event.typing;
        break;
      case 'message':
        this.#hearMessage(event.message);
        break;
      case 'ended':
        state.step = 'ended';
        state.agentTyping = false;
        state.endedBy = event.by;
        break;
      default:
        // Events of a newer server are ignored.
        break;
    }
    this.#changed();
  }

  #hearMessage(message) {
    // System messages are shown for their own events.
    if (message.systemKey) return;
    const mine = message.sender === 'customer';
    if (mine) this.#settle(message.custom_id);
    else this.state.agentTyping = false;
    this.state.lines.push({
      kind: 'message',
      mine,
      key: `m${message.seq}`,
      seq: message.seq,
      text: message.text,
      media: message.media,
      quote: message.quote,
      at: message.time,
      sender: message.agentName,
      status: 'sent',
    });
  }

  #note(event, key, replacements = {}) {
    this.state.lines.push({ kind: 'note', key: `n${event.number}`, note: key, replacements });
  }

  #settle(customId) {
    const settled = this.#saved.outbox.find((waiting) => waiting.customId === customId);
    if (settled?.file?.blob) URL.revokeObjectURL(settled.file.url);
    this.#saved.outbox = this.#saved.outbox.filter((waiting) => waiting !== settled);
    this.#write();
  }

  /** Sends one message at a time, so that none overtakes a repeated one; a refused message does not block later ones. */
  async #deliver() {
    const chat = this.#saved;
    if (!chat || this.#delivering === chat) return;
    this.#delivering = chat;
    for (let entry = nextOf(chat); entry && this.#saved === chat; entry = nextOf(chat))
      await this.#deliverOne(chat, entry);
    if (this.#delivering === chat) this.#delivering = null;
  }

  /** Repeats the send with the same id until the server replies; the server stores it once. */
  async #deliverOne(chat, entry) {
    for (
      let wait = 1000;
      this.#saved === chat && chat.outbox.includes(entry);
      wait = Math.min(wait * 2, LONGEST_RETRY_MS)
    ) {
      try {
        if (entry.file && !entry.mediaId) await this.#upload(chat, entry);
        await centre.send(chat, entry);
        entry.taken = true;
        return;
      } catch (failure) {
        if (failure instanceof centre.Refusal && !failure.isTemporary) {
          entry.failed = reasonOf(failure, entry);
          // The server no longer has the file: the next attempt uploads it again.
          if (failure.fields.mediaId && entry.file.blob) entry.mediaId = '';
          this.#write();
          this.#changed();
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  }

  async #upload(chat, entry) {
    entry.upload = new AbortController();
    entry.mediaId = await centre.upload(chat, entry.file, entry.upload.signal, (part) => {
      entry.part = part;
      this.#changed();
    });
    this.#write();
    this.#changed();
  }

  #write() {
    try {
      if (this.#saved) sessionStorage.setItem(KEY, JSON.stringify(this.#saved, storable));
      else sessionStorage.removeItem(KEY);
    } catch {
      // Without storage the conversation is lost at a reload.
    }
  }
}

/** Files cannot be stored here: a file that is not uploaded yet is lost at a reload, together with its message. */
function storable(key, value) {
  if (key === 'outbox') return value.filter(({ file, mediaId }) => !file || mediaId);
  return key === 'upload' || key === 'blob' ? undefined : value;
}

/** The shown message in the form of the quote of its answer. */
export function quoteOf({ seq, mine, sender, text: words, media }) {
  const author = mine ? { sender: 'customer' } : { sender: 'agent', agentName: sender };
  return { seq, ...author, text: words.slice(0, 200), media: media?.kind };
}

function shownFile({ kind, name, blob, size, url }) {
  return { kind, mimetype: blob?.type ?? '', fileName: name, size: blob?.size ?? size, address: url };
}

function reasonOf({ status, fields, cause }, { file, mediaId }) {
  if (file && !mediaId) {
    if (status === 413) return 'fileTooBigThere';
    if (status === 415) return 'fileNotAllowedThere';
    return cause === 'tooManyFiles' ? 'tooManyFiles' : 'fileFailed';
  }
  if (cause === 'tooManyMessages') return 'tooManyMessages';
  return status === 413 || fields.text ? 'messageTooLong' : 'failed';
}

/**
 * A message leaves the list when its event arrives; `taken`: the server accepted it; a refused message stays until the
 * customer acts.
 */
function nextOf(chat) {
  return chat.outbox.find((entry) => !entry.failed && !entry.taken);
}

function read() {
  try {
    const saved = JSON.parse(sessionStorage.getItem(KEY));
    return saved?.protocol && saved.secret ? { draft: '', outbox: [], nextId: newId(), ...saved } : null;
  } catch {
    return null;
  }
}
