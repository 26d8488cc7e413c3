// Looks at ui/dist as a browser will get it: the module's floor, no inline script, style sheets of the floor, and what each visit transfers.
// The figures go to target/reports/delivery.json; a visit that grows past its ceiling is a fault.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { checkBuilt } from '../stylelint/check.mjs';
import { inRoot, say } from './console.mjs';
import { checkMvp } from './mvp.mjs';
import { reportFile } from './reports.mjs';
import { filesBelow } from './stamp.mjs';

const PACKED = new Set(['.br', '.gz']);

/**
 * What new engines may transfer (brotli, fonts apart). The login is what stands before the form can be typed into, while the core loads beside it; the
 * workspace is everything up to an open conversation, login and the core's own scripts included. What only a click needs comes later.
 */
const CEILINGS = { login: 150 * 1024, workspace: 250 * 1024, module: 450 * 1024 };

/** What comes without being asked for: with the core, beside it, or when the agent is in. What else there is waits until the first view stands (design/onDemand.tsx). */
const AT_ONCE = /^(Workspace|host|core_wasm|wakeWorker|RouteMirror|services)-/;

/** What the server sends: the packed file beside the plain one, where there is one. */
function sizes(file) {
  const size = (path) => statSync(path).size;
  const packed = (suffix) => size(existsSync(file + suffix) ? file + suffix : file);
  return { name: basename(file), raw: size(file), gzip: packed('.gz'), brotli: packed('.br') };
}

/** Scripts exist once for each kind of engine; boot.js, workers and everything else once for both. */
function engineOf(name) {
  if (name.includes('-legacy')) return 'old engines';
  return extname(name) === '.js' && !name.startsWith('boot-') && !name.includes('worker') ? 'modern' : 'both';
}

const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} KB`.padStart(11);

/** A page under a strict policy may hold no inline script, no handler in an attribute and no `data:` import. */
function inlineFaults(page) {
  const faults = [];
  for (const [, attributes, inside] of page.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (inside.trim() !== '' || !/\bsrc="/.test(attributes)) faults.push('index.html holds an inline script');
  }
  if (/\son[a-z]+\s*=/i.test(page)) faults.push('index.html holds an inline handler');
  if (/<style\b/.test(page)) faults.push('index.html holds an inline style sheet');
  return faults;
}

export async function checkDelivery() {
  const files = filesBelow([inRoot('ui', 'dist')]).filter((file) => !PACKED.has(extname(file)));
  const modules = files.filter((file) => extname(file) === '.wasm');
  for (const module of modules) await checkMvp(module);
  const { faults } = await checkBuilt();
  faults.push(...inlineFaults(readFileSync(inRoot('ui', 'dist', 'index.html'), 'utf8')));
  const dataImports = files.filter(
    (file) => extname(file) === '.js' && readFileSync(file, 'utf8').includes('data:text/javascript'),
  );
  faults.push(...dataImports.map((file) => `${basename(file)} imports a data: address`));
  if (modules.length !== 1) faults.push(`one WebAssembly module is expected, there are ${modules.length}`);
  faults.push(...weigh(files));
  report(files.map(sizes).map((row) => ({ ...row, engine: engineOf(row.name) })));
  faults.forEach((fault) => say(`✖ ${fault}`));
  if (faults.length === 0) say('✔ MVP module, no inline scripts or styles, style sheets within the browser floor');
  return faults.length === 0;
}

/** A script and everything that it imports before it runs. */
function withImports(file, byName, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, name] of readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+)["'`]/g))
    withImports(byName.get(name), byName, found);
  return found;
}

/** The style sheets that come with a part which is loaded later, as the build wrote them beside its import. */
function sheetsOf(part, scripts) {
  return scripts
    .flatMap((script) => {
      const text = readFileSync(script, 'utf8');
      const list = /\bm\.f=(\[[^\]]*\])/.exec(text);
      if (list === null) return [];
      const addresses = JSON.parse(list[1]);
      const imports = [
        ...text.matchAll(/import\(["'`]\.\/([^"'`]+)["'`]\)[^;]{0,80}?__vite__mapDeps\(\[([\d,]+)\]\)/g),
      ];
      return imports
        .filter(([, name]) => name === part)
        .flatMap(([, , places]) => places.split(',').map((place) => basename(addresses[Number(place)])));
    })
    .filter((name) => extname(name) === '.css');
}

/** What each visit transfers, against its ceiling. */
function weigh(files) {
  const byName = new Map(files.map((file) => [basename(file), file]));
  const page = inRoot('ui', 'dist', 'index.html');
  const text = readFileSync(page, 'utf8');
  const entry = byName.get(basename(/data-modern="([^"]+)"/.exec(text)[1]));
  const linked = [...text.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"/g)].map(([, address]) =>
    byName.get(basename(address)),
  );
  const boot = files.filter((file) => basename(file).startsWith('boot-') && extname(file) === '.js');
  const modern = files.filter((file) => extname(file) === '.js' && !file.includes('-legacy'));
  const parts = modern.filter((file) => AT_ONCE.test(basename(file)));
  // One language's words: the larger of them.
  const words = modern
    .filter((file) => /^work-/.test(basename(file)))
    .sort((one, other) => sizes(other).brotli - sizes(one).brotli)
    .slice(0, 1);
  const sheets = parts.flatMap((file) => sheetsOf(basename(file), modern)).map((name) => byName.get(name));
  const login = new Set([page, ...linked, ...boot, ...withImports(entry, byName)]);
  const workspace = new Set([
    ...login,
    ...sheets,
    ...[...parts, ...words].flatMap((file) => [...withImports(file, byName)]),
  ]);
  const visits = {
    login: [...login],
    workspace: [...workspace],
    module: files.filter((file) => extname(file) === '.wasm'),
  };
  return Object.entries(visits).flatMap(([visit, needed]) => {
    const bytes = needed.reduce((sum, file) => sum + sizes(file).brotli, 0);
    say(`${visit.padEnd(12)}${kilobytes(bytes)} of ${kilobytes(CEILINGS[visit]).trim()}`);
    return bytes <= CEILINGS[visit]
      ? []
      : [`${visit} transfers ${kilobytes(bytes).trim()}, more than ${kilobytes(CEILINGS[visit]).trim()}`];
  });
}

function report(rows) {
  say(`${'file'.padEnd(46)}${'raw'.padStart(11)}${'gzip'.padStart(11)}${'brotli'.padStart(11)}  engine`);
  for (const row of rows)
    say(`${row.name.padEnd(46)}${kilobytes(row.raw)}${kilobytes(row.gzip)}${kilobytes(row.brotli)}  ${row.engine}`);
  const total = (engine) => {
    const own = rows.filter(
      (row) => (row.engine === 'both' || row.engine === engine) && extname(row.name) !== '.woff2',
    );
    return ['raw', 'gzip', 'brotli'].map((kind) => own.reduce((sum, row) => sum + row[kind], 0));
  };
  for (const engine of ['modern', 'old engines'])
    say(`${`everything but fonts, ${engine}`.padEnd(46)}${total(engine).map(kilobytes).join('')}`);
  mkdirSync(reportFile(''), { recursive: true });
  writeFileSync(reportFile('delivery.json'), `${JSON.stringify(rows, null, 1)}\n`);
}
