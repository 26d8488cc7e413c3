// Checks ui/dist: the module's instruction set, no inline script, style sheets for the oldest engines, and what each visit transfers (BEY-093).
// The figures go to target/reports/delivery.json.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, extname, relative } from 'node:path';
import { checkBuilt } from '../stylelint/check.mjs';
import { inRoot, say } from './console.mjs';
import { costs, filesOf, unexpectedAreas } from './graph.mjs';
import { checkMvp } from './mvp.mjs';
import { reportFile } from './reports.mjs';
import { filesBelow } from './stamp.mjs';

const PACKED = new Set(['.br', '.gz']);

/** @typedef {{ name: string, raw: number, gzip: number, brotli: number }} Sizes */
/** @typedef {'modern' | 'old engines' | 'both'} Engine */

/** The limits of a first visit in new engines, without fonts (brotli; BEY-093). */
const LIMITS = { login: 150 * 1024, 'first view': 900 * 1024, module: 600 * 1024 };

/**
 * What an agent's first visit loads until a conversation is open: entries of Vite's manifest, and the areas that the
 * page shows then.
 */
const FIRST_VIEW = ['index.html', 'src/core/host.ts', 'src/app/RouteMirror.tsx', 'src/app/Workspace.tsx'];
const FIRST_AREAS = [
  ...['absence', 'attendance', 'channels', 'connection', 'contacts', 'conversation', 'jobs', 'notifications', 'pauses'],
  ...['qualification', 'session'],
];
/** Texts of the first view, in addition to those of its areas. */
const FIRST_TEXTS = ['chat', 'documents', 'shell'];

/**
 * The bytes that the server sends for a file: those of the compressed file if it exists.
 * @param {string} file
 * @returns {Sizes}
 */
function sizes(file) {
  const size = (/** @type {string} */ path) => statSync(path).size;
  const packed = (/** @type {string} */ suffix) => size(existsSync(file + suffix) ? file + suffix : file);
  return { name: basename(file), raw: size(file), gzip: packed('.gz'), brotli: packed('.br') };
}

/**
 * Application scripts exist once for modern and once for old engines; boot.js, workers and other files are shared.
 * @param {string} name
 * @returns {Engine}
 */
function engineOf(name) {
  if (name.includes('-legacy')) return 'old engines';
  return extname(name) === '.js' && !name.startsWith('boot-') && !name.includes('worker') ? 'modern' : 'both';
}

/** @param {number} bytes */
const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} KB`.padStart(11);

/**
 * Finds what the strict policy forbids: inline scripts, event handlers in attributes and `data:` imports.
 * @param {string} page
 * @returns {string[]}
 */
function inlineFaults(page) {
  const faults = [];
  for (const [, attributes = '', inside = ''] of page.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (inside.trim() !== '' || !/\bsrc="/.test(attributes)) faults.push('index.html holds an inline script');
  }
  if (/\son[a-z]+\s*=/i.test(page)) faults.push('index.html holds an inline handler');
  if (/<style\b/.test(page)) faults.push('index.html holds an inline style sheet');
  return faults;
}

export async function checkDelivery() {
  const files = builtFiles();
  const modules = files.filter((file) => extname(file) === '.wasm');
  for (const module of modules) await checkMvp(module);
  const { faults } = await checkBuilt();
  faults.push(...inlineFaults(readFileSync(inRoot('ui', 'dist', 'index.html'), 'utf8')));
  const dataImports = files.filter(
    (file) => extname(file) === '.js' && readFileSync(file, 'utf8').includes('data:text/javascript'),
  );
  faults.push(...dataImports.map((file) => `${basename(file)} imports a data: address`));
  if (modules.length !== 1) faults.push(`one WebAssembly module is expected, there are ${modules.length}`);
  faults.push(...reportSizes(files));
  report(files.map(sizes).map((row) => ({ ...row, engine: engineOf(row.name) })));
  faults.forEach((fault) => say(`✖ ${fault}`));
  if (faults.length === 0) say('✔ MVP module, no inline scripts or styles, style sheets within the browser floor');
  return faults.length === 0;
}

const builtFiles = () => filesBelow([inRoot('ui', 'dist')]).filter((file) => !PACKED.has(extname(file)));

/** @param {string} file */
const bytesOf = (file) => sizes(inRoot('ui', 'dist', file)).brotli;

/** @param {...string} path */
const readBuilt = (...path) => JSON.parse(readFileSync(inRoot('ui', 'dist', '.vite', ...path), 'utf8'));

/**
 * The files that a visit to the login page and the first view load.
 * @param {string[]} files
 */
function visitsOf(files) {
  /** @type {import('./graph.mjs').Manifest} */
  const manifest = readBuilt('manifest.json');
  const texts = Object.keys(manifest).filter((key) => {
    const area = /^src\/i18n\/en\/(\w+)\.json$/.exec(key)?.[1];
    return area !== undefined && [...FIRST_AREAS, ...FIRST_TEXTS].includes(area);
  });
  const core = Object.keys(manifest).filter((key) => /core_wasm\.js$/.test(key));
  const always = files
    .filter((file) => basename(file) === 'index.html' || /^(boot|wakeWorker)-.*\.js$/.test(basename(file)))
    .map((file) => relative(inRoot('ui', 'dist'), file));
  const login = new Set([...always, ...filesOf(manifest, ['index.html'])]);
  return { login, firstView: new Set([...login, ...filesOf(manifest, [...FIRST_VIEW, ...texts, ...core])]) };
}

/** Bytes transferred for each area of the built interface, in the first view and later. */
export function areaCosts() {
  return costs(readBuilt('modules.json'), visitsOf(builtFiles()).firstView, bytesOf);
}

/**
 * Prints what each visit transfers, with its limit, and what each area costs.
 * @param {string[]} files
 * @returns {string[]}
 */
function reportSizes(files) {
  /** @type {import('./graph.mjs').ChunkModules} */
  const modules = readBuilt('modules.json');
  const { login, firstView } = visitsOf(files);
  const module = files.filter((file) => extname(file) === '.wasm').map((file) => relative(inRoot('ui', 'dist'), file));
  /** @param {Set<string>} set */
  const sum = (set) =>
    [...set].filter((file) => extname(file) !== '.woff2').reduce((all, file) => all + bytesOf(file), 0);
  const bytes = {
    login: sum(login),
    'first view': sum(new Set([...firstView, ...module])),
    module: sum(new Set(module)),
  };
  for (const [area, { first, later }] of areaCosts())
    say(`${area.padEnd(16)}${kilobytes(first)} in the first view${kilobytes(later)} later`);
  const visits = /** @type {(keyof typeof bytes)[]} */ (Object.keys(bytes));
  for (const visit of visits)
    say(`${visit.padEnd(16)}${kilobytes(bytes[visit])} of ${kilobytes(LIMITS[visit]).trim()}`);
  return [
    ...unexpectedAreas(modules, firstView, FIRST_AREAS).map(
      (name) => `${name} is in the first view, which does not open its area`,
    ),
    ...visits
      .filter((visit) => bytes[visit] > LIMITS[visit])
      .map(
        (visit) => `${visit} transfers ${kilobytes(bytes[visit]).trim()}, more than ${kilobytes(LIMITS[visit]).trim()}`,
      ),
  ];
}

/** @param {(Sizes & { engine: Engine })[]} rows */
function report(rows) {
  say(`${'file'.padEnd(46)}${'raw'.padStart(11)}${'gzip'.padStart(11)}${'brotli'.padStart(11)}  engine`);
  for (const row of rows)
    say(`${row.name.padEnd(46)}${kilobytes(row.raw)}${kilobytes(row.gzip)}${kilobytes(row.brotli)}  ${row.engine}`);
  /** @param {Engine} engine */
  const total = (engine) => {
    const own = rows.filter(
      (row) => (row.engine === 'both' || row.engine === engine) && extname(row.name) !== '.woff2',
    );
    return /** @type {const} */ (['raw', 'gzip', 'brotli']).map((kind) => own.reduce((sum, row) => sum + row[kind], 0));
  };
  for (const engine of /** @type {const} */ (['modern', 'old engines']))
    say(`${`everything but fonts, ${engine}`.padEnd(46)}${total(engine).map(kilobytes).join('')}`);
  mkdirSync(reportFile(''), { recursive: true });
  writeFileSync(reportFile('delivery.json'), `${JSON.stringify(rows, null, 1)}\n`);
}
