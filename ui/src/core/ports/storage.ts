// Keeps what the core asks to keep: token and preferences in local storage, records in two IndexedDB databases. Writes of one turn go into one
// transaction, in order. Storage that is full, blocked or broken never stops the work: the core is told and goes on in memory.
import type { HostEffect, RestoredRecords, StoredOutcome } from 'core-wasm';
import { isTokenAbsent, storeBootChoice, storedToken, storeToken, type BootChoice } from '../page/bootStorage';
import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb';

type Persist = Extract<HostEffect, { type: 'persist' }>;
type Place = Exclude<Persist['place'], 'localStorage'>;

interface Records extends DBSchema {
  records: { key: string; value: string };
}

const databaseNames: Record<Place, string> = { database: 'workspace', unsent: 'workspace-unsent' };
const schemaVersion = 1;
/** Without it the session cannot be checked. */
const identityRecord = 'authentication';
/** A database held open by a hung tab must not hold up the start. */
const openLimitMs = 2_000;
const preferencesKey = 'workspace.preferences';

type Write = { id: number | null; place: Place; name: string; value: string | undefined } | { clear: true };

export class StoragePort {
  private readonly databases = new Map<Place, IDBPDatabase<Records>>();
  private line: Write[] = [];
  private writing: Promise<void> | null = null;
  private keepsToken = false;

  constructor(private readonly stored: (id: number, outcome: StoredOutcome) => void) {}

  /** Whether a session may be there. */
  get hasToken(): boolean {
    return storedToken() !== undefined;
  }

  /** A token that was there is there no more, and nobody here removed it. Storage that is blocked has lost nothing. */
  get hasLostToken(): boolean {
    return this.keepsToken && isTokenAbsent();
  }

  /** Opens both databases and reads everything back. What cannot be read is left out. */
  async open(): Promise<RestoredRecords> {
    const [records, unsent] = await Promise.all([this.read('database'), this.read('unsent')]);
    this.keepsToken = this.hasToken;
    return { token: storedToken(), preferences: storedPreferences(), records, unsent };
  }

  persist({ id, place, name, value }: Persist): void {
    if (place === 'localStorage') {
      const outcome = remember(name, value);
      if (name === 'token') this.keepsToken = value !== undefined && outcome === 'ok';
      queueTask(() => this.stored(id, outcome));
      return;
    }
    this.enqueue({ id, place, name, value });
  }

  /** The session is over: its records go; preferences and unsent words stay. */
  clear(): void {
    this.keepsToken = false;
    remember('token', undefined);
    this.enqueue({ clear: true });
  }

  /** Puts a draft aside without the core, when the core is dead. */
  async rescue(name: string, value: string): Promise<void> {
    this.enqueue({ id: null, place: 'unsent', name, value });
    await this.settled();
  }

  /** Empties the local database but for whose session it is, for a start without what may have been broken: the agent need not sign in again. */
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
    this.line.push(write);
    this.writing ??= Promise.resolve().then(() => this.work());
  }

  private async work(): Promise<void> {
    while (this.line.length > 0) {
      const batch = this.line;
      this.line = [];
      await this.write('database', batch);
      await this.write('unsent', batch);
    }
    this.writing = null;
  }

  private async write(place: Place, batch: Write[]): Promise<void> {
    const mine = batch.filter((write) => ('clear' in write ? place === 'database' : write.place === place));
    if (mine.length === 0) return;
    const outcome = await this.commit(place, mine);
    for (const write of mine) if (!('clear' in write) && write.id !== null) this.stored(write.id, outcome);
  }

  private async commit(place: Place, batch: Write[]): Promise<StoredOutcome> {
    const database = this.databases.get(place);
    if (database === undefined) return 'unavailable';
    try {
      const transaction = database.transaction('records', 'readwrite');
      for (const write of batch) {
        // Each failure also fails the transaction, which is awaited below.
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
        // Another tab has a newer version: it must not wait for us.
        blocking: () => {
          database.close();
          this.databases.delete(place);
        },
        terminated: () => this.databases.delete(place),
      });
      if (!database.objectStoreNames.contains('records')) {
        database.close();
        throw new Error('a database of another form');
      }
      this.databases.set(place, database);
      return database;
    };
    return withinLimit(
      open().catch(async () => {
        // Written by another version or broken: dropped, and begun anew (PER-005).
        await deleteDB(name);
        return open();
      }),
    );
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

function remember(name: string, value: string | undefined): StoredOutcome {
  try {
    if (name === 'token') storeToken(value);
    if (name === 'preferences') {
      if (value === undefined) window.localStorage.removeItem(preferencesKey);
      else window.localStorage.setItem(preferencesKey, value);
      // The boot script reads no JSON.
      storeBootChoice(JSON.parse(value ?? '{}') as BootChoice);
    }
    return 'ok';
  } catch (failure) {
    return failure instanceof DOMException && failure.name === 'QuotaExceededError' ? 'full' : 'unavailable';
  }
}

/** Later, but before the next event: the core is never answered from inside its own effect. */
function queueTask(work: () => void): void {
  void Promise.resolve().then(work);
}
