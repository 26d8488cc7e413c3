// What an agent prepares beside the text of a composer: chosen files, a finished recording. Kept by attendance while the page lives, so that another attendance, a
// lock or another page of the workspace loses nothing; files do not survive a reload. Text and the message to answer are the core's draft.
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Core } from '../../core/host';
import type { MessageView } from 'core-wasm';
import { guardLeaving } from '../../core/ports/leaveGuard';
import { releaseFile, releaseFiles } from '../../core/ports/localFiles';
import { useCore } from '../../core/react';
import type { AttachmentObjection } from './attachments/attachments';

export interface ChosenFile {
  id: string;
  /** With the type under which it is sent. */
  file: File;
  /** In this page, for the preview. */
  address: string;
  objection: AttachmentObjection | undefined;
}

export interface RecordedSound {
  file: File;
  /** In this page, to listen to it. */
  address: string;
  milliseconds: number;
}

export interface Composing {
  files: ReadonlyArray<ChosenFile>;
  recorded: RecordedSound | undefined;
}

const nothing: Composing = { files: [], recorded: undefined };

export class ComposingStore {
  private readonly kept = new Map<string, Composing>();
  private readonly listeners = new Set<() => void>();

  of(protocol: string): Composing {
    return this.kept.get(protocol) ?? nothing;
  }

  change(protocol: string, change: (now: Composing) => Partial<Composing>): void {
    const now = this.of(protocol);
    this.kept.set(protocol, { ...now, ...change(now) });
    this.changed();
  }

  clear(): void {
    this.kept.clear();
    releaseFiles();
    this.changed();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private changed(): void {
    const hasFiles = [...this.kept.values()].some(({ files, recorded }) => files.length > 0 || recorded !== undefined);
    guardLeaving(this, hasFiles);
    this.listeners.forEach((listener) => listener());
  }
}

const stores = new WeakMap<Core, ComposingStore>();

function storeOf(core: Core): ComposingStore {
  const known = stores.get(core);
  if (known !== undefined) return known;
  const store = new ComposingStore();
  stores.set(core, store);
  core.subscribe('session', () => {
    if (core.snapshot('session').phase === 'signedOut') store.clear();
  });
  return store;
}

export type ChangeComposing = (change: (now: Composing) => Partial<Composing>) => void;

export function useComposing(protocol: string): Composing & { change: ChangeComposing } {
  const store = storeOf(useCore());
  const now = useSyncExternalStore(store.subscribe, () => store.of(protocol));
  const change = useChangeComposing(protocol);
  return useMemo(() => ({ ...now, change }), [now, change]);
}

/** For a component that does not show what is prepared. */
export function useChangeComposing(protocol: string): ChangeComposing {
  const store = storeOf(useCore());
  return useCallback((change) => store.change(protocol, change), [store, protocol]);
}

/**
 * Lets the agent edit a failed message with its file. The core asks the server first whether the message had arrived: the file comes back to the composer when
 * the core removes the message, and not if the message had arrived or the server could not be asked.
 */
export function takeBackFile(core: Core, protocol: string, localId: string, file: ChosenFile): void {
  const key = `message:${protocol}:${localId}` as const;
  const stop = core.subscribe(key, () => {
    const message = core.snapshot<'message'>(key) as MessageView | undefined;
    if (message?.busy === true) return;
    stop();
    const isRemoved = message === undefined && core.snapshot('session').phase === 'ready';
    if (isRemoved) storeOf(core).change(protocol, ({ files }) => ({ files: [...files, file] }));
    else releaseFile(file.address);
  });
}
