// The small faults of tests/mutants: what each file says about itself, and how it is put into a copy of the tree. Runs no test and judges nothing.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { Stop, inRoot } from './console.mjs';

export const mutantsFolder = inRoot('tests', 'mutants');

/** The tests nearest to a fault first; when they pass, the wider ones follow in this order. */
export const suites = {
  core: ['test', '--quiet', '--package', 'core-wasm', '--package', 'workspace-wire', '--lib'],
  server: ['test', '--quiet', '--package', 'contact-centre', '--lib'],
  scenarios: ['test', '--quiet', '--package', 'workspace-sim', '--no-fail-fast'],
};

/** `Breaks:`, `Nearest:` and `Expected:` stand above the diff. */
export function readMutant(name, text) {
  const field = (key) => new RegExp(`^${key}: (.+)$`, 'm').exec(text)?.[1];
  const mutant = {
    name,
    breaks: field('Breaks'),
    nearest: field('Nearest'),
    expected: field('Expected'),
    files: changedFiles(text),
  };
  const missing = ['breaks', 'nearest', 'expected'].filter((key) => mutant[key] === undefined);
  if (missing.length > 0) throw new Stop(`tests/mutants/${name}.patch does not say: ${missing.join(', ')}.`);
  if (!(mutant.nearest in suites))
    throw new Stop(`tests/mutants/${name}.patch: "${mutant.nearest}" is none of ${Object.keys(suites).join(', ')}.`);
  return mutant;
}

/** How cargo runs the expected test alone, where the patch names one by its name. */
export function expectedTest(tree, { nearest, expected }) {
  if (!/^\w+$/.test(expected)) return undefined;
  if (nearest !== 'scenarios') return [...suites[nearest], expected];
  const folder = join(tree, 'core-wasm', 'sim', 'tests');
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.rs')) : [];
  const file = files.find((name) => readFileSync(join(folder, name), 'utf8').includes(`fn ${expected}`));
  return file && ['test', '--quiet', '--package', 'workspace-sim', '--test', file.replace(/\.rs$/, ''), expected];
}

export const tableFile = inRoot('docs', 'mutants.md');
const HEAD = `# Faults and the tests that catch them

Each patch of \`tests/mutants\` is a small fault that somebody might make. \`npm run mutants\` puts them into a copy of the tree one by one
and writes here which test failed first; \`npm test\` demands that each patch still applies and stands here, and that the tests exist.

| fault | what it breaks | caught by |
|---|---|---|
`;

/** By the fault's name: the last cell of its row. */
export function readTable() {
  const text = existsSync(tableFile) ? readFileSync(tableFile, 'utf8') : '';
  const rows = [...text.matchAll(/^\| ([\w-]+) \| .* \| ([^|]+) \|$/gm)].slice(1);
  return new Map(rows.map(([, name, caught]) => [name, caught]));
}

export function writeTable(table) {
  const rows = allMutants().map(
    ({ name, breaks }) => `| ${name} | ${breaks.replace(/\|/g, '/')} | ${table.get(name) ?? '**not judged**'} |\n`,
  );
  writeFileSync(tableFile, HEAD + rows.join(''));
}

const changedFiles = (text) => [...text.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file]) => file);

export function allMutants() {
  return readdirSync(mutantsFolder)
    .filter((file) => file.endsWith('.patch'))
    .sort()
    .map((file) => readMutant(file.replace(/\.patch$/, ''), readFileSync(join(mutantsFolder, file), 'utf8')));
}

/**
 * Puts the fault into `tree`, takes it out again (`reverse`), or only tries (`check`). Lines may have moved and one line around may differ.
 * Resolves to undefined, or to what git says against it.
 */
export function applyMutant(tree, name, { check = false, reverse = false } = {}) {
  const flags = [...(check ? ['--check'] : []), ...(reverse ? ['--reverse'] : [])];
  // A tree inside the project's own repository would be taken for a part of it.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(tree), GIT_DIR: join(tree, 'no-repository') };
  const done = spawnSync('git', ['apply', '--recount', '-C1', ...flags, join(mutantsFolder, `${name}.patch`)], {
    cwd: tree,
    env,
    encoding: 'utf8',
  });
  return done.status === 0 ? undefined : (done.stderr ?? String(done.error)).trim();
}

/** `test chat::tests::a ... FAILED`, or the list of failures of a quiet run. */
export function firstFailure(output) {
  const line = /^test (.+?)(?: - should panic)? \.\.\. FAILED/m.exec(output)?.[1];
  const listed = /^failures:\n {4}(\S+)/m.exec(output)?.[1];
  const broken = /^error(?:\[E\d+\])?: (?!test failed)(.+)$/m.exec(output)?.[1];
  return line ?? listed ?? (broken === undefined ? undefined : `does not compile: ${broken}`);
}
