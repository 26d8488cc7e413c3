// The server's database file after its orderly end, read without the server: SQLite compiled to WebAssembly (sql.js) needs no program of the machine.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import initSqlJs from 'sql.js';

/** Where the header names the journal's kind for writing and for reading; 2 is the write-ahead log, which the server has folded in. */
const journalOfFile = [18, 19];

export async function readDatabase(dataDirectory) {
  const SQL = await initSqlJs();
  const bytes = readFileSync(join(dataDirectory, 'contact-centre.db'));
  // Read in memory, where there is no write-ahead log.
  for (const at of journalOfFile) bytes[at] = 1;
  const database = new SQL.Database(bytes);
  const rows = (sql) => database.exec(sql)[0]?.values ?? [];
  const health = rows('PRAGMA integrity_check').flat().join(', ');
  const texts = gathered(rows('SELECT protocol, row FROM message ORDER BY protocol, seq'), (row) => row);
  const told = gathered(
    rows('SELECT protocol, row FROM outside_event ORDER BY protocol, number'),
    (row) => JSON.parse(row.text).message,
  );
  const sends = rows('SELECT count(*) FROM sent')[0][0];
  const frames = rows('SELECT count(*) FROM frame')[0][0];
  database.close();
  return { health, texts, told, sends, frames };
}

/** What people wrote, by protocol, in order. */
function gathered(rows, messageOf) {
  const byProtocol = new Map();
  for (const [protocol, row] of rows) {
    const message = messageOf(JSON.parse(row));
    if (!byProtocol.has(protocol)) byProtocol.set(protocol, []);
    if (message && !message.system_message) byProtocol.get(protocol).push(message.message);
  }
  return byProtocol;
}
