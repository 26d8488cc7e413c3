// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wantedPolyfills } from '../vite/old-engine-polyfills.mjs';
import { definesDetached } from './polyfills.mjs';

test('core-js does not answer in the old-engine build whether a buffer is detached', () => {
  const found = ['es.array.at', 'es.array-buffer.detached', 'es.array-buffer.transfer', 'esnext.array-buffer.detached'];
  assert.deepEqual(wantedPolyfills(found.map((name) => `core-js/modules/${name}.js`)), [
    'core-js/modules/es.array.at.js',
  ]);
});

test('the definition of core-js is found in minified scripts; its message and the question of wasm-bindgen are no definition', () => {
  assert.ok(definesDetached('e&&!(`detached`in i)&&t(i,`detached`,{configurable:!0,get:'));
  assert.ok(!definesDetached('if(n(e))throw new r(`ArrayBuffer is detached`);return e'));
  assert.ok(
    !definesDetached('P===null||P.buffer.detached===!0||P.buffer.detached===void 0&&P.buffer!==w.memory.buffer'),
  );
});
