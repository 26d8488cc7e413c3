// A mirror of one of the core's ordered lists, built from its patches. A change touches one chunk, never the whole: lists of jobs and messages grow
// without bound. Each version is a new object that shares every untouched chunk with the one before. Where an id stands is remembered by chunk, for the
// newest version only: nobody patches an older one twice.
import type { ListOp, ListPatch, ListSnapshot } from 'core-wasm';
import type { IndexedList } from '../design/indexedList';

const chunkSize = 64;

/** Keeps its place in the list; a change of its ids is a new part with the same mark. */
interface Chunk {
  readonly mark: object;
  readonly ids: ReadonlyArray<string>;
}

export class ChunkedList implements IndexedList<string> {
  private constructor(
    readonly version: number,
    private readonly chunks: ReadonlyArray<Chunk>,
    readonly length: number,
    /** The chunk of each id, by its mark; handed on to the next version. */
    private index: Map<string, object> | undefined,
  ) {}

  static readonly empty = new ChunkedList(0, [], 0, undefined);

  static of({ version, ids }: ListSnapshot): ChunkedList {
    const chunks: Chunk[] = [];
    for (let start = 0; start < ids.length; start += chunkSize) chunks.push({ mark: {}, ids: ids.slice(start, start + chunkSize) });
    return new ChunkedList(version, chunks, ids.length, undefined);
  }

  at(index: number): string | undefined {
    let rest = index;
    for (const { ids } of this.chunks) {
      if (rest < ids.length) return ids[rest];
      rest -= ids.length;
    }
    return undefined;
  }

  /** The list after the patch, or undefined where the patch does not fit: then the whole must be pulled. */
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
    return this.chunks.flatMap(({ ids }) => ids);
  }
}

function indexOf(chunks: ReadonlyArray<Chunk>): Map<string, object> {
  const index = new Map<string, object>();
  for (const { mark, ids } of chunks) for (const id of ids) index.set(id, mark);
  return index;
}

interface Draft {
  chunks: Chunk[];
  length: number;
  index: Map<string, object>;
}

function apply(draft: Draft, operation: ListOp): boolean {
  switch (operation.op) {
    case 'insert':
      return insert(draft, operation.id, operation.before);
    case 'move':
      return remove(draft, operation.id) && insert(draft, operation.id, operation.before);
    case 'remove':
      return remove(draft, operation.id);
  }
}

function insert(draft: Draft, id: string, before: string | undefined): boolean {
  let chunkAt = draft.chunks.length - 1;
  let place = draft.chunks[chunkAt]?.ids.length ?? 0;
  if (before !== undefined) {
    const found = find(draft, before);
    if (found === undefined) return false;
    [chunkAt, place] = found;
  }
  const { mark, ids } = draft.chunks[chunkAt] ?? { mark: {}, ids: [] };
  const next = ids.slice();
  next.splice(place, 0, id);
  draft.index.set(id, mark);
  draft.chunks[Math.max(chunkAt, 0)] = { mark, ids: next };
  if (next.length > 2 * chunkSize) {
    const second = { mark: {}, ids: next.splice(chunkSize) };
    for (const moved of second.ids) draft.index.set(moved, second.mark);
    draft.chunks.splice(chunkAt + 1, 0, second);
  }
  draft.length += 1;
  return true;
}

function remove(draft: Draft, id: string): boolean {
  const found = find(draft, id);
  if (found === undefined) return false;
  const [chunkAt, place] = found;
  const { mark, ids } = draft.chunks[chunkAt] ?? { mark: {}, ids: [] };
  const rest = ids.slice();
  rest.splice(place, 1);
  if (rest.length > 0) draft.chunks[chunkAt] = { mark, ids: rest };
  else draft.chunks.splice(chunkAt, 1);
  draft.index.delete(id);
  draft.length -= 1;
  return true;
}

function find({ chunks, index }: Draft, id: string): [number, number] | undefined {
  const mark = index.get(id);
  if (mark === undefined) return undefined;
  const chunkAt = chunks.findIndex((chunk) => chunk.mark === mark);
  const place = chunks[chunkAt]?.ids.indexOf(id) ?? -1;
  return place < 0 ? undefined : [chunkAt, place];
}
