// Files that the customer of a web chat chose and has not sent: by the button, by paste or by drop. A refused file is reported at
// once.

import { byId, icon, iconButton, make, megabytes } from './elements.js';
import { text } from './texts.js';

/** Largest file of a chat, in bytes. */
const MAX_FILE_BYTES = 5 * 1024 * 1024;
/** The same limit as on the server and the agents' page. */
const ALLOWED =
  /^(image\/(?!svg)|audio\/|video\/|text\/(plain|csv)\b|application\/(pdf|zip|x-zip-compressed|msword|rtf|vnd\.(openxmlformats-officedocument|ms-|oasis\.opendocument)))/;

export class ChatFiles {
  #files = [];
  #changed;
  #field;

  /** `field`: gets the focus back afterwards. */
  constructor(field, changed) {
    this.#field = field;
    this.#changed = changed;
    byId('attach').addEventListener('click', () => byId('file').click());
    byId('file').addEventListener('change', ({ target }) => {
      this.#add(target.files);
      target.value = '';
    });
    field.addEventListener('paste', (event) => {
      if (event.clipboardData.files.length === 0) return;
      event.preventDefault();
      this.#add(event.clipboardData.files);
    });
    this.#listenToDrops(byId('talk'));
  }

  get isEmpty() {
    return this.#files.length === 0;
  }

  #listenToDrops(section) {
    const takes = (event) => event.dataTransfer?.types.includes('Files') && !byId('composer').hidden;
    section.addEventListener('dragover', (event) => {
      if (!takes(event)) return;
      event.preventDefault();
      byId('drop').hidden = false;
    });
    section.addEventListener('dragleave', (event) => {
      if (!section.contains(event.relatedTarget)) byId('drop').hidden = true;
    });
    section.addEventListener('drop', (event) => {
      byId('drop').hidden = true;
      if (!takes(event)) return;
      event.preventDefault();
      this.#add(event.dataTransfer.files);
    });
  }

  #add(files) {
    this.#refuse('');
    for (const file of files) {
      if (file.size === 0) this.#refuse('mgEmpty', file.name);
      else if (file.size > MAX_FILE_BYTES) this.#refuse('fileTooBig', file.name);
      else if (!ALLOWED.test(file.type)) this.#refuse('fileNotAllowed', file.name);
      else this.#files.push({ kind: kindOf(file), name: file.name, blob: file, url: URL.createObjectURL(file) });
    }
    this.draw();
    this.#changed();
    this.#field.focus();
  }

  #refuse(key, name = '') {
    byId('file-problem').hidden = key === '';
    byId('file-problem').textContent = key && text(key, { name });
  }

  /** Returns the chosen files and empties the list. */
  take() {
    const files = this.#files;
    this.#files = [];
    this.#refuse('');
    this.draw();
    return files;
  }

  /** Empties the list for another chat. */
  reset() {
    for (const { url } of this.take()) URL.revokeObjectURL(url);
  }

  draw() {
    const list = byId('attached');
    list.textContent = '';
    list.hidden = this.isEmpty;
    for (const file of this.#files) list.append(this.#itemOf(file));
  }

  #itemOf(file) {
    const item = make('li', '');
    const remove = () => {
      this.#files = this.#files.filter((held) => held !== file);
      URL.revokeObjectURL(file.url);
      this.draw();
      this.#changed();
      this.#field.focus();
    };
    item.append(
      previewOf(file),
      make('span', '', `${file.name} · ${megabytes(file.blob.size)}`),
      iconButton('mg-tool', 'close', text('mgRemove', { name: file.name }), remove),
    );
    return item;
  }
}

function previewOf({ kind, url }) {
  if (kind !== 'image') return icon({ audio: 'music', video: 'image' }[kind] ?? 'file');
  const image = make('img', 'chat-preview');
  image.alt = '';
  image.src = url;
  return image;
}

/** Kind of the message as the server names it. */
function kindOf({ type }) {
  const family = type.split('/')[0];
  return ['image', 'audio', 'video'].includes(family) ? family : 'file';
}
