// Reproducible randomness: the same seed gives the same values. Every writer and the killer has its own generator, so
// that the order in which they run does not change the values.
/** @param {string} text */
const mixed = (text) =>
  [...text].reduce((hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0, 0x811c9dc5);

/** mulberry32: small, and random enough for choosing moments. */
export class Chance {
  #state;

  /** @param {number} seed @param {string} whose */
  constructor(seed, whose) {
    this.#state = mixed(`${seed}/${whose}`);
  }

  /** The next random number: at least 0 and less than 1. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let bits = this.#state;
    bits = Math.imul(bits ^ (bits >>> 15), bits | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }

  /** @param {number} least @param {number} most */
  between(least, most) {
    return least + this.next() * (most - least);
  }

  /** @template Item @param {readonly Item[]} list @returns {Item} */
  pick(list) {
    return /** @type {Item} */ (list[Math.floor(this.next() * list.length)]);
  }

  /** @param {readonly string[]} alphabet @param {number} count */
  letters(alphabet, count) {
    return Array.from({ length: count }, () => this.pick(alphabet)).join('');
  }
}
