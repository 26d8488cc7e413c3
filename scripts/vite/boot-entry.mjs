// Adapts the built page to a strict content security policy: the page has no inline script and loads one script,
// boot.js, which starts the modern or the old-engine build. plugin-legacy uses inline checks and a `data:` import for
// that; this plugin removes both. The build fails if a future version of plugin-legacy emits unknown code.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify } from 'terser';

const SCRIPT = /[ \t]*<script\b([^>]*)>[\s\S]*?<\/script>\n?/g;
const MODULE_PRELOAD = /[ \t]*<link\b[^>]*\brel="modulepreload"[^>]*>\n?/g;
const MODERN_GUARD =
  /import\s*(['"`])data:text\/javascript,[\s\S]*?\1;\s*export function __vite_legacy_guard\(\)\{[\s\S]*?\};/;

/** @param {string} attributes @param {string} name */
const attribute = (attributes, name) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];
/** @param {string} text */
const escaped = (text) =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** @param {Record<string, string>} values */
const attributesOf = (values) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');

/**
 * Removes the check that plugin-legacy puts before a modern entry: boot.js has checked the browser already.
 * @param {string} code
 */
export function withoutModernGuard(code) {
  const cleaned = code.replace(MODERN_GUARD, '');
  if (cleaned.includes('data:text/javascript') || cleaned.includes('__vite_legacy_guard')) {
    throw new Error('plugin-legacy emits a guard that scripts/vite/boot-entry.mjs does not know');
  }
  return cleaned;
}

const INJECTED_SHEET =
  /var __vite_style__ = document\.createElement\('style'\);[\s\S]*?document\.head\.appendChild\(__vite_style__\);/g;

/**
 * The old-engine build injects each part's style sheet from its script, which the policy refuses: boot.js links the
 * sheets instead.
 * @returns {{ name: string, enforce: 'post', apply: 'build', renderChunk(code: string, chunk: { fileName: string }): { code: string, map: null } | null }}
 */
export function withoutInlineSheets() {
  return {
    name: 'without-inline-sheets',
    enforce: 'post',
    apply: 'build',
    renderChunk(code, chunk) {
      if (!chunk.fileName.includes('-legacy') || !code.includes('__vite_style__')) return null;
      const cleaned = code.replace(INJECTED_SHEET, '');
      if (cleaned.includes('__vite_style__'))
        throw new Error('the build injects style sheets in a way that scripts/vite/boot-entry.mjs does not know');
      return { code: cleaned, map: null };
    },
  };
}

/**
 * The addresses and texts that the page gives to boot.js.
 * @typedef {object} PageFacts
 * @property {string} base
 * @property {string} bootAddress
 * @property {{ chunk: string, wasm: string }} core
 * @property {object} engines
 * @property {string} font
 * @property {string[]} sheets
 * @property {object} words
 */

/**
 * Converts the scripts that plugin-legacy wrote into the page to attributes of the boot script.
 * @param {string} page
 * @param {PageFacts} facts
 */
export function rewritePage(page, { base, bootAddress, core, engines, font, sheets, words }) {
  const scripts = [...page.matchAll(SCRIPT)].map(([, attributes = '']) => attributes);
  const source = (/** @type {(script: string) => unknown} */ wanted, name = 'src') => {
    const found = scripts.filter(wanted);
    const [script] = found;
    if (script === undefined || found.length !== 1)
      throw new Error(`expected exactly one such script in the built page, found ${found.length}: ${wanted}`);
    return attribute(script, name) ?? '';
  };
  const values = {
    'data-base': base,
    'data-modern': source((script) => script.includes('type="module"') && attribute(script, 'src')),
    'data-preload': JSON.stringify(
      [...page.matchAll(MODULE_PRELOAD)].map(([link]) => attribute(link, 'href') ?? '').concat(core.chunk),
    ),
    'data-wasm': core.wasm,
    'data-old-engine-polyfills': source((script) => attribute(script, 'id') === 'vite-legacy-polyfill'),
    'data-old-engine': source((script) => attribute(script, 'id') === 'vite-legacy-entry', 'data-src'),
    'data-old-engine-sheets': JSON.stringify(sheets.filter((sheet) => !page.includes(`href="${sheet}"`))),
    'data-engines': JSON.stringify(engines),
    'data-words': JSON.stringify(words),
  };
  const boot = `    <script id="boot" src="${bootAddress}"${attributesOf(values)}></script>\n`;
  const bare = page.replace(MODULE_PRELOAD, '').replace(SCRIPT, '');
  // Fonts are always fetched in CORS mode, also from the same origin.
  const preload = `    <link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin>\n`;
  return bare.replace(/[ \t]*<link rel="stylesheet"/, (sheet) => preload + boot + sheet);
}

/** @typedef {Record<string, unknown>} Bundle the files of the build by name */

/**
 * The core's chunk and module: the application needs them at its start, so boot.js preloads them.
 * @param {Bundle} bundle
 * @param {string} base
 */
function findCore(bundle, base) {
  const names = Object.keys(bundle).filter((name) => !name.includes('-legacy'));
  const chunk = names.find((name) => /\/core_wasm-[^/]*\.js$/.test(name));
  const wasm = names.find((name) => name.endsWith('.wasm'));
  if (!chunk || !wasm) throw new Error('the built page has no core: main.tsx loads it with import("core-wasm")');
  return { chunk: base + chunk, wasm: base + wasm };
}

/**
 * All style sheets. The workspace's sheet comes before those of the parts that override it.
 * @param {Bundle} bundle
 * @param {string} base
 */
const findSheets = (bundle, base) =>
  Object.keys(bundle)
    .filter((name) => name.endsWith('.css'))
    .sort((one) => (/\/Workspace-[^/]*$/.test(one) ? -1 : 0))
    .map((name) => base + name);

/**
 * The font file that every page needs; others are loaded when their characters are shown.
 * @param {Bundle} bundle
 * @param {string} base
 */
function findFont(bundle, base) {
  const name = Object.keys(bundle).find((file) => /\/inter-latin-wght-normal-[^/]*\.woff2$/.test(file));
  if (!name) throw new Error('the built page has no font to preload: design/fonts.css names inter-latin-wght-normal');
  return base + name;
}

/** @returns {import('vite').Plugin} */
export function bootEntry() {
  /** @type {import('vite').ResolvedConfig} */
  let config;
  const json = (/** @type {string[]} */ ...path) => JSON.parse(readFileSync(join(config.root, ...path), 'utf8'));
  const engines = () => json('engines.json');
  const words = () =>
    Object.fromEntries(['pt-BR', 'en'].map((language) => [language, json('src', 'i18n', language, 'boot.json')]));
  return {
    name: 'boot-entry',
    enforce: 'post',
    configResolved(resolved) {
      config = resolved;
    },
    renderChunk: {
      order: 'post',
      handler(code, chunk) {
        const modernEntry = chunk.isEntry && !chunk.fileName.includes('-legacy');
        return modernEntry ? { code: withoutModernGuard(code), map: null } : null;
      },
    },
    transformIndexHtml: {
      order: 'post',
      async handler(page, { chunk, bundle }) {
        if (!bundle) {
          const values = { 'data-engines': JSON.stringify(engines()), 'data-words': JSON.stringify(words()) };
          const attributes = `src="${config.base}boot.js" data-base="${config.base}"${attributesOf(values)}`;
          return page.replace('src="/boot.js"', () => attributes);
        }
        // plugin-legacy discards the page of the old-engine pass.
        if (chunk?.fileName.includes('-legacy')) return page;
        const { code: boot = '' } = await minify(readFileSync(join(config.root, 'boot.js'), 'utf8'), { ecma: 5 });
        const hash = createHash('sha256').update(boot).digest('base64url').slice(0, 8);
        const fileName = `${config.build.assetsDir}/boot-${hash}.js`;
        // The type of this hook in Vite lacks the method emitFile.
        /** @type {import('vite').Rolldown.PluginContext} */ (this).emitFile({ type: 'asset', fileName, source: boot });
        const { base } = config;
        return rewritePage(page, {
          base,
          bootAddress: base + fileName,
          core: findCore(bundle, base),
          engines: engines(),
          font: findFont(bundle, base),
          sheets: findSheets(bundle, base),
          words: words(),
        });
      },
    },
  };
}
