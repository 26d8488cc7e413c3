// Reads the server's database file after a normal stop, without the server: sql.js (SQLite in WebAssembly) needs no
// installed program.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import initSqlJs from 'sql.js';

/**
 * Offsets in SQLite's file header for the write and read version of the journal. 2 is the write-ahead log, which the
 * server has already merged.
 */
const journalOfFile = [18, 19];

/** @param {string} dataDirectory */
export async function readDatabase(dataDirectory) {
  const SQL = await initSqlJs();
  const bytes = readFileSync(join(dataDirectory, 'contact-centre.db'));
  // The copy in memory has no write-ahead log.
  for (const at of journalOfFile) bytes[at] = 1;
  const database = new SQL.Database(bytes);
  const rows = (/** @type {string} */ sql) => database.exec(sql)[0]?.values ?? [];
  const health = rows('PRAGMA integrity_check').flat().join(', ');
  const texts = textsByProtocol(
    rows('SELECT protocol, row FROM message ORDER BY protocol, seq'),
    (/** @type {{ system_message?: boolean, message: string }} */ row) =>
      row.system_message ? undefined : row.message,
  );
  const streamed = textsByProtocol(
    rows('SELECT protocol, row FROM outside_event ORDER BY protocol, number'),
    (/** @type {{ text: string }} */ row) => JSON.parse(row.text).message?.text,
  );
  const sends = Number(rows('SELECT count(*) FROM sent')[0]?.[0]);
  const frames = Number(rows('SELECT count(*) FROM frame')[0]?.[0]);
  database.close();
  return { health, texts, streamed, sends, frames };
}

/**
 * The messages of agents and customers, by protocol, in order.
 * @template Row
 * @param {import('sql.js').SqlValue[][]} rows
 * @param {(row: Row) => string | undefined} textOf
 * @returns {Map<string, string[]>}
 */
function textsByProtocol(rows, textOf) {
  /** @type {Map<string, string[]>} */
  const byProtocol = new Map();
  for (const [protocol, row] of rows) {
    const text = textOf(JSON.parse(String(row)));
    const texts = byProtocol.get(String(protocol)) ?? [];
    byProtocol.set(String(protocol), texts);
    if (text !== undefined) texts.push(text);
  }
  return byProtocol;
}
