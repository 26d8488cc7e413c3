// The page's copy of the subscribed slices, so that a component reads them without a call into the module. The core delivers all changed views
// first; then the listeners are notified.
import type { ListName, ListPatch, SliceViews, WorkspaceStore } from 'core-wasm';
import { ChunkedList } from './chunkedList';

export type SliceName = keyof SliceViews;
export type SliceKey<Name extends SliceName> = Name | `${Name}:${string}`;
/** The kinds of slices that are ordered lists of ids and are delivered as patches. */
export type ListKey = `${ListName}:${string}`;

type Listener = () => void;

class Subscription {
  /** Replaced, never changed in place: `notify` may be iterating it. */
  listeners: ReadonlyArray<Listener> = [];
  /** The number under which the store delivers to this subscription. */
  number = 0;
  /** The view of a slice that is not a list. */
  view: unknown;
  /** Whether the slice changed since its listeners were last notified. */
  isChanged = false;
}

/** Lists that nothing subscribes to and that are kept, so that an agent who comes back to a conversation gets only what changed. */
const mostUnusedLists = 8;

export class Mirror {
  private readonly subscriptions = new Map<string, Subscription>();
  private readonly lists = new Map<string, ChunkedList>();
  private changed: Subscription[] = [];

  constructor(private readonly store: WorkspaceStore) {}

  subscribe(key: string, listener: Listener): () => void {
    const subscription = this.subscriptions.get(key) ?? this.open(key);
    // The same function may subscribe twice.
    const own = (): void => listener();
    subscription.listeners = subscription.listeners.concat(own);
    return () => {
      subscription.listeners = subscription.listeners.filter((other) => other !== own);
      if (subscription.listeners.length > 0 || this.subscriptions.get(key) !== subscription) return;
      this.subscriptions.delete(key);
      this.store.unsubscribe(subscription.number);
      this.forgetUnused(key);
    };
  }

  private open(key: string): Subscription {
    const subscription = new Subscription();
    const isList = this.store.isList(key);
    subscription.number = this.store.subscribe(key, (delivered) => {
      if (isList) this.applyPatch(key, delivered as ListPatch | undefined);
      else subscription.view = delivered;
      if (!subscription.isChanged) this.changed.push(subscription);
      subscription.isChanged = true;
    });
    if (isList) this.list(key);
    else subscription.view = this.store.snapshot(key);
    this.subscriptions.set(key, subscription);
    return subscription;
  }

  /**
   * Called when the last subscriber of `key` is gone. Nothing will subscribe to lists of ended attendances again: they
   * are dropped when newer unused lists take their places.
   */
  private forgetUnused(key: string): void {
    const list = this.lists.get(key);
    if (list === undefined) return;
    this.lists.delete(key);
    this.lists.set(key, list);
    const unused = [...this.lists.keys()].filter((other) => !this.subscriptions.has(other));
    unused.slice(0, Math.max(0, unused.length - mostUnusedLists)).forEach((other) => this.lists.delete(other));
  }

  private applyPatch(key: string, patch: ListPatch | undefined): void {
    const list = this.lists.get(key);
    // The method `list` already pulled this patch.
    if (list !== undefined && list.version === patch?.version) return;
    const next =
      patch !== undefined && list?.version === patch.version - patch.ops.length ? list.patched(patch) : undefined;
    if (next !== undefined) this.lists.set(key, next);
    // The store must not be called during a delivery: the list is pulled when it is read next.
    else this.lists.delete(key);
  }

  /** Calls the listeners of all changed slices. A listener that throws does not stop the others. */
  notify(): void {
    const changed = this.changed;
    this.changed = [];
    for (const subscription of changed) {
      subscription.isChanged = false;
      for (const listener of subscription.listeners) {
        try {
          if (subscription.listeners.includes(listener)) listener();
        } catch (error) {
          // Thrown from a task, so that error reporting sees it.
          setTimeout(() => {
            throw error;
          });
        }
      }
    }
  }

  /** The view of a slice; the same object until the slice changes. */
  snapshot<Name extends SliceName>(key: SliceKey<Name>): SliceViews[Name] {
    const subscription = this.store.hasNews() ? undefined : this.subscriptions.get(key);
    return (subscription === undefined ? this.store.snapshot(key) : subscription.view) as SliceViews[Name];
  }

  /** The list; the same object until the list changes. */
  list(key: string): ChunkedList {
    const known = this.lists.get(key);
    if (known !== undefined && this.subscriptions.has(key) && !this.store.hasNews()) return known;
    const patch = known === undefined ? undefined : this.store.patch(key, known.version);
    if (known !== undefined && patch?.ops.length === 0) return known;
    const next = (patch === undefined ? undefined : known?.patched(patch)) ?? this.wholeList(key);
    this.lists.set(key, next);
    return next;
  }

  private wholeList(key: string): ChunkedList {
    const whole = this.store.list(key);
    return whole === undefined ? ChunkedList.empty : ChunkedList.of(whole);
  }
}
