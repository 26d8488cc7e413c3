// Tests the built page: no inline script, one boot script with every address. The input is what plugin-legacy emits
// today.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rewritePage, withoutInlineSheets, withoutModernGuard } from './boot-entry.mjs';

const page = `<!doctype html>
<html lang="pt-BR">
  <head>
    <title>Agente</title>
    <script id="boot" src="/boot.js" vite-ignore></script>
    <script type="module" crossorigin src="/new-agent/assets/index-A.js"></script>
    <link rel="modulepreload" crossorigin href="/new-agent/assets/runtime-B.js">
    <link rel="stylesheet" crossorigin href="/new-agent/assets/style-C.css">
    <script type="module">import'data:text/javascript,if(!import.meta.resolve)throw Error("no")';window.__vite_is_modern_browser=true</script>
    <script type="module">!function(){if(window.__vite_is_modern_browser)return;}();</script>
  </head>
  <body>
    <div id="root"></div>
    <script nomodule>!function(){}();</script>
    <script nomodule crossorigin id="vite-legacy-polyfill" src="/new-agent/assets/polyfills-legacy-D.js"></script>
    <script nomodule crossorigin id="vite-legacy-entry" data-src="/new-agent/assets/index-legacy-E.js">System.import('x')</script>
  </body>
</html>
`;
const facts = {
  base: '/new-agent/',
  bootAddress: '/new-agent/assets/boot-F.js',
  core: { chunk: '/new-agent/assets/core_wasm-G.js', wasm: '/new-agent/assets/core_wasm_bg-H.wasm' },
  font: '/new-agent/assets/inter-latin-wght-normal-I.woff2',
  sheets: ['/new-agent/assets/style-C.css', '/new-agent/assets/later-J.css'],
  engines: { oldest: { chrome: 71 } },
  words: { en: { title: '"A" & <B>' } },
};

test('the page keeps exactly one script, without a body, before the style sheet', () => {
  const rewritten = rewritePage(page, facts);
  const scripts = [...rewritten.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)];
  assert.equal(scripts.length, 1);
  assert.equal(scripts[0]?.[1], '');
  assert.ok(rewritten.indexOf('<script') < rewritten.indexOf('rel="stylesheet"'));
  assert.ok(!rewritten.includes('modulepreload'));
});

test('the font that every page needs is preloaded before the style sheet', () => {
  const rewritten = rewritePage(page, facts);
  const preload = rewritten.indexOf(
    `<link rel="preload" as="font" type="font/woff2" href="${facts.font}" crossorigin>`,
  );
  assert.ok(preload > 0 && preload < rewritten.indexOf('rel="stylesheet"'));
});

test('the boot script gets the address of every part, and its texts are escaped correctly', () => {
  const rewritten = rewritePage(page, facts);
  /** @type {Record<string, string>} */
  const characters = { quot: '"', lt: '<', gt: '>', amp: '&' };
  const value = (/** @type {string} */ name) =>
    (new RegExp(` ${name}="([^"]*)"`).exec(rewritten)?.[1] ?? '').replace(
      /&(quot|lt|gt|amp);/g,
      (entity, character) => characters[character] ?? entity,
    );
  assert.equal(value('src'), '/new-agent/assets/boot-F.js');
  assert.equal(value('data-modern'), '/new-agent/assets/index-A.js');
  assert.equal(value('data-old-engine-polyfills'), '/new-agent/assets/polyfills-legacy-D.js');
  assert.equal(value('data-old-engine'), '/new-agent/assets/index-legacy-E.js');
  assert.equal(value('data-wasm'), facts.core.wasm);
  assert.deepEqual(JSON.parse(value('data-preload')), ['/new-agent/assets/runtime-B.js', facts.core.chunk]);
  // The page contains the link to the other style sheet.
  assert.deepEqual(JSON.parse(value('data-old-engine-sheets')), ['/new-agent/assets/later-J.css']);
  assert.deepEqual(JSON.parse(value('data-engines')), facts.engines);
  assert.deepEqual(JSON.parse(value('data-words')), facts.words);
});

test('an unknown page of plugin-legacy fails the build', () => {
  assert.throws(() => rewritePage(page.replace('vite-legacy-entry', 'renamed'), facts), /exactly one/);
});

test('the guard before a modern entry is removed, and the entry is kept', () => {
  const guard = `import'data:text/javascript,"assets/index-A.js";if(!import.meta.resolve)throw Error("no")';export function __vite_legacy_guard(){import.meta.url;import("_").catch(()=>1);(async function*(){})().next()};`;
  assert.equal(withoutModernGuard(`${guard}const a={};start(a);`), 'const a={};start(a);');
  assert.equal(withoutModernGuard('start();'), 'start();');
});

test('an unknown guard fails the build', () => {
  assert.throws(() => withoutModernGuard('import "data:text/javascript,1";start();'), /does not know/);
});

test('a script of the old-engine build writes no style sheet into the page', () => {
  const { renderChunk } = withoutInlineSheets();
  const injected = `var __vite_style__ = document.createElement('style');__vite_style__.textContent = ".a{color:red}";document.head.appendChild(__vite_style__);start();`;
  assert.equal(renderChunk(injected, { fileName: 'assets/x-legacy-1.js' })?.code, 'start();');
  assert.equal(renderChunk(injected, { fileName: 'assets/x-1.js' }), null);
  assert.throws(() => renderChunk('var __vite_style__ = 1;', { fileName: 'assets/x-legacy-1.js' }), /does not know/);
});
