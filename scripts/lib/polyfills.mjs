// Checks that the old-engine build contains no polyfill that is wrong in the oldest supported browsers (see
// scripts/vite/old-engine-polyfills.mjs).
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { inRoot, say } from './console.mjs';
import { filesBelow } from './stamp.mjs';

/**
 * Whether a script defines or queries `ArrayBuffer.prototype.detached` as core-js does.
 * @param {string} code
 */
export const definesDetached = (code) => /(["'`])detached\1\s*(in\b|,)/.test(code);

export function checkOldEnginePolyfills() {
  const scripts = filesBelow([inRoot('ui', 'dist')]).filter((file) => /-legacy-[^/]*\.js$/.test(file));
  const wrong = scripts.filter((file) => definesDetached(readFileSync(file, 'utf8'))).map((file) => basename(file));
  if (scripts.length === 0) wrong.push('no script of the old-engine build was found');
  for (const name of wrong) say(`✖ ${name}: core-js' ArrayBuffer.prototype.detached is wrong in Chromium 71`);
  return wrong.length === 0;
}
