// The text of a message as its customer sees it: the network's marks (bold, italic, struck out, code, lists, quotes), links, telephone numbers and protocols.
// It returns data and never HTML. It is plain JavaScript because the customer's page, which has no build, uses this same file (its types are in parse.d.ts).
// The rules of the marks and their sources are in docs/decisions/0087-message-text.md. Each step reads the text once: its time grows with the length.

import { numberAtoms } from './numbers.js';

const MARKS = { '*': 'bold', _: 'italic', '~': 'strike' };
const WORD = /[\p{L}\p{N}]/u;
const FENCE = '```';
/** A longer address is not linked, and a longer text is shown as it is. */
const LONGEST_ADDRESS = 2048;
const LONGEST_TEXT = 100_000;
/** Signs that turn the direction of writing, or that nobody sees: an address with one may look like another one. */
const MISLEADING = /[\s\p{Cc}\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u2069\ufeff\\]/u;
/** Endings of file names that are top-level domains, too: without a scheme they are file names. */
const FILE_ENDINGS = /\.(zip|mov|md|rs|py|sh|pl|ps)$/i;

/** After an address without a scheme: it is a part of a longer code, for example of a payment. */
const GOES_ON = /^(?:[\p{L}\p{N}]|[.@_-][\p{L}\p{N}])/u;

/** Networks whose readers see marks. */
const MARKED = ['whatsapp', 'chat'];

/**
 * `find`: finds addresses, `linkify.find` of linkifyjs. Returns the blocks of the text: paragraphs, quotes and lists with their parts.
 */
export function parseMessage(text, network, find) {
  if (text === '') return [];
  if (text.length > LONGEST_TEXT) return [{ kind: 'paragraph', parts: [{ kind: 'text', text }] }];
  const isMarked = MARKED.includes(network);
  const codes = isMarked ? codeAtoms(text) : [];
  const links = between(text, codes, (part, at) => linkAtoms(part, at, text, isMarked, find));
  const atoms = between(text, links, numberAtoms);
  return blocksOf(text, atoms, isMarked);
}

/** The text without its marks, for places that show one line. A struck text keeps its signs: without them it would say the opposite. */
export function plainText(text, network, find) {
  return parseMessage(text, network, find).map(plainBlock).join('\n');
}

function plainBlock(block) {
  switch (block.kind) {
    case 'bullets':
      return block.items.map((parts) => `• ${plainParts(parts)}`).join('\n');
    case 'numbers':
      return block.items.map(({ value, parts }) => `${value}. ${plainParts(parts)}`).join('\n');
    default:
      return plainParts(block.parts);
  }
}

function plainParts(parts) {
  return parts
    .map((part) => {
      if (part.kind === 'strike') return `~${plainParts(part.parts)}~`;
      return part.parts === undefined ? part.text : plainParts(part.parts);
    })
    .join('');
}

/** The atoms, and those that `more` finds in the text between them. An atom is a part that no mark and no line break cuts. */
function between(text, atoms, more) {
  const all = [];
  let from = 0;
  for (const atom of atoms) {
    append(all, more(text.slice(from, atom.start), from, text));
    all.push(atom);
    from = atom.end;
  }
  append(all, more(text.slice(from), from, text));
  return all;
}

/** Without spreading: a call takes only so many arguments. */
function append(list, items) {
  for (const item of items) list.push(item);
}

// ---- code

/** Code between three backticks, also over several lines, and in one line between single ones. Nothing in it is a mark or a link. */
function codeAtoms(text) {
  const atoms = [];
  // Without this limit a text of fences without an end would be searched to its end for each of them.
  const lastFence = text.lastIndexOf(FENCE);
  for (let at = text.indexOf('`'); at >= 0;) {
    const atom = (at < lastFence ? fencedAt(text, at) : undefined) ?? inlineAt(text, at);
    if (atom !== undefined) atoms.push(atom);
    at = text.indexOf('`', atom?.end ?? endOfRun(text, at));
  }
  return atoms;
}

function endOfRun(text, at) {
  let end = at;
  while (text[end] === '`') end += 1;
  return end;
}

function fencedAt(text, at) {
  if (!text.startsWith(FENCE, at)) return undefined;
  const start = at + FENCE.length;
  const close = text.indexOf(FENCE, start);
  const code = close < 0 ? '' : text.slice(start, close);
  if (code.trim() === '') return undefined;
  return { kind: 'code', start: at, end: close + FENCE.length, text: code.replace(/^\n|\n$/g, '') };
}

function inlineAt(text, at) {
  const close = text.indexOf('`', at + 1);
  if (close < 0 || !isBorder(text[at - 1]) || !isBorder(text[close + 1])) return undefined;
  const code = text.slice(at + 1, close);
  if (code.trim() === '' || code.includes('\n')) return undefined;
  return { kind: 'code', start: at, end: close + 1, text: code };
}

/** The sign is no part of a word, or there is none. */
function isBorder(sign) {
  return sign === undefined || !WORD.test(sign);
}

// ---- addresses

/** Longer runs without a space are no words that people write; the time for each is limited. */
const LONGEST_RUN = 4 * LONGEST_ADDRESS;

function linkAtoms(part, offset, text, isMarked, find) {
  const atoms = [];
  if (!/[.:@]/.test(part)) return atoms;
  for (const { 0: run, index } of part.matchAll(/\S+/g)) {
    if (run.length > LONGEST_RUN || !/[^.:@][.:@]\S/.test(run)) continue;
    for (const found of find(run)) {
      const start = offset + index + found.start;
      const value = isMarked ? withoutMarks(found.value, text, start) : found.value;
      const isWhole =
        /^[a-z]+:/i.test(value) || !GOES_ON.test(text.slice(start + value.length, start + value.length + 2));
      const atom = isWhole ? addressAtom(value, found.type === 'email') : undefined;
      if (atom !== undefined) atoms.push({ ...atom, text: value, start, end: start + value.length });
    }
  }
  return atoms;
}

/** Marks around an address do not belong to it; an underscore at its end does, unless the mark was opened before it. */
function withoutMarks(value, text, start) {
  const host = /^(?:[a-z]+:\/\/)?[^/?#*~`]+/i.exec(value)?.[0] ?? '';
  // No host contains these signs.
  const whole = /[*~`]/.test(value[host.length] ?? '') ? host : value;
  const kept = whole.replace(/[*~`]{1,3}$/, '');
  return kept.endsWith('_') && isOpen('_', text, start) ? kept.slice(0, -1) : kept;
}

/** How far before an address a mark is looked for that may end with it. */
const LOOK_BACK = 256;

/** A mark begins in the same line before the place. */
function isOpen(mark, text, place) {
  const before = text.slice(Math.max(place - LOOK_BACK, 0), place);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return line.startsWith(mark) || new RegExp(`[^\\p{L}\\p{N}]${mark}`, 'u').test(line);
}

/** What an address leads to; `literal` where it is not linked, and undefined where it is no address. */
function addressAtom(value, isEmail) {
  if (value.length > LONGEST_ADDRESS || MISLEADING.test(value)) return { kind: 'literal' };
  if (isEmail || /^mailto:/i.test(value)) {
    const address = value.replace(/^mailto:/i, '');
    return { kind: 'email', href: `mailto:${address}`, address };
  }
  const hasScheme = /^https?:\/\//i.test(value);
  if (!hasScheme && (/^[a-z][a-z\d+.-]*:\/\//i.test(value) || !isSurelyHost(value))) return { kind: 'literal' };
  const url = parsedUrl(hasScheme ? value : `https://${value}`);
  // What stands before an @ looks like the host and is none.
  if (url === undefined || url.username !== '' || url.password !== '' || !isHost(url.hostname))
    return { kind: 'literal' };
  const typed = /^(?:https?:\/\/)?([^/?#:]+)/i.exec(value)?.[1] ?? '';
  return { kind: 'link', href: url.href, host: url.host, typed };
}

/**
 * Without a scheme, a sentence whose space is missing ("obrigado.me liga") looks like a host of two labels in the domain of a country, and a file like a host
 * of some newer domain.
 */
function isSurelyHost(value) {
  const end = value.search(/[/?#]/);
  const host = end < 0 ? value : value.slice(0, end);
  if ((end >= 0 && end + 1 < value.length) || /^www\./i.test(host)) return true;
  if (FILE_ENDINGS.test(host)) return false;
  return !/^[^.]+\.[a-z]{2}(?::\d+)?$/i.test(host);
}

function isHost(host) {
  return /^[a-z\d_-]+(\.[a-z\d_-]+)+$/.test(host) || host === 'localhost';
}

const LATIN = /\p{Script=Latin}/u;
const NOT_LATIN = /(?!\p{Script=Latin})\p{L}/u;

/**
 * How the host of a link is shown: as it was written, or as what it is (`xn--…`) if it has letters of several alphabets. `host`: what the browser opens;
 * `typed`: the host as the text has it.
 */
export function shownHost(host, typed) {
  // Full-width letters and the like: the browser made ordinary ones of them.
  if (!/(^|\.)xn--/.test(host)) return { shown: /^[\u0021-\u007e]+$/.test(typed) ? typed : host, isMixed: false };
  const isMixed = LATIN.test(typed) && NOT_LATIN.test(typed);
  return { shown: isMixed ? host : typed, isMixed };
}

function parsedUrl(text) {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

// ---- lines and blocks

const QUOTE = /^> (?=\S)/;
const BULLET = /^[-*] +(?=\S)/;
const NUMBER = /^(\d{1,3})\. +(?=\S)/;

function blocksOf(text, atoms, isMarked) {
  const blocks = [];
  for (const line of linesOf(text, atoms)) {
    const last = blocks[blocks.length - 1];
    const { kind, length, value } = isMarked ? beginningOf(text, line) : { kind: 'paragraph', length: 0 };
    const parts = partsOf(text, { ...line, start: line.start + length }, isMarked);
    if (kind === 'bullets' || kind === 'numbers') {
      const item = kind === 'bullets' ? parts : { value, parts };
      if (last?.kind === kind) last.items.push(item);
      else blocks.push({ kind, items: [item] });
    } else if (last?.kind === kind) {
      last.parts.push({ kind: 'text', text: '\n' });
      append(last.parts, parts);
    } else blocks.push({ kind, parts });
  }
  for (const block of blocks) if (block.parts !== undefined) block.parts = joined(block.parts);
  return blocks;
}

/** Lines of the text with their atoms; a line break within an atom ends no line. */
function linesOf(text, atoms) {
  const lines = [];
  let next = 0;
  for (let start = 0; start <= text.length;) {
    const own = [];
    let end = text.indexOf('\n', start);
    while (next < atoms.length && (end < 0 || atoms[next].start < end)) {
      own.push(atoms[next]);
      if (end >= 0 && atoms[next].end > end) end = text.indexOf('\n', atoms[next].end);
      next += 1;
    }
    lines.push({ start, end: end < 0 ? text.length : end, atoms: own });
    start = end < 0 ? text.length + 1 : end + 1;
  }
  return lines;
}

function beginningOf(text, { start, end, atoms }) {
  // Long enough for a number with its space.
  const line = text.slice(start, Math.min(end, start + 12));
  const isFree = (match) => match !== null && (atoms.length === 0 || atoms[0].start >= start + match[0].length);
  const quote = QUOTE.exec(line);
  if (isFree(quote)) return { kind: 'quote', length: quote[0].length };
  const bullet = BULLET.exec(line);
  if (isFree(bullet)) return { kind: 'bullets', length: bullet[0].length };
  const number = NUMBER.exec(line);
  if (isFree(number)) return { kind: 'numbers', length: number[0].length, value: Number(number[1]) };
  return { kind: 'paragraph', length: 0 };
}

// ---- marks

/**
 * The parts of one line. A mark opens where a word begins and closes where one ends, in the same line; the first that closes counts. At most one of each kind is
 * open, so that at most three are.
 */
function partsOf(text, { start, end, atoms }, isMarked) {
  if (start === end) return [];
  const open = [{ mark: '', parts: [] }];
  const add = (part) => open[open.length - 1].parts.push(part);
  const addText = (from, to) => to > from && add({ kind: 'text', text: text.slice(from, to) });
  /** What was opened and not closed is text. */
  const unwind = (depth) => {
    while (open.length > depth) {
      const { mark, parts } = open.pop();
      add({ kind: 'text', text: mark });
      append(open[open.length - 1].parts, parts);
    }
  };
  let from = start;
  let next = 0;
  for (let at = start; at < end;) {
    if (next < atoms.length && atoms[next].start === at) {
      const { start: begins, end: ends, ...atom } = atoms[next];
      addText(from, begins);
      add(atom.kind === 'literal' ? { kind: 'text', text: text.slice(begins, ends) } : atom);
      from = at = ends;
      next += 1;
      continue;
    }
    const mark = text[at];
    if (isMarked && mark in MARKS) {
      const before = at > start ? text[at - 1] : undefined;
      const after = at + 1 < end ? text[at + 1] : undefined;
      const depth = open.findIndex((one) => one.mark === mark);
      if (depth > 0 && closes(mark, before, after) && hasContent(open, depth, from, at)) {
        addText(from, at);
        unwind(depth + 1);
        const { parts } = open.pop();
        add({ kind: MARKS[mark], parts: joined(parts) });
        from = at + 1;
      } else if (depth < 0 && opens(mark, before, after)) {
        addText(from, at);
        open.push({ mark, parts: [] });
        from = at + 1;
      }
    }
    at += 1;
  }
  addText(from, end);
  unwind(1);
  return joined(open[0].parts);
}

function opens(mark, before, after) {
  return isBorder(before) && after !== undefined && after !== mark && !/\s/.test(after);
}

function closes(mark, before, after) {
  return isBorder(after) && before !== undefined && before !== mark && !/\s/.test(before);
}

function hasContent(open, depth, from, at) {
  return at > from || open.length > depth + 1 || open[depth].parts.length > 0;
}

/** Neighbouring texts as one. */
function joined(parts) {
  const all = [];
  let texts = [];
  const flush = () => {
    if (texts.length > 0) all.push({ kind: 'text', text: texts.join('') });
    texts = [];
  };
  for (const part of parts) {
    if (part.kind === 'text') texts.push(part.text);
    else {
      flush();
      all.push(part);
    }
  }
  flush();
  return all;
}
