import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wantedPolyfills } from '../vite/old-engine-polyfills.mjs';
import { definesDetached } from './polyfills.mjs';

test('the old-engine build does not contain the core-js polyfill of `detached`', () => {
  const found = ['es.array.at', 'es.array-buffer.detached', 'es.array-buffer.transfer', 'esnext.array-buffer.detached'];
  assert.deepEqual(wantedPolyfills(found.map((name) => `core-js/modules/${name}.js`)), [
    'core-js/modules/es.array.at.js',
  ]);
});

test('the core-js definition is found in minified scripts and not confused with its message or the check of wasm-bindgen', () => {
  assert.ok(definesDetached('e&&!(`detached`in i)&&t(i,`detached`,{configurable:!0,get:'));
  assert.ok(!definesDetached('if(n(e))throw new r(`ArrayBuffer is detached`);return e'));
  assert.ok(
    !definesDetached('P===null||P.buffer.detached===!0||P.buffer.detached===void 0&&P.buffer!==w.memory.buffer'),
  );
});
