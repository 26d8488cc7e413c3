import type { ListPatch, ListSnapshot, WorkspaceStore } from 'core-wasm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Mirror } from './mirror';

/** The store's subscription interface, with views that the test sets. */
class FakeStore {
  readonly receivers = new Map<number, { key: string; receive: (delivered: unknown) => void }>();
  views = new Map<string, unknown>();
  lists = new Map<string, ListSnapshot>();
  patches: ListPatch | undefined;
  hasChanges = false;
  crossings = 0;
  private last = 0;

  subscribe(key: string, receive: (delivered: unknown) => void): number {
    this.last += 1;
    this.receivers.set(this.last, { key, receive });
    return this.last;
  }

  unsubscribe(number: number): void {
    this.receivers.delete(number);
  }

  isList(key: string): boolean {
    return key.startsWith('jobOrder:') || key.startsWith('thread:');
  }

  hasNews(): boolean {
    return this.hasChanges;
  }

  snapshot(key: string): unknown {
    this.crossings += 1;
    return this.views.get(key);
  }

  list(key: string): ListSnapshot | undefined {
    this.crossings += 1;
    return this.lists.get(key);
  }

  patch(): ListPatch | undefined {
    this.crossings += 1;
    return this.patches;
  }

  deliver(key: string, delivered: unknown): void {
    for (const receiver of this.receivers.values()) if (receiver.key === key) receiver.receive(delivered);
  }
}

let store: FakeStore;
let mirror: Mirror;
beforeEach(() => {
  store = new FakeStore();
  mirror = new Mirror(store as unknown as WorkspaceStore);
});

describe('a view', () => {
  test('is read from the module without a subscription and from the mirror with one', () => {
    store.views.set('session', { phase: 'ready' });
    mirror.snapshot('session');
    expect(store.crossings).toBe(1);
    mirror.subscribe('session', () => undefined);
    const crossings = store.crossings;
    expect(mirror.snapshot('session')).toBe(store.views.get('session'));
    expect(store.crossings).toBe(crossings);
  });

  test('that is read before its delivery is the newest one', () => {
    store.views.set('session', { phase: 'ready' });
    mirror.subscribe('session', () => undefined);
    store.views.set('session', { phase: 'signedOut' });
    store.hasChanges = true;
    expect(mirror.snapshot('session').phase).toBe('signedOut');
  });

  test('notifies every listener once, after all changed views are delivered', () => {
    const seen: unknown[] = [];
    const read = (): void => void seen.push([mirror.snapshot('session'), mirror.snapshot('route')]);
    mirror.subscribe('session', read);
    mirror.subscribe('session', read);
    mirror.subscribe('route', () => undefined);
    expect(store.receivers.size).toBe(2);
    store.deliver('session', 'new session');
    store.deliver('route', 'new route');
    expect(seen).toEqual([]);
    mirror.notify();
    mirror.notify();
    expect(seen).toEqual([
      ['new session', 'new route'],
      ['new session', 'new route'],
    ]);
  });

  test('is unsubscribed with its last listener, also during a notification', () => {
    const late = vi.fn();
    const stop: Array<() => void> = [];
    mirror.subscribe('session', () => stop.forEach((end) => end()));
    stop.push(mirror.subscribe('session', late), mirror.subscribe('route', late));
    store.deliver('session', 1);
    store.deliver('route', 1);
    mirror.notify();
    expect(late).not.toHaveBeenCalled();
    expect([...store.receivers.values()].map(({ key }) => key)).toEqual(['session']);
  });

  test('notifies the other listeners if one throws', () => {
    vi.useFakeTimers();
    const other = vi.fn();
    mirror.subscribe('session', () => {
      throw new Error('a listener at fault');
    });
    mirror.subscribe('session', other);
    store.deliver('session', 1);
    mirror.notify();
    expect(other).toHaveBeenCalledOnce();
    expect(() => vi.runAllTimers()).toThrow('a listener at fault');
    vi.useRealTimers();
  });
});

describe('a list', () => {
  const key = 'jobOrder:active';
  const ids = (): string[] => mirror.list(key).toArray();

  beforeEach(() => {
    store.lists.set(key, { version: 3, ids: ['a', 'b'] });
    store.patches = { version: 3, ops: [] };
    mirror.list(key);
    mirror.subscribe(key, () => undefined);
  });

  test('applies delivered patches without a call into the module', () => {
    const { crossings } = store;
    store.deliver(key, {
      version: 5,
      ops: [
        { op: 'move', id: 'b', before: 'a' },
        { op: 'insert', id: 'c', before: undefined },
      ],
    });
    expect(ids()).toEqual(['b', 'a', 'c']);
    expect(mirror.list(key)).toBe(mirror.list(key));
    expect(store.crossings).toBe(crossings);
  });

  test('that is read before the delivery of its patch applies the patch once', () => {
    const patch: ListPatch = { version: 4, ops: [{ op: 'insert', id: 'c', before: undefined }] };
    store.hasChanges = true;
    store.patches = patch;
    expect(ids()).toEqual(['a', 'b', 'c']);
    store.hasChanges = false;
    store.patches = { version: 4, ops: [] };
    store.deliver(key, patch);
    expect(ids()).toEqual(['a', 'b', 'c']);
  });

  test('is pulled whole if the core delivers no patch', () => {
    store.lists.set(key, { version: 900, ids: ['z'] });
    store.patches = undefined;
    store.deliver(key, undefined);
    expect(ids()).toEqual(['z']);
  });
});

test('is kept with the last eight hidden lists, and otherwise requested whole when it is shown again', () => {
  const read = (key: string): void => mirror.subscribe(key, () => undefined)();
  const list = vi.spyOn(store, 'list');
  store.patches = { version: 1, ops: [] };
  for (let index = 0; index < 10; index += 1) {
    store.lists.set(`thread:${index}`, { version: 1, ids: ['a'] });
    read(`thread:${index}`);
  }
  list.mockClear();
  read('thread:9');
  read('thread:2');
  expect(list).not.toHaveBeenCalled();
  read('thread:0');
  expect(list.mock.calls).toEqual([['thread:0']]);
});
