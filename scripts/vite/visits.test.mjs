// Tests the groups of the built scripts: one file per visit, each module in the first visit that needs it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitGroups } from './visits.mjs';

test('a module belongs to the first visit that needs it, and the core to no visit', () => {
  /** @type {Record<string, string[]>} */
  const imports = {
    '/src/main.tsx': ['react'],
    '/src/core/host.ts': ['react', 'stomp', 'core_wasm.js'],
    '/src/app/Workspace.tsx': ['react', 'stomp', 'list'],
  };
  const build = { getModuleInfo: (/** @type {string} */ id) => ({ importedIds: imports[id] ?? [] }) };
  const groups = visitGroups('');
  const homeOf = (/** @type {string} */ id) => groups.map(({ name }) => name(id, build)).find((name) => name !== null);
  assert.deepEqual(['react', 'stomp', 'list', 'core_wasm.js', 'dialog'].map(homeOf), [
    'index',
    'host',
    'Workspace',
    undefined,
    undefined,
  ]);
  assert.deepEqual(
    groups.map(({ priority }) => priority),
    [3, 2, 1],
  );
});
