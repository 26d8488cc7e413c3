// The small faults of tests/mutants: what each file says about itself, and how it is put into a copy of the tree. Runs no test and judges nothing.
import { readFileSync, readdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { Stop, inRoot } from './console.mjs';

export const mutantsFolder = inRoot('tests', 'mutants');

/** The tests nearest to a fault first; when they pass, the wider ones follow in this order. */
export const suites = {
  core: ['test', '--quiet', '--package', 'core-wasm', '--lib'],
  server: ['test', '--quiet', '--package', 'contact-centre', '--lib'],
  scenarios: ['test', '--quiet', '--package', 'workspace-sim', '--no-fail-fast'],
};

/** `Breaks:`, `Nearest:` and `Expected:` stand above the diff. */
export function readMutant(name, text) {
  const field = (key) => new RegExp(`^${key}: (.+)$`, 'm').exec(text)?.[1];
  const mutant = { name, breaks: field('Breaks'), nearest: field('Nearest'), expected: field('Expected'), files: changedFiles(text) };
  const missing = ['breaks', 'nearest', 'expected'].filter((key) => mutant[key] === undefined);
  if (missing.length > 0) throw new Stop(`tests/mutants/${name}.patch does not say: ${missing.join(', ')}.`);
  if (!(mutant.nearest in suites)) throw new Stop(`tests/mutants/${name}.patch: "${mutant.nearest}" is none of ${Object.keys(suites).join(', ')}.`);
  return mutant;
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
  const done = spawnSync('git', ['apply', '--recount', '-C1', ...flags, join(mutantsFolder, `${name}.patch`)], { cwd: tree, env, encoding: 'utf8' });
  return done.status === 0 ? undefined : (done.stderr ?? String(done.error)).trim();
}

/** `test chat::tests::a ... FAILED`, or the list of failures of a quiet run. */
export function firstFailure(output) {
  const line = /^test (.+?)(?: - should panic)? \.\.\. FAILED/m.exec(output)?.[1];
  const listed = /^failures:\n {4}(\S+)/m.exec(output)?.[1];
  const broken = /^error(?:\[E\d+\])?: (?!test failed)(.+)$/m.exec(output)?.[1];
  return line ?? listed ?? (broken === undefined ? undefined : `does not compile: ${broken}`);
}
