// Detects hosts that imitate another one: by letters of several alphabets, or by one different letter.
import { shownHost } from './parse.js';

/** Replaces each character by the simplest similar one (Unicode TS #39); undefined until its table is loaded. */
export type Skeleton = ((text: string) => string) | undefined;

export interface HostView {
  /** The displayed host: `xn--…` if its letters cannot be trusted. */
  shown: string;
  warning: { similarTo: string } | 'mixed' | undefined;
}

const ascii = /^[\u0021-\u007e]+$/;

/** A shorter name is similar to too many others: bol.com.br and uol.com.br are two companies. */
const shortestName = 4;

/**
 * `host`: the host that the browser opens, in ASCII; `typed`: the host in the text; `known`: hosts of the contact's company and of this
 * page.
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

/** Host with letters of another alphabet or with accents. */
export function isForeign(host: string): boolean {
  return /(^|\.)xn--/.test(host);
}

function belongsTo(host: string, known: string): boolean {
  return host === known || host.endsWith(`.${known}`);
}

/** ASCII stays unchanged: the table would turn m into `rn`. */
function simplest(text: string, skeleton: Skeleton): string {
  if (skeleton === undefined) return text;
  return Array.from(text, (sign) => (ascii.test(sign) ? sign : skeleton(sign))).join('');
}

/** Readers do not notice differences in accents. */
function withoutAccents(host: string): string {
  return host.normalize('NFD').replace(/\p{M}/gu, '');
}

/** Whether one letter differs, or the known host precedes the real one. */
function looksLike(host: string, known: string): boolean {
  if (host.startsWith(`${known}.`) || host.includes(`.${known}.`)) return true;
  const same = host.split('.').slice(-known.split('.').length).join('.');
  if (same === known) return true;
  return nameOf(known).length >= shortestName && differsByOne(same, known);
}

function nameOf(host: string): string {
  return host.split('.')[0] ?? '';
}

/** One letter more, less or different, or two neighbours swapped; `rn` and `m` count as the same letter. */
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

/** Anybody can have an address at these hosts: similar hosts are no sign of the contact's company. */
const freeMail =
  /^(gmail|googlemail|hotmail|outlook|live|msn|yahoo|icloud|me|uol|bol|terra|ig|globo|proton|protonmail|aol)\./;

/** The hosts of the contact's company, derived from its e-mail address. */
export function companyHosts(email: string): ReadonlyArray<string> {
  const host = /@([^@\s]+)$/.exec(email.trim().toLowerCase())?.[1] ?? '';
  return host === '' || freeMail.test(host) ? [] : [host];
}
