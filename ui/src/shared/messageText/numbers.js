// Telephone numbers and protocols in a text. Plain JavaScript: see parse.js.

/** `YYYYMMDD` and a counter, as the server numbers attendances (JOB-001). */
const PROTOCOL = /20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-?\d{6}/g;

/**
 * A number with a country code, a Brazilian one with an area code (ten or eleven digits), or one without (0800). Each part has a maximum length, so
 * that a position without a number takes only a few steps.
 */
const PHONE =
  /\+\d{1,3}(?:[ .-]?\(?\d{1,5}\)?){2,5}|(?:55 ?)?\(?0?[1-9][1-9]\)?[ .-]?(?:9[ .-]?\d{4}|[2-5]\d{3})[ .-]?\d{4}|0[3589]00[ -]?\d{3}[ -]?\d{3,4}/g;

/** A number written as an address. */
const ADDRESS = /tel:(\+?\d[\d().-]{2,20})/gi;

/**
 * Characters directly beside a number that make it a part of something else: a document, a price, a code, an address.
 */
const JOINED_BEFORE = /(?:[\p{L}\p{N}@#$/\\=&%+]|\d[.,:*-]|[\p{L}\p{N}]_)$/u;
const JOINED_AFTER = /^(?:[\p{L}\p{N}@/\\=&%]|_[\p{L}\p{N}]|[.,:*-]\d)/u;
/** Words after which digits are no telephone number. */
const OTHER_NUMBER =
  /(?:\b(?:cpf|cnpj|rg|cep|pix|boleto|pedido|protocolo|processo|conta|c[óo]digo|nota)\b[\s:.nNº°#-]{0,6}|R\$ ?)$/iu;
const NEAR = 24;

/** The numbers in a part of a message that begins at `offset`. */
export function numberAtoms(part, offset) {
  if (!/\d{3}/.test(part)) return [];
  const protocols = found(part, PROTOCOL, offset, ([protocol]) => ({ kind: 'protocol', protocol }));
  const addresses = found(part, ADDRESS, offset, ([, written]) => {
    const number = written.replace(/[^\d+]/g, '');
    return { kind: 'phone', number, href: `tel:${number}` };
  });
  const phones = found(part, PHONE, offset, ([written], index) => {
    const number = written.replace(/[^\d+]/g, '');
    const digits = number.replace('+', '').length;
    const isOther = OTHER_NUMBER.test(part.slice(Math.max(0, index - NEAR), index));
    return isOther || digits < 8 || digits > 15 ? undefined : { kind: 'phone', number };
  });
  return merged(merged(addresses, protocols), phones);
}

/** A number that stands alone and is not a part of something else. */
function found(part, pattern, offset, atomOf) {
  const atoms = [];
  for (const match of part.matchAll(pattern)) {
    const atom = isAlone(part, match) ? atomOf(match, match.index) : undefined;
    if (atom !== undefined) atoms.push({ ...atom, ...placeOf(match, offset) });
  }
  return atoms;
}

function placeOf(match, offset) {
  return { text: match[0], start: offset + match.index, end: offset + match.index + match[0].length };
}

function isAlone(part, { 0: written, index }) {
  const end = index + written.length;
  // Half of a surrogate pair is not a letter.
  return !JOINED_BEFORE.test(part.slice(Math.max(0, index - 2), index)) && !JOINED_AFTER.test(part.slice(end, end + 2));
}

/** Sorted by position; of overlapping numbers the first one wins. */
function merged(first, others) {
  const free = others.filter(({ start, end }) => !overlaps(first, start, end));
  return [...first, ...free].sort((one, other) => one.start - other.start);
}

function overlaps(sorted, start, end) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle].end <= start) low = middle + 1;
    else high = middle;
  }
  return low < sorted.length && sorted[low].start < end;
}
