// Tests of the graph of the build: the files that a visit loads, the areas in them, and their sizes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costs, filesOf, unexpectedAreas } from './graph.mjs';

const manifest = {
  'index.html': {
    file: 'a/index.js',
    css: ['a/index.css'],
    imports: ['_shared.js'],
    dynamicImports: ['src/later.tsx'],
  },
  '_shared.js': { file: 'a/shared.js', imports: ['index.html'] },
  'src/later.tsx': { file: 'a/later.js' },
};
const modules = {
  'a/index.js': { 'src/main.tsx': 50, 'src/areas/session/LoginPage.tsx': 50 },
  'a/shared.js': { 'src/areas/voice/Dialer.tsx': 10 },
  'a/later.js': { 'src/areas/voice/CallBar.tsx': 30, 'src/i18n/pt-BR/voice.json': 70 },
};

test('a visit loads a chunk with its style sheets and static imports, without its dynamic imports', () => {
  assert.deepEqual([...filesOf(manifest, ['index.html'])], ['a/index.js', 'a/index.css', 'a/shared.js']);
  assert.throws(() => filesOf(manifest, ['src/missing.tsx']), /no src\/missing/);
});

test('an area in the first view that is not shown there is found', () => {
  const files = filesOf(manifest, ['index.html']);
  assert.deepEqual(unexpectedAreas(modules, files, ['session']), ['src/areas/voice/Dialer.tsx']);
  assert.deepEqual(unexpectedAreas(modules, files, ['session', 'voice']), []);
});

test('the size of an area is its share of each chunk, texts included', () => {
  const rows = costs(modules, filesOf(manifest, ['index.html']), () => 1000);
  assert.deepEqual(rows.get('voice'), { first: 1000, later: 1000 });
  assert.deepEqual(rows.get('session'), { first: 500, later: 0 });
});
