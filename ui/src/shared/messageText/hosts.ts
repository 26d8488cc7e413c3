// Hosts that pretend to be another one: letters of several alphabets, and hosts that differ from a known one in one letter.
import { shownHost } from './parse.js';

/** Turns each sign into the simplest one that looks like it (Unicode TS #39); undefined until its table is loaded. */
export type Skeleton = ((text: string) => string) | undefined;

export interface HostView {
  /** As it is shown: `xn--…` where the letters cannot be trusted. */
  shown: string;
  warning: { similarTo: string } | 'mixed' | undefined;
}

const ascii = /^[\u0021-\u007e]+$/;

/** A shorter name has too many neighbours: bol.com.br and uol.com.br are two companies. */
const shortestName = 4;

/**
 * `host`: what the browser opens, in ASCII; `typed`: the host as the text has it; `known`: hosts of the contact's company and of this page.
 */
export function hostView(host: string, typed: string, known: ReadonlyArray<string>, skeleton: Skeleton): HostView {
  const real = host.replace(/:\d+$/, '');
  const written = typed.toLowerCase();
  const looks = [real, withoutAccents(written), withoutAccents(simplest(written, skeleton))];
  const similarTo = known.find((one) => !belongsTo(real, one) && looks.some((look) => looksLike(look, one)));
  if (similarTo !== undefined) return { shown: host, warning: { similarTo } };
  const { shown, isMixed } = shownHost(host, typed);
  return { shown, warning: isMixed ? 'mixed' : undefined };
}

/** With letters of another alphabet or with accents. */
export function isForeign(host: string): boolean {
  return /(^|\.)xn--/.test(host);
}

function belongsTo(host: string, known: string): boolean {
  return host === known || host.endsWith(`.${known}`);
}

/** ASCII stays: the table makes `rn` of an m. */
function simplest(text: string, skeleton: Skeleton): string {
  if (skeleton === undefined) return text;
  return Array.from(text, (sign) => (ascii.test(sign) ? sign : skeleton(sign))).join('');
}

/** Accents are no difference that a reader notices. */
function withoutAccents(host: string): string {
  return host.normalize('NFD').replace(/\p{M}/gu, '');
}

/** One letter differs, or the known host stands before the real one. */
function looksLike(host: string, known: string): boolean {
  if (host.startsWith(`${known}.`) || host.includes(`.${known}.`)) return true;
  const same = host.split('.').slice(-known.split('.').length).join('.');
  if (same === known) return true;
  return nameOf(known).length >= shortestName && differsByOne(same, known);
}

function nameOf(host: string): string {
  return host.split('.')[0] ?? '';
}

/** One letter more, less or another, or two neighbours changed places; `rn` and `m` look like one letter. */
function differsByOne(one: string, other: string): boolean {
  if (one.replace(/rn/g, 'm') === other.replace(/rn/g, 'm')) return true;
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (
    end < Math.min(one.length, other.length) - start &&
    one[one.length - 1 - end] === other[other.length - 1 - end]
  )
    end += 1;
  const left = one.slice(start, one.length - end);
  const right = other.slice(start, other.length - end);
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

/** Everybody may have an address there: similar hosts say nothing about the contact's company. */
const freeMail =
  /^(gmail|googlemail|hotmail|outlook|live|msn|yahoo|icloud|me|uol|bol|terra|ig|globo|proton|protonmail|aol)\./;

/** The hosts of the contact's company, as far as its e-mail address tells them. */
export function companyHosts(email: string): ReadonlyArray<string> {
  const host = /@([^@\s]+)$/.exec(email.trim().toLowerCase())?.[1] ?? '';
  return host === '' || freeMail.test(host) ? [] : [host];
}
