// Changes rows of the server's database while the server does not run, to simulate data of operators and other
// systems.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import initSqlJs from 'sql.js';

/**
 * Offsets in SQLite's file header for the write and read version of the journal. 2 is the write-ahead log, which the
 * server has already merged.
 */
const journalOfFile = [18, 19];

/**
 * Opens the database for `work` and writes it back.
 * @param {string} dataDirectory
 * @param {(database: import('sql.js').Database) => void} work
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
 * Runs `change` for every row; it may modify the row.
 * @template Row the fields that the caller changes
 * @param {string} dataDirectory
 * @param {(table: string, row: Row) => void} change
 * @returns {Promise<void>}
 */
export function changeRows(dataDirectory, change) {
  return changeDatabase(dataDirectory, (database) => {
    // sql.js has no full-text search. Therefore the table of the search is not opened, and rows with a trigger of the
    // search are written only if they changed.
    const tables = (
      database.exec(
        `SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c ON c.name = 'row'
         WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%'`,
      )[0]?.values ?? []
    ).flat();
    for (const table of tables) {
      for (const [before = null] of database.exec(`SELECT row FROM "${table}"`)[0]?.values ?? []) {
        const row = JSON.parse(String(before));
        const unchanged = JSON.stringify(row);
        change(String(table), row);
        const changed = JSON.stringify(row);
        if (changed !== unchanged) database.run(`UPDATE "${table}" SET row = ? WHERE row = ?`, [changed, before]);
      }
    }
  });
}
