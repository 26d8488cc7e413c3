// A list of rows by index: arrays and the mirror's chunked list implement it.

export interface IndexedList<Item> {
  readonly length: number;
  at(index: number): Item | undefined;
}
