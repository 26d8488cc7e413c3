// Files and recordings that the agent had not sent when their attendance ended. They are listed beside the unsent texts until the agent discards
// them; they are lost at a reload, so that the browser asks before leaving the page.
import { useSyncExternalStore } from 'react';
import type { Core } from '../core/host';
import { guardLeaving } from '../core/ports/leaveGuard';
import { releaseFile } from '../core/ports/localFiles';
import { useCore } from '../core/react';

export interface UnsentFile {
  /** Address of the file in this page. */
  id: string;
  protocol: string;
  /** Name of the customer. */
  customer: string;
  file: File;
}

class UnsentFileStore {
  files: ReadonlyArray<UnsentFile> = [];
  private readonly listeners = new Set<() => void>();

  change(files: ReadonlyArray<UnsentFile>): void {
    this.files = files;
    guardLeaving(this, files.length > 0);
    this.listeners.forEach((listener) => listener());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

const stores = new WeakMap<Core, UnsentFileStore>();

function storeOf(core: Core): UnsentFileStore {
  const store = stores.get(core) ?? new UnsentFileStore();
  stores.set(core, store);
  return store;
}

export function addUnsentFiles(core: Core, files: ReadonlyArray<UnsentFile>): void {
  const store = storeOf(core);
  store.change([...store.files, ...files]);
}

/** Called when the agent discards a file. */
export function discardUnsentFile(core: Core, id: string): void {
  removeUnsentFile(core, id);
  releaseFile(id);
}

function removeUnsentFile(core: Core, id: string): void {
  const store = storeOf(core);
  store.change(store.files.filter((file) => file.id !== id));
}

/** Called at the end of a session: the next agent of this page sees no file of this agent. */
export function clearUnsentFiles(core: Core): void {
  storeOf(core).change([]);
}

export function useUnsentFiles(): ReadonlyArray<UnsentFile> {
  const store = storeOf(useCore());
  return useSyncExternalStore(store.subscribe, () => store.files);
}
