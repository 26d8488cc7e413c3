// Records which texts were written, by whom, in which attendance. A text is recorded before it is sent; every
// comparison uses this list.

const words = [
  'boleto',
  'renovação',
  'prazo',
  'endereço',
  'não chegou',
  'obrigada',
  'contrato nº 12',
  'R$ 1.234,56',
  'às 15h',
  '👍🏽',
  '<b>negrito</b>',
  '"aspas"',
];

/** @typedef {{ author: string, customer: string, text: string }} Entry */

export class Ledger {
  /** @type {Entry[]} */
  #entries = [];

  /**
   * A unique text: it contains its author, its number and its customer.
   * @param {string} author
   * @param {string} customer
   * @param {import('./chance.mjs').Chance} chance
   */
  write(author, customer, chance) {
    const number = this.#entries.length + 1;
    const text = `${author} ${String(number).padStart(5, '0')} com ${customer}: ${chance.pick(words)} ${chance.pick(words)}`;
    this.#entries.push({ author, customer, text });
    return text;
  }

  get size() {
    return this.#entries.length;
  }

  /** @param {(author: string) => boolean} isAuthor */
  writtenBy(isAuthor) {
    return this.#entries.filter(({ author }) => isAuthor(author)).length;
  }

  /**
   * The texts of one attendance, in the order in which they were written.
   * @param {string} customer
   */
  of(customer) {
    return this.#entries.filter((entry) => entry.customer === customer);
  }
}
