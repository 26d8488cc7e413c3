// docs/networks.md names the tests of each case; a test that was renamed or removed is missed here.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inRoot } from './lib/console.mjs';
import { filesBelow } from './lib/stamp.mjs';

const folders = ['core-wasm', 'server', 'ui/src', 'tests-e2e'].map((folder) => inRoot(...folder.split('/')));
const isSource = (/** @type {string} */ file) => /\.(rs|tsx?|mjs)$/.test(file) && !/node_modules|\/target\//.test(file);

test('every case of docs/networks.md has tests, and each of them exists', () => {
  const rows = readFileSync(inRoot('docs', 'networks.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| B\d/.test(line));
  const cases = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/B\d\d/g)].map(([name]) => name));
  assert.equal(new Set(cases).size, 47);
  const sources = filesBelow(folders)
    .filter(isSource)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const missing = rows.flatMap((row) => {
    const names = [...(row.split('|')[3] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');
    assert.ok(names.length > 0, row);
    return names.filter((name) => !sources.includes(/^\w+$/.test(name) ? `fn ${name}(` : name));
  });
  assert.deepEqual(missing, []);
});
