// The interface of a telephone with WhatsApp or Instagram: the form that opens it, its conversation and its options.

import { byId, initials, make } from './elements.js';
import { lines as loadLines, MessengerTelephone } from './messenger.js';
import { drawMeta, messageElement } from './messengerBubble.js';
import { MessengerComposer } from './messengerComposer.js';
import { MessengerForm } from './messengerForm.js';
import { Refusal } from './http.js';
import { text } from './texts.js';

const RELOAD_MS = 3000;
const SWITCHES = ['receipts', 'offline', 'blocked'];

export class MessengerView {
  #changed;
  #lines = [];
  #canAge = false;
  #chosenKind = '';
  #telephone;
  #form;
  #composer;
  /** Elements of the log by key. */
  #shown = new Map();
  /** Messages of the log by key. */
  #entries = new Map();
  #drawnIdentity = null;
  /** Whether the form was shown last. */
  #wasForm = false;
  /** Whether the log shows its end and follows new messages. */
  #isAtEnd = true;

  constructor(changed) {
    this.#changed = changed;
    this.#telephone = new MessengerTelephone(changed);
    this.#composer = new MessengerComposer(this.#telephone, (entry) => this.#authorOf(entry));
    this.#form = new MessengerForm((line, number, name) => this.#telephone.open(line, number, name));
    this.#keepEnd();
    byId('mg-leave').addEventListener('click', () => this.#leave());
    byId('mg-options').addEventListener('click', () => this.#toggleSettings(byId('mg-settings').hidden));
    for (const name of SWITCHES) byId(`mg-${name}`).addEventListener('change', () => void this.#set(name));
    for (const button of byId('mg-ages').querySelectorAll('button'))
      button.addEventListener('click', () => void this.#age(Number(button.dataset.age)));
  }

  get kind() {
    return this.#telephone.identity?.kind ?? this.#chosenKind;
  }

  /** Whether the customer chose a messenger. */
  get isOpen() {
    return this.kind !== '';
  }

  /** The shown step: `messenger` (the form) or `thread` (the conversation). */
  get step() {
    return this.#telephone.identity ? 'thread' : 'messenger';
  }

  /** The messengers in which the company has accounts. */
  get offered() {
    const has = (kind) => this.#lines.some((line) => line.kind === kind);
    return { whatsapp: has('whatsapp'), instagram: has('instagram') };
  }

  open(kind) {
    this.#chosenKind = kind;
  }

  close() {
    this.#chosenKind = '';
  }

  async load() {
    // The page's root element says whether the server has the messenger.
    if (!('messenger' in document.documentElement.dataset)) return;
    try {
      const { data, canAge } = await loadLines();
      this.#lines = data;
      this.#canAge = canAge;
      this.#form.setLines(data);
      if (this.#telephone.identity) this.#composer.drawItems(this.#itemsOf(this.#telephone.identity));
    } catch (failure) {
      if (!(failure instanceof Refusal) || failure.isTemporary) setTimeout(() => void this.load(), RELOAD_MS);
    }
    this.#changed();
  }

  /** Draws the texts again after a change of the language. */
  translate() {
    this.#composer.drawStickers();
    this.#composer.drawFiles();
    this.#composer.drawItems(this.#itemsOf(this.#telephone.identity));
    for (const element of this.#shown.values()) element.remove();
    this.#shown.clear();
  }

  /** `step`: the view that the card shows. */
  draw(step) {
    byId('mg-form').hidden = step !== 'messenger';
    byId('mg').hidden = step !== 'thread';
    byId('mg-head').hidden = step !== 'thread';
    if (step === 'messenger') this.#drawForm();
    if (step === 'thread') this.#drawThread(this.#telephone.identity);
  }

  #drawForm() {
    this.#drawnIdentity = null;
    this.#wasForm = true;
    if (this.#telephone.closedBy) {
      this.#form.tell(this.#telephone.closedBy);
      this.#telephone.closedBy = '';
    }
    this.#drawHead(text(this.kind === 'whatsapp' ? 'mgTitleWhatsapp' : 'mgTitleInstagram'), text('mgState'), '');
    this.#form.draw(this.kind);
  }

  #drawHead(title, state, company) {
    byId('who').textContent = title;
    byId('state').textContent = state;
    byId('initials').textContent = initials(company);
    byId('avatar').classList.toggle('nobody', company === '');
    byId('avatar-icon').classList.toggle('gone', company !== '');
  }

  #drawThread(identity) {
    if (this.#drawnIdentity !== identity) this.#enter(identity);
    const { online, settings } = this.#telephone;
    const shownNumber = identity.kind === 'instagram' ? `@${identity.number}` : `+${identity.number}`;
    this.#drawHead(identity.company, text('mgConnected', { number: shownNumber }), identity.company);
    const strip = !online
      ? 'connectionLost'
      : settings.blocked
        ? 'mgBlockedStrip'
        : settings.offline
          ? 'mgOfflineStrip'
          : '';
    byId('card').dataset.online = String(strip === '');
    byId('mg-strip').hidden = strip === '';
    const told = strip && text(strip);
    if (byId('mg-strip').textContent !== told) byId('mg-strip').textContent = told;
    for (const name of SWITCHES) byId(`mg-${name}`).checked = settings[name];
    byId('mg-ages').hidden = !this.#canAge;
    this.#drawLog();
    this.#composer.draw();
  }

  #enter(identity) {
    this.#drawnIdentity = identity;
    this.#chosenKind = identity.kind;
    for (const element of this.#shown.values()) element.remove();
    this.#shown.clear();
    this.#isAtEnd = true;
    this.#toggleSettings(false);
    byId('mg-settings-note').textContent = '';
    this.#composer.drawStickers();
    this.#composer.drawItems(this.#itemsOf(identity));
    this.#composer.reset();
    if (this.#wasForm) this.#composer.focus();
    this.#wasForm = false;
  }

  #leave() {
    this.#telephone.leave();
    byId('mg-number').focus();
  }

  // ---- the log

  /** Keeps the end of the log in view when pictures load and panels open. */
  #keepEnd() {
    const log = byId('mg-log');
    log.addEventListener('scroll', () => {
      this.#isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 48;
    });
    log.addEventListener('load', () => this.#scrollToEnd(), true);
    log.addEventListener('loadedmetadata', () => this.#scrollToEnd(), true);
    new ResizeObserver(() => this.#scrollToEnd()).observe(log);
  }

  #scrollToEnd() {
    const log = byId('mg-log');
    if (this.#isAtEnd) log.scrollTop = log.scrollHeight;
  }

  #drawLog() {
    const log = byId('mg-log');
    const items = this.#items();
    const keys = new Set(items.map(({ key }) => key));
    for (const [key, element] of this.#shown) {
      if (keys.has(key)) continue;
      element.remove();
      this.#shown.delete(key);
    }
    let hasNewOwn = false;
    items.forEach((item, index) => {
      const drawn = this.#shown.get(item.key);
      const element = drawn?.dataset.print === item.print ? drawn : item.create();
      if (element !== drawn) {
        element.dataset.print = item.print;
        drawn?.replaceWith(element);
        this.#shown.set(item.key, element);
        if (!drawn && item.entry?.mine) hasNewOwn = true;
      }
      if (item.entry) drawMeta(element, item.entry, () => this.#entries.get(item.key), this.#sending);
      if (log.children[index] !== element) log.insertBefore(element, log.children[index] ?? null);
    });
    if (hasNewOwn) this.#isAtEnd = true;
    this.#scrollToEnd();
  }

  #items() {
    const items = [];
    this.#entries.clear();
    if (this.#telephone.isGone) items.push(noteItem('gone', text('mgGone')));
    let day = '';
    let before = null;
    for (const entry of this.#telephone.messages()) {
      const shownDay = dayOf(entry.atMs);
      if (shownDay !== day) {
        items.push(noteItem(`day ${shownDay}`, shownDay));
        before = null;
      }
      day = shownDay;
      items.push(this.#messageItem(entry, before?.mine !== entry.mine));
      before = entry;
    }
    return items;
  }

  #messageItem(entry, isFirst) {
    const key = entry.mine ? `mine ${entry.customId}` : entry.id;
    this.#entries.set(key, entry);
    // The address of an own file changes when the server has it; the element keeps showing the loaded file.
    const address = entry.mine ? '' : entry.content.address;
    const content = { ...entry.content, address, url: undefined, blob: undefined };
    const quoted = entry.quotedId && Boolean(this.#telephone.find(entry.quotedId));
    const print = JSON.stringify([content, isFirst, quoted, entry.forwarded, entry.revoked, entry.reaction]);
    const create = () => messageElement(entry, isFirst, () => this.#entries.get(key), this.#actions);
    return { key, print, entry, create };
  }

  /** The items that the network of the line supports. */
  #itemsOf(identity) {
    return this.#lines.find(({ account }) => account === identity?.account)?.items ?? [];
  }

  #authorOf({ mine }) {
    return mine ? text('you') : (this.#telephone.identity?.company ?? '');
  }

  #actions = {
    network: () => this.kind,
    find: (id) => this.#telephone.find(id),
    fileUrl: (entry) => this.#telephone.fileUrl(entry),
    author: (entry) => this.#authorOf(entry),
    show: (id) => this.#show(id),
    // A message without an id of the network cannot be quoted yet.
    reply: (entry) => entry.isUnsent || this.#composer.quote(entry),
    forward: (entry) => void this.#forward(entry),
    // A message that is not sent yet cannot be edited or removed.
    edit: (entry) => entry.isUnsent || this.#composer.edit(entry),
    revoke: (entry) => entry.isUnsent || void this.#change({ kind: 'revoke', id: entry.id }),
    react: (entry, emoji) => entry.isUnsent || void this.#change({ kind: 'react', id: entry.id, emoji }),
    answer: (label, entry) => this.#telephone.send({ text: label, quotedId: entry.id }),
  };

  #sending = {
    retry: (entry) => this.#telephone.retry(entry.customId),
    discard: (entry) => this.#telephone.discard(entry.customId),
  };

  #show(id) {
    for (const [key, entry] of this.#entries) {
      if (entry.id !== id) continue;
      const element = this.#shown.get(key);
      element?.scrollIntoView({ block: 'center' });
      element?.querySelector('.mg-tool')?.focus();
    }
  }

  async #change(change) {
    try {
      await this.#telephone.change(change);
    } catch {
      this.#composer.showProblem('mgChangeFailed');
    }
  }

  async #forward(entry) {
    const { content } = entry;
    if (content.kind === 'item') {
      this.#telephone.send({ item: content.item });
      return;
    }
    if (content.kind === 'contacts') this.#telephone.send({ cards: content.cards, forwarded: true });
    else if (content.kind !== 'media') this.#telephone.send({ text: content.text, forwarded: true });
    else {
      try {
        const blob = await this.#telephone.fileBlob(entry);
        const file = { kind: content.medium, name: content.fileName, blob };
        this.#telephone.send({ text: content.caption, file, forwarded: true });
      } catch {
        this.#composer.showProblem('mgForwardFailed');
      }
    }
  }

  // ---- the options

  #toggleSettings(isOpen) {
    byId('mg-settings').hidden = !isOpen;
    byId('mg-options').setAttribute('aria-expanded', String(isOpen));
  }

  async #set(name) {
    const note = byId('mg-settings-note');
    note.textContent = '';
    try {
      await this.#telephone.set({ ...this.#telephone.settings, [name]: byId(`mg-${name}`).checked });
    } catch {
      note.textContent = text('mgSettingFailed');
      this.#changed();
    }
  }

  async #age(seconds) {
    const note = byId('mg-settings-note');
    try {
      await this.#telephone.age(seconds);
      const written = new Date(Date.now() - seconds * 1000).toLocaleString('pt-BR');
      note.textContent = text('mgAged', { time: written });
    } catch {
      note.textContent = text('mgSettingFailed');
    }
  }
}

function noteItem(key, words) {
  return { key, print: words, create: () => make('p', 'note', words) };
}

/** The name of a day in a separator. */
function dayOf(atMs) {
  const daysAgo = (days) => {
    const day = new Date();
    day.setDate(day.getDate() - days);
    return day.toDateString();
  };
  const day = new Date(atMs);
  if (day.toDateString() === daysAgo(0)) return text('mgToday');
  if (day.toDateString() === daysAgo(1)) return text('mgYesterday');
  return day.toLocaleDateString(document.documentElement.lang, { day: 'numeric', month: 'long', year: 'numeric' });
}
