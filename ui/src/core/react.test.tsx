// Tests when a component that reads a slice renders again.
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { FakeCore } from '../../test/fakeCore';
import { CoreProvider, useSlicePart } from './react';
import { useJob, useThreadLoading } from './slices';

const job = { protocol: 'P1', name: 'Mariana', unread: 0, scrollTop: 0, threadLoading: false, tags: [{ id: '1' }] };

function reading<Value>(core: FakeCore, hook: () => Value) {
  let renders = 0;
  const wrapper = ({ children }: { children: ReactNode }) => <CoreProvider core={core}>{children}</CoreProvider>;
  const { result, rerender } = renderHook(
    () => {
      renders += 1;
      return hook();
    },
    { wrapper },
  );
  return {
    value: () => result.current,
    renders: () => renders,
    set: (key: string, value: unknown) => act(() => core.set(key, value)),
    rerender,
  };
}

test('the page of an attendance is not rendered again for its unread messages, its scroll position and its loading', () => {
  const shown = reading(new FakeCore({ 'job:P1': job }), () => useJob('P1'));
  shown.set('job:P1', { ...job, unread: 3, scrollTop: 400, threadLoading: true });
  expect(shown.renders()).toBe(1);
  shown.set('job:P1', { ...job, unread: 3, tags: [{ id: '2' }] });
  expect(shown.renders()).toBe(2);
  expect(shown.value()?.tags).toEqual([{ id: '2' }]);
});

test('a component renders again when an attendance arrives or ends', () => {
  const shown = reading(new FakeCore(), () => useJob('P1'));
  expect(shown.value()).toBeUndefined();
  shown.set('job:P1', job);
  expect(shown.value()?.name).toBe('Mariana');
  shown.set('job:P1', undefined);
  expect(shown.value()).toBeUndefined();
});

test('the view of one attendance is not shown for the next one', () => {
  const core = new FakeCore({ 'job:P1': job, 'job:P2': { ...job, protocol: 'P2' } });
  let protocol = 'P1';
  const shown = reading(core, () => useJob(protocol));
  protocol = 'P2';
  shown.rerender();
  expect(shown.value()?.protocol).toBe('P2');
});

test('the loading mark of a thread follows its slice', () => {
  const shown = reading(new FakeCore(), () => useThreadLoading('P1'));
  expect(shown.value()).toBe(false);
  shown.set('job:P1', { ...job, threadLoading: true });
  expect(shown.value()).toBe(true);
});

test('a part of a slice renders only its own changes', () => {
  const core = new FakeCore({ jobSummary: { total: 1, unread: 0 } });
  const shown = reading(core, () => useSlicePart('jobSummary', ({ total }) => total));
  shown.set('jobSummary', { total: 1, unread: 9 });
  expect(shown.renders()).toBe(1);
  shown.set('jobSummary', { total: 2, unread: 9 });
  expect(shown.value()).toBe(2);
});
