// Stores what the core persists: token and preferences in local storage, records in two IndexedDB databases. Writes of one task form one ordered
// transaction. If the storage is full, blocked or broken, the core gets the outcome and continues in memory.
import type { HostEffect, RestoredRecords, StoredOutcome } from 'core-wasm';
import { isTokenAbsent, storeBootChoice, storedToken, storeToken, type BootChoice } from '../page/bootStorage';
import { deleteDB, openDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore } from 'idb';

type Persist = Extract<HostEffect, { type: 'persist' }>;
type Place = Exclude<Persist['place'], 'localStorage'>;

interface Records extends DBSchema {
  records: { key: string; value: string };
}

const databaseNames: Record<Place, string> = { database: 'workspace', unsent: 'workspace-unsent' };
const schemaVersion = 1;
/** The record that is needed to check the session. */
const identityRecord = 'authentication';
/** A database that a hanging tab holds open must not block the start. */
const openLimitMs = 2_000;
const preferencesKey = 'workspace.preferences';

export type RecordFields = Readonly<Record<string, unknown>>;

/** A change of a record by the page itself. */
export interface Amendment {
  place: Place;
  name: string;
  /** Returns the record to store, without creating one if there is none; undefined changes nothing. */
  change: (record: RecordFields | undefined) => RecordFields | undefined;
}

type Write = { id: number | null; place: Place; name: string; value: string | undefined } | Amendment | { clear: true };

export class StoragePort {
  private readonly databases = new Map<Place, IDBPDatabase<Records>>();
  private queue: Write[] = [];
  private writing: Promise<void> | null = null;
  private hasStoredToken = false;

  constructor(private readonly stored: (id: number, outcome: StoredOutcome) => void) {}

  /** Whether there may be a session. */
  get hasToken(): boolean {
    return storedToken() !== undefined;
  }

  /** Whether the token was removed, but not by this tab. False if the storage is blocked. */
  get hasLostToken(): boolean {
    return this.hasStoredToken && isTokenAbsent();
  }

  /** Opens both databases and reads all records. Unreadable records are left out. */
  async open(): Promise<RestoredRecords> {
    const [records, unsent] = await Promise.all([this.read('database'), this.read('unsent')]);
    this.hasStoredToken = this.hasToken;
    return { token: storedToken(), preferences: storedPreferences(), records, unsent };
  }

  persist({ id, place, name, value }: Persist): void {
    if (place === 'localStorage') {
      const outcome = store(name, value);
      if (name === 'token') this.hasStoredToken = value !== undefined && outcome === 'ok';
      runInMicrotask(() => this.stored(id, outcome));
      return;
    }
    this.enqueue({ id, place, name, value });
  }

  /** Deletes the records of the ended session; preferences and unsent texts stay. */
  clear(): void {
    this.hasStoredToken = false;
    store('token', undefined);
    this.enqueue({ clear: true });
  }

  /** Changes a record after a crash of the core. */
  amend(amendment: Amendment): void {
    this.enqueue(amendment);
  }

  /** Deletes all records but the session's identity, in case one of them is broken: the agent need not sign in again. */
  async cleanStart(): Promise<void> {
    const names =
      (await this.databases
        .get('database')
        ?.getAllKeys('records')
        .catch(() => [])) ?? [];
    for (const name of names)
      if (name !== identityRecord) this.enqueue({ id: null, place: 'database', name, value: undefined });
    await this.settled();
  }

  async settled(): Promise<void> {
    while (this.writing !== null) await this.writing;
  }

  private enqueue(write: Write): void {
    this.queue.push(write);
    this.writing ??= Promise.resolve().then(() => this.writeQueue());
  }

  private async writeQueue(): Promise<void> {
    while (this.queue.length > 0) {
      const batch = this.queue;
      this.queue = [];
      await this.write('database', batch);
      await this.write('unsent', batch);
    }
    this.writing = null;
  }

  private async write(place: Place, batch: Write[]): Promise<void> {
    const writes = batch.filter((write) => ('clear' in write ? place === 'database' : write.place === place));
    if (writes.length === 0) return;
    const outcome = await this.commit(place, writes);
    for (const write of writes) if ('id' in write && write.id !== null) this.stored(write.id, outcome);
  }

  private async commit(place: Place, batch: Write[]): Promise<StoredOutcome> {
    const database = this.databases.get(place);
    if (database === undefined) return 'unavailable';
    try {
      const transaction = database.transaction('records', 'readwrite');
      for (const write of batch) {
        if ('change' in write) {
          await amend(transaction.store, write);
          continue;
        }
        // A failure also fails the transaction, which is awaited below.
        const done: Promise<unknown> =
          'clear' in write
            ? transaction.store.clear()
            : write.value === undefined
              ? transaction.store.delete(write.name)
              : transaction.store.put(write.value, write.name);
        done.catch(() => undefined);
      }
      await transaction.done;
      return 'ok';
    } catch (failure) {
      return failure instanceof DOMException && failure.name === 'QuotaExceededError' ? 'full' : 'unavailable';
    }
  }

  private async read(place: Place): Promise<[string, string][]> {
    try {
      const database = await this.openDatabase(place);
      const [names, values] = await Promise.all([database.getAllKeys('records'), database.getAll('records')]);
      return names
        .map((name, index): [string, string] => [name, values[index] ?? ''])
        .filter(([, value]) => typeof value === 'string');
    } catch {
      return [];
    }
  }

  private async openDatabase(place: Place): Promise<IDBPDatabase<Records>> {
    const name = databaseNames[place];
    const open = async (): Promise<IDBPDatabase<Records>> => {
      const database = await openDB<Records>(name, schemaVersion, {
        upgrade: (fresh) => {
          fresh.createObjectStore('records');
        },
        // Another tab has a newer version: it must not wait for this one.
        blocking: () => {
          database.close();
          this.databases.delete(place);
        },
        terminated: () => this.databases.delete(place),
      });
      if (!database.objectStoreNames.contains('records')) {
        database.close();
        throw new Error('a database with another schema');
      }
      this.databases.set(place, database);
      return database;
    };
    return withinLimit(
      open().catch(async () => {
        // Written by another version or broken: deleted and created again (PER-005).
        await deleteDB(name);
        return open();
      }),
    );
  }
}

type RecordStore = IDBPObjectStore<Records, ['records'], 'records', 'readwrite'>;

async function amend(records: RecordStore, { name, change }: Amendment): Promise<void> {
  const changed = change(readFields(await records.get(name)));
  if (changed !== undefined) await records.put(JSON.stringify(changed), name);
}

/** An unreadable record counts as missing, because the core ignores it too. */
function readFields(record: string | undefined): RecordFields | undefined {
  try {
    return record === undefined ? undefined : (JSON.parse(record) as RecordFields);
  } catch {
    return undefined;
  }
}

function withinLimit<Value>(work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('the database does not open')), openLimitMs);
    work.then(resolve, reject).finally(() => clearTimeout(limit));
  });
}

function storedPreferences(): string | undefined {
  try {
    return window.localStorage.getItem(preferencesKey) ?? undefined;
  } catch {
    return undefined;
  }
}

function store(name: string, value: string | undefined): StoredOutcome {
  try {
    if (name === 'token') storeToken(value);
    if (name === 'preferences') {
      if (value === undefined) window.localStorage.removeItem(preferencesKey);
      else window.localStorage.setItem(preferencesKey, value);
      // The boot script does not read JSON.
      storeBootChoice(JSON.parse(value ?? '{}') as BootChoice);
    }
    return 'ok';
  } catch (failure) {
    return failure instanceof DOMException && failure.name === 'QuotaExceededError' ? 'full' : 'unavailable';
  }
}

/** Runs in a microtask, because the core must not be called from inside its own effect. */
function runInMicrotask(work: () => void): void {
  void Promise.resolve().then(work);
}
