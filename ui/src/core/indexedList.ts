// What a list needs to know of its rows: how many, and the one at a place. Arrays fit, and so does the core's chunked list.

export interface IndexedList<Item> {
  readonly length: number;
  at(index: number): Item | undefined;
}
