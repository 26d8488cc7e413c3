// Texts of messages as elements: marks and links as the agent sees them, by the same rules. Texts of users are set as text, never as HTML.

import { directionOf, make } from './elements.js';
import { find } from './linkify.js';
import { parseMessage, plainText, shownHost } from './parse.js';

const TAGS = { bold: 'strong', italic: 'em', strike: 's' };

/** `network`: `chat`, `whatsapp` or `instagram`, whose texts have no marks. */
export function messageText(tag, className, content, network) {
  const element = make(tag, className);
  element.dir = directionOf(content);
  for (const block of parseMessage(content, network, find)) appendBlock(element, block);
  return element;
}

/** One line without marks. */
export function messageWords(content, network) {
  return plainText(content, network, find);
}

function appendBlock(element, block) {
  if (block.kind === 'paragraph') return appendParts(element, block.parts);
  if (block.kind === 'quote') return element.append(withParts(make('blockquote', 'text-quote'), block.parts));
  const list = make(block.kind === 'bullets' ? 'ul' : 'ol', 'text-list');
  for (const item of block.items) {
    const entry = withParts(make('li', ''), item.parts ?? item);
    if (item.value !== undefined) entry.value = item.value;
    list.append(entry);
  }
  element.append(list);
}

function withParts(element, parts) {
  appendParts(element, parts);
  return element;
}

function appendParts(element, parts) {
  for (const part of parts) element.append(elementOf(part));
}

function elementOf(part) {
  switch (part.kind) {
    case 'code':
      return make('code', '', part.text);
    case 'link': {
      const { shown } = shownHost(part.host, part.typed);
      return linkElement(
        part.text.replace(part.typed, () => shown),
        part.href,
        part.host,
      );
    }
    case 'email':
      return linkElement(part.text, part.href, part.address);
    case 'phone':
      return linkElement(part.text, `tel:${part.number}`, part.number);
    default:
      return part.kind in TAGS ? withParts(make(TAGS[part.kind], ''), part.parts) : document.createTextNode(part.text);
  }
}

function linkElement(content, href, title) {
  const link = make('a', 'text-link', content);
  Object.assign(link, { href, title, target: '_blank', rel: 'noopener noreferrer nofollow' });
  return link;
}
