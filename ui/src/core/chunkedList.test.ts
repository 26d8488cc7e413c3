import type { ListOp } from 'core-wasm';
import { describe, expect, test } from 'vitest';
import { ChunkedList } from './chunkedList';

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `m${index}`);

function naive(list: string[], operation: ListOp): string[] {
  const without = list.filter((id) => id !== operation.id);
  if (operation.op === 'remove') return without;
  const at = operation.before === undefined ? without.length : without.indexOf(operation.before);
  return [...without.slice(0, at), operation.id, ...without.slice(at)];
}

describe('the mirror of an ordered list', () => {
  test('follows inserts, moves and removals over several chunks', () => {
    let expected = ids(700);
    let list = ChunkedList.of({ version: 1, ids: expected });
    const operations: ListOp[] = [
      { op: 'insert', id: 'new', before: undefined },
      { op: 'insert', id: 'first', before: 'm0' },
      { op: 'move', id: 'm699', before: 'm300' },
      { op: 'remove', id: 'm256' },
      { op: 'move', id: 'm0', before: undefined },
    ];
    operations.forEach((operation, index) => {
      expected = naive(expected, operation);
      const next = list.patched({ version: index + 2, ops: [operation] });
      if (next === undefined) throw new Error('the patch must fit');
      list = next;
      expect(list.toArray()).toEqual(expected);
    });
    expect(list.length).toBe(expected.length);
    expect(expected.map((_, index) => list.at(index))).toEqual(expected);
    expect(list.at(-1)).toBeUndefined();
    expect(list.at(list.length)).toBeUndefined();
    expect(ChunkedList.empty.at(0)).toBeUndefined();
  });

  test('does not change the previous version by a patch', () => {
    const before = ChunkedList.of({ version: 1, ids: ids(300) });
    const after = before.patched({ version: 2, ops: [{ op: 'remove', id: 'm7' }] });
    expect(before.length).toBe(300);
    expect(before.at(7)).toBe('m7');
    expect(after?.at(7)).toBe('m8');
  });

  test('returns undefined for a patch that does not fit the version of the list', () => {
    const list = ChunkedList.of({ version: 1, ids: ['a'] });
    expect(list.patched({ version: 2, ops: [{ op: 'remove', id: 'unknown' }] })).toBeUndefined();
    expect(list.patched({ version: 2, ops: [{ op: 'insert', id: 'b', before: 'unknown' }] })).toBeUndefined();
  });

  test('splits a chunk that grows too large', () => {
    let list = ChunkedList.empty;
    for (const id of ids(2_000))
      list = list.patched({ version: 1, ops: [{ op: 'insert', id, before: undefined }] }) ?? list;
    expect(list.length).toBe(2_000);
    expect(list.at(1_999)).toBe('m1999');
  });
});
