// The page's copy of what the core shows, for the slices that somebody listens to: a component that reads one does not cross into the module.
// The core hands over what is new, all of it, and then the listeners are told.
import type { ListName, ListPatch, SliceViews, WorkspaceStore } from 'core-wasm';
import { ChunkedList } from './chunkedList';

export type SliceName = keyof SliceViews;
export type SliceKey<Name extends SliceName> = Name | `${Name}:${string}`;
/** The kinds of slices that are ordered lists of ids and are delivered as patches. */
export type ListKey = `${ListName}:${string}`;

type Listener = () => void;

class Held {
  /** Replaced, never changed: whoever goes through it meets no surprise. */
  listeners: ReadonlyArray<Listener> = [];
  /** The store's number; the view of a slice that is no list. */
  number = 0;
  view: unknown;
  /** Changed since its listeners were told. */
  isNews = false;
}

export class Mirror {
  private readonly held = new Map<string, Held>();
  private readonly lists = new Map<string, ChunkedList>();
  private news: Held[] = [];

  constructor(private readonly store: WorkspaceStore) {}

  subscribe(key: string, listener: Listener): () => void {
    const held = this.held.get(key) ?? this.follow(key);
    // The same function may listen twice.
    const own = (): void => listener();
    held.listeners = held.listeners.concat(own);
    return () => {
      held.listeners = held.listeners.filter((other) => other !== own);
      if (held.listeners.length > 0 || this.held.get(key) !== held) return;
      this.held.delete(key);
      this.store.unsubscribe(held.number);
    };
  }

  private follow(key: string): Held {
    const held = new Held();
    const isList = this.store.isList(key);
    held.number = this.store.subscribe(key, (news) => {
      if (isList) this.take(key, news as ListPatch | undefined);
      else held.view = news;
      if (!held.isNews) this.news.push(held);
      held.isNews = true;
    });
    if (isList) this.list(key);
    else held.view = this.store.snapshot(key);
    this.held.set(key, held);
    return held;
  }

  private take(key: string, patch: ListPatch | undefined): void {
    const list = this.lists.get(key);
    // Read ahead of its turn.
    if (list !== undefined && list.version === patch?.version) return;
    const next =
      patch !== undefined && list?.version === patch.version - patch.ops.length ? list.patched(patch) : undefined;
    if (next !== undefined) this.lists.set(key, next);
    // Nothing may be asked here: it is pulled when it is read.
    else this.lists.delete(key);
  }

  /** After the core handed over what is new, once for all that came. A listener that throws does not stop the others. */
  tell(): void {
    const told = this.news;
    this.news = [];
    for (const held of told) {
      held.isNews = false;
      for (const listener of held.listeners) {
        try {
          if (held.listeners.includes(listener)) listener();
        } catch (error) {
          // The page hears of it as of any other fault.
          setTimeout(() => {
            throw error;
          });
        }
      }
    }
  }

  /** The same object while nothing changed. */
  snapshot<Name extends SliceName>(key: SliceKey<Name>): SliceViews[Name] {
    const held = this.store.hasNews() ? undefined : this.held.get(key);
    return (held === undefined ? this.store.snapshot(key) : held.view) as SliceViews[Name];
  }

  /** The same object while nothing changed. */
  list(key: string): ChunkedList {
    const held = this.lists.get(key);
    if (held !== undefined && this.held.has(key) && !this.store.hasNews()) return held;
    const patch = held === undefined ? undefined : this.store.patch(key, held.version);
    if (held !== undefined && patch?.ops.length === 0) return held;
    const next = (patch === undefined ? undefined : held?.patched(patch)) ?? this.wholeList(key);
    this.lists.set(key, next);
    return next;
  }

  private wholeList(key: string): ChunkedList {
    const whole = this.store.list(key);
    return whole === undefined ? ChunkedList.empty : ChunkedList.of(whole);
  }
}
