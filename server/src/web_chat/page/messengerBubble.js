// One message of the messenger as an element, with the parts that it shares with messages of the web chat.

import { clock, directionOf, icon, iconButton, make, megabytes } from './elements.js';
import { messageText, messageWords } from './messageText.js';
import { text } from './texts.js';

const MEDIA = {
  image: 'mgImage',
  video: 'mgVideo',
  audio: 'mgAudio',
  voice: 'mgVoice',
  sticker: 'mgSticker',
  document: 'mgDocument',
};
/** Kinds of files that a web chat shows or plays; other files can be saved. */
const CHAT_MEDIA = { image: MEDIA.image, audio: MEDIA.audio, video: MEDIA.video, sticker: MEDIA.sticker };
/** Image types without scripts, which may be opened as a page of their own. */
const IMAGES = /^image\/(png|jpe?g|webp|gif|avif)$/;
const TICKS = {
  waiting: ['clock', 'mgWaiting'],
  sent: ['check', 'sent'],
  delivered: ['checks', 'mgDelivered'],
  read: ['checks', 'mgRead'],
  failed: ['alert', 'failed'],
};

const REACTIONS = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

/** The text of a quote in one line. */
export function excerpt({ content, revoked }, network) {
  if (revoked) return text('mgRevoked');
  if (content.kind === 'item') return itemName(content.item);
  if (content.kind === 'text' || content.kind === 'template') return messageWords(content.text, network);
  if (content.kind === 'contacts') return `${text('mgContact')}: ${content.cards.map(({ name }) => name).join(', ')}`;
  return (
    messageWords(content.caption, network) ||
    `${text(MEDIA[content.medium])}${content.fileName ? `: ${content.fileName}` : ''}`
  );
}

/**
 * `actions`: `network()`, `find(id)`, `fileUrl(entry)`, `author(entry)`, `show(id)`, `reply(entry)`, `forward(entry)`, `answer(label, entry)`,
 * `edit(entry)`, `revoke(entry)`, `react(entry, emoji)`. An action gets the entry that `current()` returns, because the element of a sent message was
 * created for the unsent message.
 */
export function messageElement(entry, isFirst, current, actions) {
  const element = make('article', `line${entry.mine ? ' mine' : ''}${isFirst ? ' first' : ''}`);
  const row = make('div', 'mg-row');
  const bubble = make('div', `bubble${entry.content.medium === 'sticker' ? ' mg-bare' : ''}`);
  if (entry.forwarded) {
    const mark = make('p', 'mg-forwarded');
    mark.append(icon('forward'), make('span', '', text('mgForwarded')));
    bubble.append(mark);
  }
  if (entry.quotedId) bubble.append(quoteElement(entry.quotedId, actions));
  bubble.append(...contentElements(entry, current, actions));
  row.append(bubble);
  if (!entry.revoked) row.append(toolsOf(entry, element, current, actions));
  element.append(row, ...reactionElements(entry), make('div', 'meta'));
  element.setAttribute('aria-label', `${actions.author(entry)}, ${clock(entry.atMs)}`);
  return element;
}

function toolsOf(entry, element, current, actions) {
  const tools = make('div', 'mg-tools');
  tools.append(
    iconButton('mg-tool', 'reply', text('mgReply'), () => actions.reply(current())),
    iconButton('mg-tool', 'forward', text('mgForward'), () => actions.forward(current())),
    iconButton('mg-tool', 'smile', text('mgReact'), () => toggleReactions(element, current, actions)),
  );
  if (!entry.mine) return tools;
  if (entry.content.kind === 'text' || entry.content.kind === 'media')
    tools.append(iconButton('mg-tool', 'pencil', text('mgEdit'), () => actions.edit(current())));
  tools.append(iconButton('mg-tool', 'trash', text('mgRevoke'), () => actions.revoke(current())));
  return tools;
}

/** The emojis to choose from, below the message. */
function toggleReactions(element, current, actions) {
  const open = element.querySelector('.mg-reactions');
  if (open) return open.remove();
  const bar = make('div', 'mg-reactions');
  bar.setAttribute('role', 'group');
  bar.setAttribute('aria-label', text('mgReact'));
  const choose = (emoji) => {
    bar.remove();
    actions.react(current(), emoji);
  };
  for (const emoji of REACTIONS) {
    const button = make('button', '', emoji);
    button.type = 'button';
    button.addEventListener('click', () => choose(current().reaction === emoji ? '' : emoji));
    bar.append(button);
  }
  if (current().reaction) bar.append(iconButton('mg-tool', 'close', text('mgUnreact'), () => choose('')));
  element.querySelector('.meta').before(bar);
  bar.querySelector('button').focus();
}

function reactionElements({ reaction }) {
  if (!reaction) return [];
  const chip = make('span', 'mg-reaction', reaction);
  chip.setAttribute('aria-label', text('mgReacted', { emoji: reaction }));
  return [chip];
}

function itemName(item) {
  return text(`mgItem${item.charAt(0).toUpperCase()}${item.slice(1)}`);
}

/** The delivery state. `actions`: `retry(entry)`, `discard(entry)`. */
export function drawMeta(element, entry, current, actions) {
  const state = `${entry.status} ${entry.problem ?? ''} ${entry.atMs} ${entry.edited} ${document.documentElement.lang}`;
  if (element.dataset.state === state) return;
  element.dataset.state = state;
  element.classList.toggle('failed', entry.status === 'failed');
  const meta = element.querySelector('.meta');
  meta.textContent = '';
  if (entry.status === 'failed') {
    meta.append(make('span', '', text(entry.problem)));
    for (const [label, action] of [
      ['tryAgain', actions.retry],
      ['mgDiscard', actions.discard],
    ]) {
      const button = make('button', 'retry', text(label));
      button.type = 'button';
      button.addEventListener('click', () => action(current()));
      meta.append(button);
    }
  }
  if (entry.edited) meta.append(make('span', 'mg-edited', text('mgEdited')));
  meta.append(make('time', '', clock(entry.atMs)));
  if (!entry.mine) return;
  const [name, label] = TICKS[entry.status] ?? TICKS.sent;
  const tick = icon(name, text(label));
  tick.classList.toggle('mg-read', entry.status === 'read');
  meta.append(tick);
}

function quoteElement(id, actions) {
  const quoted = actions.find(id);
  const element = make('button', 'mg-quoted');
  element.type = 'button';
  if (!quoted) element.append(make('span', '', text('mgQuoteGone')));
  else
    element.append(
      make('strong', '', actions.author(quoted)),
      make('span', '', excerpt(quoted, actions.network()).slice(0, 200)),
    );
  element.addEventListener('click', () => actions.show(id));
  return element;
}

function contentElements(entry, current, actions) {
  const { content } = entry;
  if (entry.revoked) return [make('p', 'mg-missing', text('mgRevoked'))];
  switch (content.kind) {
    case 'item':
      return itemElements(content, actions.network());
    case 'text':
      return [words(content.text, actions.network())];
    case 'contacts':
      return content.cards.map((card) => cardElement(card));
    case 'template':
      return templateElements(content, current, actions);
    default: {
      const parts = [mediaElement(entry, actions)];
      if (content.caption) parts.push(words(content.caption, actions.network()));
      return parts;
    }
  }
}

/** The name of the item, and its text. */
function itemElements({ item, text: said }, network) {
  const parts = [make('p', 'mg-item', itemName(item))];
  if (said) parts.push(words(said, network));
  return parts;
}

function words(content, network, className = 'mg-words') {
  return messageText('div', className, content, network);
}

function cardElement({ name, phones }) {
  const card = make('div', 'mg-card');
  const lines = make('div', '');
  lines.append(make('strong', '', name), ...phones.map((phone) => make('span', '', phone)));
  card.append(icon('person'), lines);
  return card;
}

function templateElements({ header, file, text: body, buttons }, current, actions) {
  const parts = [words(body, actions.network())];
  if (file) parts.unshift(mediaElement({ mine: false, content: file }, actions));
  if (header) {
    const heading = make('p', 'mg-words mg-header', header);
    heading.dir = directionOf(header);
    parts.unshift(heading);
  }
  if (buttons.length === 0) return parts;
  const list = make('div', 'mg-buttons');
  for (const label of buttons) {
    const button = make('button', '', label);
    button.type = 'button';
    button.addEventListener('click', () => actions.answer(label, current()));
    list.append(button);
  }
  return [...parts, list];
}

/** `entry.content`: `medium`, `mime`, `fileName` and `size` (optional, in bytes). `actions.fileUrl(entry)`: promise of an address. */
export function mediaElement(entry, actions) {
  const { medium, mime, fileName, size } = entry.content;
  const isImage = medium === 'image' || medium === 'sticker';
  // The company's messages contain the type of a file only sometimes.
  const shown = isImage && mime && !IMAGES.test(mime.split(';')[0]) ? 'document' : medium;
  const holder = make('div', `mg-media mg-${shown}`);
  actions
    .fileUrl(entry)
    .then((address) => holder.append(playerOf(shown, address, fileName, size, holder)))
    .catch(() => showGone(holder));
  return holder;
}

function playerOf(shown, address, fileName, size, holder) {
  const url = new URL(address, location.href);
  const isOwnOrigin = url.protocol === 'blob:' || url.origin === location.origin;
  // The page's policy loads no files from other origins.
  if (!isOwnOrigin || shown === 'document') return documentLink(address, fileName, size, isOwnOrigin);
  if (shown === 'image' || shown === 'sticker') {
    const image = make('img', '');
    image.addEventListener('error', () => showGone(holder));
    image.alt = fileName || text(MEDIA[shown]);
    image.src = address;
    if (shown === 'sticker') return image;
    const link = make('a', '');
    Object.assign(link, { href: address, target: '_blank', rel: 'noopener' });
    link.append(image);
    return link;
  }
  const player = make(shown === 'video' ? 'video' : 'audio', '');
  Object.assign(player, { controls: true, preload: 'metadata', src: address });
  player.setAttribute('aria-label', text(MEDIA[shown]));
  return player;
}

function documentLink(address, fileName, size, isOwnOrigin) {
  const name = fileName || text('mgDocument');
  const link = make('a', 'mg-file');
  link.href = /^(https?|blob):/.test(new URL(address, location.href).protocol) ? address : '#';
  if (isOwnOrigin) link.download = name;
  else Object.assign(link, { target: '_blank', rel: 'noopener' });
  link.setAttribute('aria-label', text('mgDownload', { name }));
  link.append(icon('file'), make('span', '', size > 0 ? `${name} · ${megabytes(size)}` : name));
  return link;
}

function showGone(holder) {
  holder.textContent = '';
  holder.append(make('p', 'mg-missing', text('mgFileGone')));
}

// ---- the web chat

export function chatFileElement({ kind, mimetype, fileName, size, address }) {
  const medium = kind in CHAT_MEDIA ? kind : 'document';
  const content = { medium, mime: mimetype, fileName, size };
  return mediaElement({ content }, { fileUrl: () => Promise.resolve(address) });
}

export function chatQuoteElement(quote) {
  const element = make('blockquote', 'mg-quoted');
  const author = quote.sender === 'customer' ? text('you') : quote.agentName || text('agent');
  element.append(make('strong', '', author), make('span', '', chatExcerpt(quote)));
  return element;
}

/** The text of a quote of the web chat in one line. */
export function chatExcerpt(quote) {
  const medium = quote.media && text(CHAT_MEDIA[quote.media] ?? 'mgDocument');
  return [medium, messageWords(quote.text, 'chat').slice(0, 200)].filter(Boolean).join(' · ');
}
