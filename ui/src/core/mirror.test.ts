import type { ListPatch, ListSnapshot, WorkspaceStore } from 'core-wasm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Mirror } from './mirror';

/** What the module's border does, with views that the test sets. */
class FakeStore {
  readonly receivers = new Map<number, { key: string; receive: (news: unknown) => void }>();
  views = new Map<string, unknown>();
  lists = new Map<string, ListSnapshot>();
  patches: ListPatch | undefined;
  news = false;
  crossings = 0;
  private last = 0;

  subscribe(key: string, receive: (news: unknown) => void): number {
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
    return this.news;
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

  hand(key: string, news: unknown): void {
    for (const receiver of this.receivers.values()) if (receiver.key === key) receiver.receive(news);
  }
}

let store: FakeStore;
let mirror: Mirror;
beforeEach(() => {
  store = new FakeStore();
  mirror = new Mirror(store as unknown as WorkspaceStore);
});

describe('a view', () => {
  test('is read from the module until somebody listens, and from here afterwards', () => {
    store.views.set('session', { phase: 'ready' });
    mirror.snapshot('session');
    expect(store.crossings).toBe(1);
    mirror.subscribe('session', () => undefined);
    const crossings = store.crossings;
    expect(mirror.snapshot('session')).toBe(store.views.get('session'));
    expect(store.crossings).toBe(crossings);
  });

  test('that is read before its turn is the newest', () => {
    store.views.set('session', { phase: 'ready' });
    mirror.subscribe('session', () => undefined);
    store.views.set('session', { phase: 'signedOut' });
    store.news = true;
    expect(mirror.snapshot('session').phase).toBe('signedOut');
  });

  test('reaches every listener once, after all that is new is here', () => {
    const seen: unknown[] = [];
    const look = (): void => void seen.push([mirror.snapshot('session'), mirror.snapshot('route')]);
    mirror.subscribe('session', look);
    mirror.subscribe('session', look);
    mirror.subscribe('route', () => undefined);
    expect(store.receivers.size).toBe(2);
    store.hand('session', 'new session');
    store.hand('route', 'new route');
    expect(seen).toEqual([]);
    mirror.tell();
    mirror.tell();
    expect(seen).toEqual([
      ['new session', 'new route'],
      ['new session', 'new route'],
    ]);
  });

  test('is no longer followed once the last listener is gone, also while the others are told', () => {
    const late = vi.fn();
    const stop: Array<() => void> = [];
    mirror.subscribe('session', () => stop.forEach((end) => end()));
    stop.push(mirror.subscribe('session', late), mirror.subscribe('route', late));
    store.hand('session', 1);
    store.hand('route', 1);
    mirror.tell();
    expect(late).not.toHaveBeenCalled();
    expect([...store.receivers.values()].map(({ key }) => key)).toEqual(['session']);
  });

  test('reaches the others where a listener throws', () => {
    vi.useFakeTimers();
    const other = vi.fn();
    mirror.subscribe('session', () => {
      throw new Error('a listener at fault');
    });
    mirror.subscribe('session', other);
    store.hand('session', 1);
    mirror.tell();
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

  test('follows the patches that are handed over, without asking', () => {
    const { crossings } = store;
    store.hand(key, {
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

  test('that was read ahead of its patch takes it only once', () => {
    const patch: ListPatch = { version: 4, ops: [{ op: 'insert', id: 'c', before: undefined }] };
    store.news = true;
    store.patches = patch;
    expect(ids()).toEqual(['a', 'b', 'c']);
    store.news = false;
    store.patches = { version: 4, ops: [] };
    store.hand(key, patch);
    expect(ids()).toEqual(['a', 'b', 'c']);
  });

  test('is pulled whole where the core no longer knows what changed', () => {
    store.lists.set(key, { version: 900, ids: ['z'] });
    store.patches = undefined;
    store.hand(key, undefined);
    expect(ids()).toEqual(['z']);
  });
});
