// The lines of the chosen files. They stay with the page, also while the dialog is closed, as long as the core names them by their handle.
import type { Core } from '../../core/host';
import type { Table } from './table';

class KeptTables {
  private readonly tables = new Map<string, Table>();
  private last = 0;
  private bodies: ReadonlyArray<string> = [];

  constructor(private readonly core: Core) {
    core.subscribe('contactImport', () => this.forgetUnused());
    core.subscribe('session', () => {
      if (core.snapshot('session').phase === 'signedOut') this.clear();
    });
  }

  keep(table: Table): string {
    this.last += 1;
    const handle = `table-${String(this.last)}`;
    this.tables.set(handle, table);
    return handle;
  }

  get(handle: string): Table | undefined {
    return this.tables.get(handle);
  }

  /** The request bodies of the import that begins now. Unsent bodies of the import before are dropped. */
  replaceBodies(handles: ReadonlyArray<string>): void {
    this.bodies.forEach((handle) => this.core.dropFile(handle));
    this.bodies = handles;
  }

  private forgetUnused(): void {
    const { handle } = this.core.snapshot('contactImport');
    for (const kept of this.tables.keys()) if (kept !== handle) this.tables.delete(kept);
  }

  private clear(): void {
    this.tables.clear();
    this.replaceBodies([]);
  }
}

const stores = new WeakMap<Core, KeptTables>();

export function keptTablesOf(core: Core): KeptTables {
  const known = stores.get(core);
  if (known !== undefined) return known;
  const store = new KeptTables(core);
  stores.set(core, store);
  return store;
}
