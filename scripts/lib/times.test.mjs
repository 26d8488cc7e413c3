import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inRoot } from './console.mjs';
import { resultLines, timesTable, withTable } from './times.mjs';

test('the table of times replaces only the previous table', () => {
  const text = 'before\n<!-- times: begin -->\nold\n<!-- times: end -->\nafter\n';
  const table = timesTable(
    [
      { name: 'native', took: 90_000, budget: 2 },
      { name: 'new', took: 1_000 },
    ],
    125_000,
  );
  assert.match(
    table,
    /\| native \| 90 s \| 2 min \|\n\| new \| 1.0 s \| {2}\|\n\| whole run \| 2 min 05 s \| 35 min \|/,
  );
  const written = withTable(text, table);
  assert.ok(written.startsWith('before\n') && written.endsWith('after\n') && !written.includes('old'));
  assert.equal(withTable(written, table), written);
});

test('docs/performance.md has a place for the times', () =>
  assert.ok(withTable(readFileSync(inRoot('docs', 'performance.md'), 'utf8'), 'here').includes('\nhere\n')));

test('the closing table marks a step that exceeded its budget, and only that one', () =>
  assert.deepEqual(
    resultLines([
      { name: 'native', outcome: 'passed', took: 121_000, budget: 2 },
      { name: 'ui', outcome: 'passed', took: 120_000, budget: 2 },
      { name: 'browser', outcome: 'unchanged', took: 0, budget: 2 },
    ]),
    [
      'native        passed     2 min 01 s  ⚠ over its budget of 2 min',
      'ui            passed     2 min 00 s',
      'browser       unchanged',
    ],
  ));
