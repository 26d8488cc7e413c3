// The composer of the messenger: text, attachments, stickers, contact cards and voice messages.

import { byId, fit, icon, iconButton, isComposing, make, minutes } from './elements.js';
import { excerpt } from './messengerBubble.js';
import { MAX_FILE_BYTES } from './messenger.js';
import { stickerImage, stickers } from './stickers.js';
import { text } from './texts.js';

/** File types that the buttons of the attachment panel offer. */
const ACCEPTED = { media: 'image/*,video/*', document: '', audio: 'audio/*' };
const PANELS = { 'mg-attach': 'mg-attach-panel', 'mg-sticker': 'mg-sticker-panel', 'mg-item': 'mg-item-panel' };
const VOICE_TYPES = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4'];
const TIMER_MS = 250;

/** Kind of message for a file. */
function kindOf({ type }) {
  if (/^image\/(png|jpe?g|webp|gif)$/.test(type)) return 'image';
  if (type.startsWith('video/')) return 'video';
  return type.startsWith('audio/') ? 'audio' : 'document';
}

export class MessengerComposer {
  #telephone;
  #author;
  #quoted = null;
  /** The message that is being edited. */
  #edited = null;
  #files = [];
  /** The recorder of the voice message being recorded, and whether the message is sent when it stops. */
  #recording = null;
  #isStarting = false;
  #timer = 0;
  #picked = 'media';
  #field = byId('mg-text');

  /** `author(entry)`: name of the author of a message. */
  constructor(telephone, author) {
    this.#telephone = telephone;
    this.#author = author;
    this.#listenToText();
    this.#listenToFiles();
    this.#listenToContact();
    for (const [button, panel] of Object.entries(PANELS))
      byId(button).addEventListener('click', () => this.#togglePanel(button, byId(panel).hidden));
    byId('mg').addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#escape();
    });
    byId('mg-unquote').addEventListener('click', () => {
      this.#leaveMessage();
      this.#field.focus();
    });
    byId('mg-record').addEventListener('click', () => void this.#record());
    byId('mg-record-cancel').addEventListener('click', () => this.#stopRecording(false));
    byId('mg-record-send').addEventListener('click', () => this.#stopRecording(true));
  }

  // ---- text

  #listenToText() {
    byId('mg-composer').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit();
    });
    this.#field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
      event.preventDefault();
      this.#submit();
    });
    this.#field.addEventListener('input', () => {
      if (!this.#edited) this.#telephone.draft = this.#field.value;
      this.draw();
    });
    this.#field.addEventListener('paste', (event) => {
      if (event.clipboardData.files.length === 0) return;
      event.preventDefault();
      this.#attach(event.clipboardData.files);
    });
  }

  /** Resets the composer for another telephone. */
  reset() {
    this.#edited = null;
    this.#field.value = this.#telephone.draft;
    this.#files = [];
    this.showProblem('');
    this.#closePanels();
    byId('mg-contact').hidden = true;
    byId('mg-contact').reset();
    this.#stopRecording(false);
    this.quote(null);
    this.drawFiles();
  }

  focus() {
    this.#field.focus();
  }

  draw() {
    fit(this.#field);
    const isEmpty = this.#field.value.trim() === '' && this.#files.length === 0;
    byId('mg-send').setAttribute('aria-disabled', String(isEmpty));
    byId('mg-composer').hidden = this.#recording !== null;
    byId('mg-recording').hidden = this.#recording === null;
  }

  showProblem(key, replacements = {}) {
    byId('mg-problem').hidden = key === '';
    byId('mg-problem').textContent = key && text(key, replacements);
  }

  /** Ends answering or editing a message. */
  #leaveMessage() {
    if (this.#edited) {
      this.#edited = null;
      this.#field.value = this.#telephone.draft;
      this.draw();
    }
    this.quote(null);
  }

  /** Begins to edit the text or caption of the message. */
  edit(entry) {
    this.#leaveMessage();
    const { text: own, caption } = entry.content;
    this.#edited = entry;
    this.#field.value = own ?? caption ?? '';
    byId('mg-quote').hidden = false;
    byId('mg-quote-name').textContent = text('mgEditing');
    byId('mg-quote-text').textContent = excerpt(entry, this.#telephone.identity?.kind).slice(0, 200);
    this.draw();
    this.#field.focus();
  }

  /** Begins to answer the message; `null`: ends it. */
  quote(entry) {
    this.#quoted = entry;
    byId('mg-quote').hidden = entry === null;
    if (!entry) return;
    byId('mg-quote-name').textContent = text('mgReplyTo', { name: this.#author(entry) });
    byId('mg-quote-text').textContent = excerpt(entry, this.#telephone.identity?.kind).slice(0, 200);
    this.#field.focus();
  }

  #send(draft) {
    this.showProblem('');
    this.#telephone.send({ ...draft, quotedId: this.#quoted?.id ?? '' });
    this.quote(null);
  }

  #submit() {
    let words = this.#field.value.trim();
    if (!words && this.#files.length === 0) return;
    if (this.#edited) {
      const { id } = this.#edited;
      this.#leaveMessage();
      this.#telephone.change({ kind: 'edit', id, text: words }).catch(() => this.showProblem('mgChangeFailed'));
      return;
    }
    const files = this.#files;
    this.#files = [];
    this.#field.value = '';
    this.#telephone.draft = '';
    for (const file of files) {
      // A message with audio has no text of its own.
      const caption = file.kind === 'audio' ? '' : words;
      if (caption) words = '';
      this.#send({ file, text: caption });
    }
    if (words) this.#send({ text: words });
    this.#closePanels();
    this.drawFiles();
  }

  // ---- files

  #listenToFiles() {
    for (const button of byId('mg-attach-panel').querySelectorAll('[data-pick]')) {
      button.addEventListener('click', () => {
        this.#picked = button.dataset.pick;
        byId('mg-file').accept = ACCEPTED[this.#picked];
        byId('mg-file').click();
      });
    }
    byId('mg-file').addEventListener('change', (event) => {
      this.#attach(event.target.files, this.#picked === 'document' ? 'document' : '');
      event.target.value = '';
      this.#closePanels();
    });
    const section = byId('mg');
    const hasFiles = (event) => event.dataTransfer?.types.includes('Files');
    section.addEventListener('dragover', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      byId('mg-drop').hidden = false;
    });
    section.addEventListener('dragleave', (event) => {
      if (!section.contains(event.relatedTarget)) byId('mg-drop').hidden = true;
    });
    section.addEventListener('drop', (event) => {
      byId('mg-drop').hidden = true;
      if (!hasFiles(event)) return;
      event.preventDefault();
      this.#attach(event.dataTransfer.files);
    });
  }

  #attach(files, kind = '') {
    this.showProblem('');
    for (const file of files) {
      if (file.size === 0) this.showProblem('mgEmpty', { name: file.name });
      else if (file.size > MAX_FILE_BYTES) this.showProblem('mgTooLarge', { name: file.name });
      else this.#files.push({ kind: kind || kindOf(file), name: file.name, blob: file });
    }
    this.drawFiles();
    this.#field.focus();
  }

  drawFiles() {
    const list = byId('mg-attached');
    list.textContent = '';
    list.hidden = this.#files.length === 0;
    for (const file of this.#files) {
      const item = make('li', '');
      const remove = () => {
        this.#files = this.#files.filter((held) => held !== file);
        this.drawFiles();
        this.#field.focus();
      };
      item.append(
        icon({ image: 'image', video: 'image', audio: 'music', document: 'file' }[file.kind]),
        make('span', '', file.name),
        iconButton('mg-tool', 'close', text('mgRemove', { name: file.name }), remove),
      );
      list.append(item);
    }
    this.draw();
  }

  // ---- panels

  #togglePanel(button, isOpen) {
    this.#closePanels();
    byId(PANELS[button]).hidden = !isOpen;
    byId(button).setAttribute('aria-expanded', String(isOpen));
    if (isOpen) byId(PANELS[button]).querySelector('button')?.focus();
  }

  #closePanels() {
    for (const [button, panel] of Object.entries(PANELS)) {
      byId(panel).hidden = true;
      byId(button).setAttribute('aria-expanded', 'false');
    }
  }

  #escape() {
    const open = Object.entries(PANELS).find(([, panel]) => !byId(panel).hidden);
    this.#closePanels();
    if (open) byId(open[0]).focus();
    else if (!byId('mg-contact').hidden) this.#closeContact();
    else if (this.#recording) this.#stopRecording(false);
    else if (this.#quoted || this.#edited) this.#leaveMessage();
  }

  /** `items`: the items that the network supports. */
  drawItems(items) {
    const panel = byId('mg-item-panel');
    panel.textContent = '';
    byId('mg-item').hidden = items.length === 0;
    for (const item of items) {
      const button = make('button', '', text(`mgItem${item.charAt(0).toUpperCase()}${item.slice(1)}`));
      button.type = 'button';
      button.addEventListener('click', () => {
        this.#closePanels();
        this.#send({ item });
        this.#field.focus();
      });
      panel.append(button);
    }
  }

  drawStickers() {
    const panel = byId('mg-sticker-panel');
    panel.textContent = '';
    for (const sticker of stickers) {
      const button = make('button', '');
      button.type = 'button';
      const image = make('img', '');
      Object.assign(image, { src: sticker.address, alt: text(sticker.name), width: 56, height: 56 });
      button.append(image);
      button.addEventListener('click', () => void this.#sendSticker(sticker));
      panel.append(button);
    }
  }

  async #sendSticker(sticker) {
    this.#closePanels();
    this.#field.focus();
    try {
      this.#send({ file: { kind: 'sticker', name: '', blob: await stickerImage(sticker) } });
    } catch {
      this.showProblem('mgStickerFailed');
    }
  }

  #listenToContact() {
    byId('mg-contact-open').addEventListener('click', () => {
      this.#closePanels();
      byId('mg-contact').hidden = false;
      byId('mg-contact-name').focus();
    });
    byId('mg-contact-cancel').addEventListener('click', () => this.#closeContact());
    byId('mg-contact').addEventListener('submit', (event) => {
      event.preventDefault();
      const [name, phone] = ['mg-contact-name', 'mg-contact-phone'].map((id) => byId(id).value.trim());
      byId('mg-contact-problem').textContent = name && phone ? '' : text('required');
      for (const [id, value] of [
        ['mg-contact-phone', phone],
        ['mg-contact-name', name],
      ]) {
        byId(id).setAttribute('aria-invalid', String(!value));
        if (!value) byId(id).focus();
      }
      if (!name || !phone) return;
      this.#send({ cards: [{ name, phones: [phone] }] });
      byId('mg-contact').reset();
      this.#closeContact();
    });
  }

  #closeContact() {
    byId('mg-contact').hidden = true;
    byId('mg-contact-problem').textContent = '';
    this.#field.focus();
  }

  // ---- voice

  async #record() {
    if (this.#recording || this.#isStarting) return;
    this.#closePanels();
    this.showProblem('');
    if (!window.MediaRecorder || !navigator.mediaDevices) {
      this.showProblem('mgNoRecorder');
      return;
    }
    const telephone = this.#telephone.identity;
    this.#isStarting = true;
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch(() => null);
    this.#isStarting = false;
    if (!stream || this.#telephone.identity !== telephone) {
      if (!stream) this.showProblem('mgNoMicrophone');
      else endOf(stream);
      return;
    }
    const mimeType = VOICE_TYPES.find((type) => MediaRecorder.isTypeSupported(type));
    const recorder = new MediaRecorder(stream, mimeType ? { mimeType } : {});
    const recording = { recorder, isWanted: false };
    const parts = [];
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    recorder.addEventListener('stop', () => {
      endOf(stream);
      const blob = new Blob(parts, { type: recorder.mimeType });
      if (!recording.isWanted || blob.size === 0) return;
      if (blob.size > MAX_FILE_BYTES) this.showProblem('mgTooLarge', { name: text('mgVoice') });
      else this.#send({ file: { kind: 'voice', name: '', blob } });
    });
    const since = performance.now();
    const drawTime = () => {
      byId('mg-recorded').textContent = text('mgRecording', { time: minutes(performance.now() - since) });
    };
    recorder.start();
    this.#recording = recording;
    this.#timer = setInterval(drawTime, TIMER_MS);
    drawTime();
    this.draw();
    byId('mg-record-send').focus();
  }

  #stopRecording(isWanted) {
    const recording = this.#recording;
    if (!recording) return;
    this.#recording = null;
    clearInterval(this.#timer);
    recording.isWanted = isWanted;
    recording.recorder.stop();
    this.draw();
    this.#field.focus();
  }
}

function endOf(stream) {
  for (const track of stream.getTracks()) track.stop();
}
