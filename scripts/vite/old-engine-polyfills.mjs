// Selects core-js' polyfills for the old-engine build: those that plugin-legacy finds in the built code, without the
// ones listed below.
import { detectPolyfills } from '@vitejs/plugin-legacy';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * core-js reports `detached: false` for every ArrayBuffer in Chromium 71 to 73, where `new DataView` of a detached
 * buffer does not throw. wasm-bindgen's glue then keeps a stale view when the module's memory grows, and the page
 * crashes. Without the polyfill `detached` is undefined and the glue compares the buffers.
 */
const WRONG_IN_OLD_ENGINES =
  /^core-js\/modules\/es(next)?\.array-buffer\.(detached|transfer|transfer-to-fixed-length)\.js$/;

/** @param {Iterable<string>} found */
export const wantedPolyfills = (found) => [...found].filter((name) => !WRONG_IN_OLD_ENGINES.test(name)).sort();

/**
 * Must come before plugin-legacy in the list of plugins. plugin-legacy gets `polyfills: []`, so that it detects none
 * itself, and `file` as additional polyfill.
 * @param {string[]} targets
 * @param {string} file
 * @returns {import('vite').Plugin}
 */
export function oldEnginePolyfills(targets, file) {
  /** @type {Set<string>} */
  const found = new Set();
  return {
    name: 'old-engine-polyfills',
    enforce: 'post',
    apply: 'build',
    async renderChunk(code, chunk) {
      if (chunk.fileName.includes('-legacy')) await detectPolyfills(code, targets, {}, found);
      return null;
    },
    generateBundle: {
      order: 'pre',
      handler() {
        if (found.size === 0) return;
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(
          file,
          wantedPolyfills(found)
            .map((name) => `import '${name}';\n`)
            .join(''),
        );
      },
    },
  };
}
