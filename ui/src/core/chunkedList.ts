// A mirror of one of the core's ordered lists, built from its patches. A change touches one chunk, never the whole: lists of jobs and messages grow
// without bound. Each version is a new object that shares every unchanged chunk with the previous one. The index from id to chunk belongs to the newest
// version only: older versions are not patched again.
import type { ListOp, ListPatch, ListSnapshot } from 'core-wasm';
import type { IndexedList } from './indexedList';

const chunkSize = 64;
const noChunk = {};

/** The position of an id: found by object identity, which is faster than by text. */
interface Place {
  readonly id: string;
  /** The mark of the chunk. */
  mark: object;
}

/** A change of positions creates a new chunk with the same mark. */
interface Chunk {
  readonly mark: object;
  readonly places: ReadonlyArray<Place>;
}

function chunkOf(ids: ReadonlyArray<string>): Chunk {
  const mark = {};
  return { mark, places: ids.map((id) => ({ id, mark })) };
}

export class ChunkedList implements IndexedList<string> {
  private constructor(
    readonly version: number,
    private readonly chunks: ReadonlyArray<Chunk>,
    readonly length: number,
    /** The position of each id; the next version takes this map over. */
    private index: Map<string, Place> | undefined,
    /** The position of the first id of each chunk. */
    private starts: ReadonlyArray<number> | undefined = undefined,
    /** The chunk that was read last: neighbours are read one after the other. */
    private chunkRead = 0,
  ) {}

  static readonly empty = new ChunkedList(0, [], 0, undefined);

  static of({ version, ids }: ListSnapshot): ChunkedList {
    const chunks: Chunk[] = [];
    for (let start = 0; start < ids.length; start += chunkSize)
      chunks.push(chunkOf(ids.slice(start, start + chunkSize)));
    return new ChunkedList(version, chunks, ids.length, undefined);
  }

  /**
   * A thread of many messages is read from end to end when it opens: the next position costs the same in a list of any length, another one the logarithm of
   * the length.
   */
  at(index: number): string | undefined {
    this.starts ??= startsOf(this.chunks);
    if (!this.hasChunk(index, this.chunkRead)) {
      const next = this.chunkRead + 1;
      this.chunkRead = this.hasChunk(index, next) ? next : chunkHolding(index, this.starts);
    }
    return this.chunks[this.chunkRead]?.places[index - (this.starts[this.chunkRead] ?? 0)]?.id;
  }

  private hasChunk(index: number, chunk: number): boolean {
    const from = this.starts?.[chunk];
    return from !== undefined && from <= index && index < (this.starts?.[chunk + 1] ?? this.length);
  }

  /** The list after the patch, or undefined if the patch does not fit: then the whole list must be pulled. */
  patched(patch: ListPatch): ChunkedList | undefined {
    const index = this.index ?? indexOf(this.chunks);
    this.index = undefined;
    const draft = { chunks: this.chunks.slice(), length: this.length, index };
    for (const operation of patch.ops) {
      if (!apply(draft, operation)) return undefined;
    }
    return new ChunkedList(patch.version, draft.chunks, draft.length, index);
  }

  toArray(): string[] {
    return this.chunks.flatMap(({ places }) => places.map(({ id }) => id));
  }
}

/** The last chunk that begins at the position or before it. */
function chunkHolding(index: number, starts: ReadonlyArray<number>): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}

function startsOf(chunks: ReadonlyArray<Chunk>): number[] {
  let start = 0;
  return chunks.map(({ places }) => {
    start += places.length;
    return start - places.length;
  });
}

function indexOf(chunks: ReadonlyArray<Chunk>): Map<string, Place> {
  const index = new Map<string, Place>();
  for (const { mark, places } of chunks) {
    for (const place of places) {
      // An older version may have been patched before.
      place.mark = mark;
      index.set(place.id, place);
    }
  }
  return index;
}

interface Draft {
  chunks: Chunk[];
  length: number;
  index: Map<string, Place>;
}

function apply(draft: Draft, operation: ListOp): boolean {
  const { id } = operation;
  // A moved id stays in the index.
  const place = operation.op === 'insert' ? { id, mark: noChunk } : removeFromChunk(draft, id);
  if (place === undefined) return false;
  if (operation.op === 'remove') return draft.index.delete(id);
  if (operation.op === 'insert') draft.index.set(id, place);
  return insertIntoChunk(draft, place, operation.before);
}

function insertIntoChunk(draft: Draft, added: Place, before: string | undefined): boolean {
  let chunkAt = Math.max(draft.chunks.length - 1, 0);
  let at = draft.chunks[chunkAt]?.places.length ?? 0;
  if (before !== undefined) {
    const place = draft.index.get(before);
    if (place === undefined) return false;
    chunkAt = chunkAtOf(draft, place);
    at = draft.chunks[chunkAt]?.places.indexOf(place) ?? -1;
    if (at < 0) return false;
  }
  const { mark, places } = draft.chunks[chunkAt] ?? { mark: {}, places: [] };
  const next = places.slice();
  next.push(added);
  for (let free = next.length - 1; free > at; free -= 1) next[free] = next[free - 1] ?? added;
  next[at] = added;
  added.mark = mark;
  draft.chunks[chunkAt] = { mark, places: next };
  if (next.length > 2 * chunkSize) {
    const second = { mark: {}, places: next.splice(chunkSize) };
    for (const moved of second.places) moved.mark = second.mark;
    draft.chunks.splice(chunkAt + 1, 0, second);
  }
  draft.length += 1;
  return true;
}

/** Removes the id from its chunk, not from the index. */
function removeFromChunk(draft: Draft, id: string): Place | undefined {
  const place = draft.index.get(id);
  if (place === undefined) return undefined;
  const chunkAt = chunkAtOf(draft, place);
  const { mark, places } = draft.chunks[chunkAt] ?? { mark: {}, places: [] };
  const at = places.indexOf(place);
  if (at < 0) return undefined;
  const rest = places.slice();
  for (let gap = at; gap < rest.length - 1; gap += 1) rest[gap] = rest[gap + 1] ?? place;
  rest.pop();
  if (rest.length > 0) draft.chunks[chunkAt] = { mark, places: rest };
  else draft.chunks.splice(chunkAt, 1);
  draft.length -= 1;
  return place;
}

function chunkAtOf({ chunks }: Draft, { mark }: Place): number {
  for (let at = 0; at < chunks.length; at += 1) if (chunks[at]?.mark === mark) return at;
  return -1;
}
