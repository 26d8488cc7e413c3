// The message that the agent chose in the search over all messages, as the target of the thread.
import { act, renderHook } from '@testing-library/react';
import type { FoundMessageTarget, NoteView } from 'core-wasm';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import type { IndexedList } from '../../core/indexedList';
import { useFoundMessage, useLastTarget } from './useFoundMessage';

const listOf = (...ids: string[]): IndexedList<string> => ({ length: ids.length, at: (index) => ids[index] });
const chosen: FoundMessageTarget = { protocol: 'P1', messageId: 'P1.2|x', noteId: '', number: 1 };
const frames = [{ id: 'note:N1', notes: [{ id: 'N1' }, { id: 'N2' }] as NoteView[] }];

function looking(found: FoundMessageTarget | undefined, thread = listOf('a', 'b')) {
  const core = new FakeCore({
    foundMessage: found,
    'message:P1:a': { localId: 'a', id: 'P1.1|x' },
    'message:P1:b': { localId: 'b', id: 'P1.2|x' },
  });
  const wrapper = ({ children }: { children: ReactNode }) => <CoreProvider core={core}>{children}</CoreProvider>;
  const hook = renderHook((given: IndexedList<string>) => useFoundMessage('P1', given, frames), {
    initialProps: thread,
    wrapper,
  });
  return { core, ...hook };
}

test('the chosen message is found by the id of the server, as soon as it is loaded [BEY-162]', () => {
  const { result, rerender } = looking(chosen, listOf('a'));
  expect(result.current).toBeUndefined();
  rerender(listOf('a', 'b'));
  expect(result.current).toEqual({ id: 'b' });
  const before = result.current;
  rerender(listOf('a', 'b', 'c'));
  expect(result.current, 'a new message does not scroll the thread').toBe(before);
});

test('a note is found in its frame, and a result of another conversation is no target [BEY-162]', () => {
  expect(looking({ ...chosen, messageId: '', noteId: 'N2' }).result.current).toEqual({ id: 'note:N1' });
  expect(looking({ ...chosen, protocol: 'P2' }).result.current).toBeUndefined();
  expect(looking(undefined).result.current).toBeUndefined();
});

test('the same message chosen again is a new target [BEY-162]', () => {
  const { core, result } = looking(chosen);
  const before = result.current;
  act(() => core.set('foundMessage', { ...chosen, number: 2 }));
  expect(result.current).toEqual(before);
  expect(result.current).not.toBe(before);
});

test('of two targets the later one is shown [BEY-162]', () => {
  const [one, other] = [{ id: 'a' }, { id: 'b' }];
  const { result, rerender } = renderHook(([first, second]) => useLastTarget(first, second), {
    initialProps: [one, undefined] as [{ id: string } | undefined, { id: string } | undefined],
  });
  expect(result.current).toBe(one);
  rerender([one, other]);
  expect(result.current).toBe(other);
  const again = { id: 'a' };
  rerender([again, other]);
  expect(result.current).toBe(again);
  rerender([undefined, undefined]);
  expect(result.current).toBeUndefined();
});
