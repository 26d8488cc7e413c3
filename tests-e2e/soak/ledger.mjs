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

export class Ledger {
  #entries = [];

  /** A unique text: it contains its author, its number and its customer. */
  write(author, customer, chance) {
    const number = this.#entries.length + 1;
    const text = `${author} ${String(number).padStart(5, '0')} com ${customer}: ${chance.pick(words)} ${chance.pick(words)}`;
    this.#entries.push({ author, customer, text });
    return text;
  }

  get size() {
    return this.#entries.length;
  }

  writtenBy(isAuthor) {
    return this.#entries.filter(({ author }) => isAuthor(author)).length;
  }

  /** The texts of one attendance, in the order in which they were written. */
  of(customer) {
    return this.#entries.filter((entry) => entry.customer === customer);
  }
}
