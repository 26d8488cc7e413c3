// A core for tests of components: slices are set by hand, intents and page inputs are written down. It decides nothing.
import type { FilePlanView, Intent, PageInput } from 'core-wasm';
import type { Core, Devices } from '../src/core/host';
import type { IndexedList } from '../src/core/indexedList';

const nothing: ReadonlyArray<string> = [];

export class FakeCore implements Core {
  readonly apiBase = '/api';
  readonly intents: Intent[] = [];
  readonly pages: PageInput[] = [];
  /** The files that were kept for uploads; the handle of the first is `file-1`. */
  readonly files: File[] = [];
  /** The handles of files that were dropped. */
  readonly dropped: string[] = [];
  private readonly slices = new Map<string, unknown>();
  private readonly listeners = new Map<string, Set<() => void>>();
  private readonly navigateListeners = new Set<(path: string, replace: boolean) => void>();

  constructor(slices: Record<string, unknown> = {}) {
    for (const [key, value] of Object.entries(slices)) this.slices.set(key, value);
  }

  /** Sets a slice and calls its listeners. */
  set(key: string, value: unknown): void {
    this.slices.set(key, value);
    this.listeners.get(key)?.forEach((listener) => listener());
  }

  listenersOf(key: string): number {
    return this.listeners.get(key)?.size ?? 0;
  }

  navigate(path: string, replace = false): void {
    this.navigateListeners.forEach((listener) => listener(path, replace));
  }

  dispatch(intent: Intent): void {
    this.intents.push(intent);
  }

  page(input: PageInput): void {
    this.pages.push(input);
  }

  subscribe(key: string, listener: () => void): () => void {
    const listeners = this.listeners.get(key) ?? new Set();
    listeners.add(listener);
    this.listeners.set(key, listeners);
    return () => listeners.delete(listener);
  }

  snapshot<View>(key: string): View {
    return this.slices.get(key) as View;
  }

  list(key: string): IndexedList<string> {
    return (this.slices.get(key) as IndexedList<string> | undefined) ?? nothing;
  }

  onNavigate(listener: (path: string, replace: boolean) => void): () => void {
    this.navigateListeners.add(listener);
    return () => this.navigateListeners.delete(listener);
  }

  keepFile(file: File): string {
    this.files.push(file);
    return `file-${this.files.length}`;
  }

  dropFile(handle: string): void {
    this.dropped.push(handle);
  }

  /** What becomes of chosen files, by their types; all others are sent as they are. */
  readonly plans = new Map<string, FilePlanView>();

  planFile(_protocol: string, { type }: Pick<File, 'type'>): FilePlanView {
    return this.plans.get(type) ?? { kind: 'asItIs' };
  }

  /** Never: no test of a component opens a microphone. */
  devices(): Promise<Devices> {
    return new Promise(() => undefined);
  }

  onFatal(): () => void {
    return () => undefined;
  }
}
