import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inRoot } from './console.mjs';
import { timesTable, withTable } from './times.mjs';

test('the table of times replaces only the previous table', () => {
  const text = 'before\n<!-- times: begin -->\nold\n<!-- times: end -->\nafter\n';
  const table = timesTable([{ name: 'native', outcome: 'passed', took: 90_000 }], 125_000);
  assert.match(table, /\| native \| 90 s \|\n\| whole run \| 2 min 05 s \|/);
  const written = withTable(text, table);
  assert.ok(written.startsWith('before\n') && written.endsWith('after\n') && !written.includes('old'));
  assert.equal(withTable(written, table), written);
});

test('docs/performance.md has a place for the times', () =>
  assert.ok(withTable(readFileSync(inRoot('docs', 'performance.md'), 'utf8'), 'here').includes('\nhere\n')));
