// Rows of the server's database, changed while it does not run: so that what an operator or another system wrote can be anything.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import initSqlJs from 'sql.js';

/** Where the header names the journal's kind for writing and for reading; 2 is the write-ahead log, which the server has folded in. */
const journalOfFile = [18, 19];

/**
 * Opens the database for `work` and writes it back.
 * @param {string} dataDirectory
 * @param {(database: any) => void} work
 * @returns {Promise<void>}
 */
export async function changeDatabase(dataDirectory, work) {
  const file = join(dataDirectory, 'contact-centre.db');
  const SQL = await initSqlJs();
  const bytes = readFileSync(file);
  for (const at of journalOfFile) bytes[at] = 1;
  const database = new SQL.Database(bytes);
  work(database);
  writeFileSync(file, database.export());
  database.close();
}

/**
 * `change` changes a row where it stands, or leaves it.
 * @param {string} dataDirectory
 * @param {(table: string, row: any) => void} change
 * @returns {Promise<void>}
 */
export function changeRows(dataDirectory, change) {
  return changeDatabase(dataDirectory, (database) => {
    const tables = (
      database.exec(
        "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c ON c.name = 'row' WHERE m.type = 'table'",
      )[0]?.values ?? []
    ).flat();
    for (const table of tables) {
      for (const [before] of database.exec(`SELECT row FROM "${table}"`)[0]?.values ?? []) {
        const row = JSON.parse(String(before));
        change(String(table), row);
        database.run(`UPDATE "${table}" SET row = ? WHERE row = ?`, [JSON.stringify(row), before]);
      }
    }
  });
}
