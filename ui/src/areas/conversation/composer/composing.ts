// The prepared files of a composer: chosen files, and a finished recording. They are kept by attendance until they are sent or discarded, so that
// nothing is lost when the agent opens another attendance or page, or the composer is locked. After the attendance has ended they are listed beside
// the unsent texts. Files do not survive a reload. Text and the message to answer are the core's draft.
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Core } from '../../../core/host';
import type { FilePlanView, MessageView } from 'core-wasm';
import { guardLeaving } from '../../../core/ports/leaveGuard';
import { releaseFile, releaseFiles } from '../../../core/ports/localFiles';
import { useCore } from '../../../core/react';
import { addUnsentFiles, clearUnsentFiles, discardUnsentFile, useUnsentFiles } from '../../../shared/unsentFiles';
import type { LostFiles } from './ComposerLockCard';
import type { AttachmentObjection } from './attachments/attachments';

export interface ChosenFile {
  id: string;
  /** The file with the type under which it is sent. */
  file: File;
  /** Address within this page, for the preview. */
  address: string;
  objection: AttachmentObjection | undefined;
  /** How the network of the conversation delivers the file. */
  plan: FilePlanView;
}

export interface RecordedSound {
  file: File;
  /** Address within this page, for listening. */
  address: string;
  milliseconds: number;
}

export interface Composing {
  files: ReadonlyArray<ChosenFile>;
  recorded: RecordedSound | undefined;
}

const nothing: Composing = { files: [], recorded: undefined };

class ComposingStore {
  private readonly kept = new Map<string, Composing>();
  /** Ends the subscription of the attendance of an entry. */
  private readonly watched = new Map<string, () => void>();
  /** Names of the customers by attendance. */
  private readonly names = new Map<string, string>();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly core: Core) {}

  of(protocol: string): Composing {
    return this.kept.get(protocol) ?? nothing;
  }

  change(protocol: string, change: (now: Composing) => Partial<Composing>): void {
    const now = this.of(protocol);
    const next = { ...now, ...change(now) };
    if (next.files.length === 0 && next.recorded === undefined) this.forget(protocol);
    else this.keep(protocol, next);
    this.changed();
  }

  clear(): void {
    [...this.kept.keys()].forEach((protocol) => this.forget(protocol));
    clearUnsentFiles(this.core);
    releaseFiles();
    this.changed();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private keep(protocol: string, composing: Composing): void {
    this.kept.set(protocol, composing);
    const name = this.core.snapshot<'job'>(`job:${protocol}`)?.name;
    if (name !== undefined) this.names.set(protocol, name);
    if (this.hasEnded(protocol)) this.moveToUnsent(protocol);
    else if (!this.watched.has(protocol)) {
      const stop = this.core.subscribe(`job:${protocol}`, () => {
        if (!this.hasEnded(protocol)) return;
        this.moveToUnsent(protocol);
        this.changed();
      });
      this.watched.set(protocol, stop);
    }
  }

  /** An attendance that has ended does not open again: its composer stays closed until it is qualified and removed. */
  private hasEnded(protocol: string): boolean {
    const job = this.core.snapshot<'job'>(`job:${protocol}`);
    return job === undefined || job.composer === 'closed';
  }

  private moveToUnsent(protocol: string): void {
    const { files, recorded } = this.of(protocol);
    const unsent = recorded === undefined ? files : [...files, recorded];
    const customer = this.names.get(protocol) ?? protocol;
    this.forget(protocol);
    addUnsentFiles(
      this.core,
      unsent.map(({ address, file }) => ({ id: address, protocol, customer, file })),
    );
  }

  private forget(protocol: string): void {
    this.kept.delete(protocol);
    this.names.delete(protocol);
    this.watched.get(protocol)?.();
    this.watched.delete(protocol);
  }

  private changed(): void {
    guardLeaving(this, this.kept.size > 0);
    this.listeners.forEach((listener) => listener());
  }
}

const stores = new WeakMap<Core, ComposingStore>();

function storeOf(core: Core): ComposingStore {
  const known = stores.get(core);
  if (known !== undefined) return known;
  const store = new ComposingStore(core);
  stores.set(core, store);
  core.subscribe('session', () => {
    const { phase } = core.snapshot('session');
    // A page whose session another tab has taken over shows no files any more, and only a reload brings it back.
    if (phase === 'signedOut' || phase === 'inOtherTab') store.clear();
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

/** For a component that does not show the prepared files. */
export function useChangeComposing(protocol: string): ChangeComposing {
  const store = storeOf(useCore());
  return useCallback((change) => store.change(protocol, change), [store, protocol]);
}

/** The prepared files at the time when the attendance ended. */
export function useLostFiles(protocol: string): LostFiles {
  const core = useCore();
  const all = useUnsentFiles();
  return useMemo(
    () => ({ files: all.filter((file) => file.protocol === protocol), onDiscard: (id) => discardUnsentFile(core, id) }),
    [core, all, protocol],
  );
}

/**
 * Lets the agent edit a failed message with its file. The core asks the server first whether the message had arrived: the file comes back to the
 * composer when the core removes the message, but not if the message had arrived or the server could not be asked.
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
