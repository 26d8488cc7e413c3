// A mirror of one of the core's ordered lists, built from its patches. A change touches one chunk, never the whole: lists of jobs and messages grow
// without bound. Each version is a new object that shares every untouched chunk with the one before.
import type { ListOp, ListPatch, ListSnapshot } from 'core-wasm';
import type { IndexedList } from '../design/indexedList';

const chunkSize = 256;

export class ChunkedList implements IndexedList<string> {
  private constructor(
    readonly version: number,
    private readonly chunks: ReadonlyArray<ReadonlyArray<string>>,
    readonly length: number,
  ) {}

  static readonly empty = new ChunkedList(0, [], 0);

  static of({ version, ids }: ListSnapshot): ChunkedList {
    const chunks: string[][] = [];
    for (let start = 0; start < ids.length; start += chunkSize) chunks.push(ids.slice(start, start + chunkSize));
    return new ChunkedList(version, chunks, ids.length);
  }

  at(index: number): string | undefined {
    let rest = index;
    for (const chunk of this.chunks) {
      if (rest < chunk.length) return chunk[rest];
      rest -= chunk.length;
    }
    return undefined;
  }

  /** The list after the patch, or undefined where the patch does not fit: then the whole must be pulled. */
  patched(patch: ListPatch): ChunkedList | undefined {
    const draft = { chunks: this.chunks.slice(), length: this.length };
    for (const operation of patch.ops) {
      if (!apply(draft, operation)) return undefined;
    }
    return new ChunkedList(patch.version, draft.chunks, draft.length);
  }

  toArray(): string[] {
    return this.chunks.flat();
  }
}

interface Draft {
  chunks: ReadonlyArray<string>[];
  length: number;
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
  let place = draft.chunks[chunkAt]?.length ?? 0;
  if (before !== undefined) {
    const found = find(draft, before);
    if (found === undefined) return false;
    [chunkAt, place] = found;
  }
  const chunk = draft.chunks[chunkAt];
  if (chunk === undefined) {
    draft.chunks = [[id]];
  } else {
    const next = [...chunk.slice(0, place), id, ...chunk.slice(place)];
    const parts = next.length > 2 * chunkSize ? [next.slice(0, chunkSize), next.slice(chunkSize)] : [next];
    draft.chunks.splice(chunkAt, 1, ...parts);
  }
  draft.length += 1;
  return true;
}

function remove(draft: Draft, id: string): boolean {
  const found = find(draft, id);
  if (found === undefined) return false;
  const [chunkAt, place] = found;
  const rest = (draft.chunks[chunkAt] ?? []).filter((_, index) => index !== place);
  draft.chunks.splice(chunkAt, 1, ...(rest.length > 0 ? [rest] : []));
  draft.length -= 1;
  return true;
}

/** Where the id stands. Changes happen at the end far more often than at the beginning. */
function find(draft: Draft, id: string): [number, number] | undefined {
  for (let chunkAt = draft.chunks.length - 1; chunkAt >= 0; chunkAt -= 1) {
    const place = draft.chunks[chunkAt]?.lastIndexOf(id) ?? -1;
    if (place >= 0) return [chunkAt, place];
  }
  return undefined;
}
