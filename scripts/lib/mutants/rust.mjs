// Runs cargo-mutants on the core, the wire crate, the domain and the crates of voice and messaging.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stop, inRoot, outputOf, run, step } from '../console.mjs';
import { sampleOf, shardOf } from './sample.mjs';

const VERSION = '27.1.0';
const workFolder = inRoot('target', 'mutants');

/** @typedef {import('./scores.mjs').Choice} Choice */
/** @typedef {import('./scores.mjs').Score} Score */

const PACKAGES = [
  ...['core-wasm', 'workspace-janus', 'workspace-wire', 'contact-centre'],
  ...['messaging', 'messaging-adapter', 'messenger', 'voice-adapter', 'voice-gateway'],
];
/** The packages whose tests are run: the tested crates and the scenarios of core and server. */
const TESTED_BY = [...PACKAGES, 'workspace-sim'];

async function install() {
  if (outputOf('cargo-mutants', ['mutants', '--version'])?.endsWith(VERSION)) return;
  await step(`Installing cargo-mutants ${VERSION} into target/tools (some minutes, once)`, () =>
    run(
      'cargo',
      ['install', 'cargo-mutants', '--locked', '--version', `=${VERSION}`, '--root', inRoot('target', 'tools')],
      {
        quiet: true,
        orStop: 'cargo-mutants could not be installed. Is the network reachable?',
      },
    ),
  );
}

const packages = () => PACKAGES.flatMap((name) => ['--package', name]);

/** Code for WebAssembly alone, which native tests do not compile; tests; the area that only shows how an area is registered. */
const EXCLUDED = ['core-wasm/src/browser/**', 'core-wasm/src/counter/**', 'server/domain/src/store/conformance/**'];
const excluded = () => EXCLUDED.flatMap((glob) => ['--exclude', glob]);

/**
 * cargo-mutants selects mutants by regular expressions over their names.
 * @param {string} name
 */
export const exactNamePattern = (name) => `^${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`;

/**
 * A diff that adds the lines of these faults: cargo-mutants 27.1 applies `--re` to all faults but those that delete a field, and `--in-diff` to all.
 * @param {string[]} names `<file>:<line>:<column>: <fault>`
 * @param {(file: string) => string} read
 */
export function diffOf(names, read) {
  /** @type {Map<string, Set<number>>} */
  const lines = new Map();
  for (const name of names) {
    const [file = '', line] = name.split(':');
    lines.set(file, (lines.get(file) ?? new Set()).add(Number(line)));
  }
  return [...lines]
    .map(([file, numbers]) => {
      const text = read(file).split('\n');
      const sorted = [...numbers].sort((one, other) => one - other);
      const hunks = sorted.map((line, at) => `@@ -${line - at - 1},0 +${line} @@\n+${text[line - 1]}\n`);
      return `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n${hunks.join('')}`;
    })
    .join('');
}

function listFaults() {
  const text = outputOf('cargo', ['mutants', '--list', ...packages(), ...excluded()], { maxBuffer: 1 << 28 });
  if (text === undefined) throw new Stop('cargo-mutants cannot list the faults.');
  return text.split('\n').filter(Boolean);
}

/**
 * Arguments that choose these faults, and faults that delete a field on the same lines.
 * @param {string[]} names
 */
function only(names) {
  const file = join(workFolder, 'chosen.diff');
  writeFileSync(
    file,
    diffOf(names, (name) => readFileSync(inRoot(name), 'utf8')),
  );
  return ['--in-diff', file, ...names.flatMap((name) => ['--re', exactNamePattern(name)])];
}

/** @param {string} name `<file>:<line>:<column>: <fault>` @param {string[]} [within] */
export const isWithin = (name, within) => within?.some((word) => name.split(':', 1)[0]?.includes(word)) ?? true;

/** @param {Choice} choice @returns {Promise<string[]>} */
async function choose({ since, sample = 0, seed = 1, shard, within }) {
  mkdirSync(workFolder, { recursive: true });
  const inFiles = (/** @type {string} */ name) => isWithin(name, within);
  if (since === undefined) return only(shardOf(sampleOf(listFaults().filter(inFiles), sample, seed), shard));
  const file = join(workFolder, 'since.diff');
  writeFileSync(file, `${outputOf('git', ['diff', since, '--', 'core-wasm', 'server'], { maxBuffer: 1 << 28 })}\n`);
  return ['--in-diff', file];
}

/**
 * Reads outcomes.json. A fault that does not compile is not counted; a fault whose tests time out counts as caught.
 * @param {string} text
 * @returns {Score}
 */
export function readOutcomes(text) {
  /** @type {{ outcomes: { scenario: string | { Mutant: { name: string } }, summary: string }[] }} */
  const { outcomes } = JSON.parse(text);
  const faults = outcomes.flatMap(({ scenario, summary }) =>
    typeof scenario === 'object' ? [{ name: scenario.Mutant.name, summary }] : [],
  );
  const count = (/** @type {string[]} */ ...wanted) => faults.filter(({ summary }) => wanted.includes(summary));
  const missed = count('MissedMutant');
  return {
    caught: count('CaughtMutant', 'Timeout').length,
    missed: missed.length,
    survivors: missed.map(({ name }) => name),
  };
}

/**
 * Tries the faults that `chosen` names.
 * @param {string} round the folder of the report
 * @param {string[]} chosen arguments that choose faults
 * @param {string[]} tests arguments that choose tests
 */
async function tryFaults(round, chosen, tests) {
  const output = join(workFolder, round);
  mkdirSync(output, { recursive: true });
  rmSync(join(output, 'mutants.out'), { recursive: true, force: true });
  // Exit code 2: some faults survived; exit code 3: some tests timed out. Both are results, not failures.
  const code = await run('cargo', [
    // A fault counts as caught when its tests time out, so a busy machine must not be the reason.
    ...['mutants', '--output', output, '--no-shuffle', '--colors', 'never', '--minimum-test-timeout', '180'],
    ...packages(),
    ...excluded(),
    ...tests,
    ...chosen,
  ]);
  const outcomes = join(output, 'mutants.out', 'outcomes.json');
  if (![0, 2, 3].includes(code) || !existsSync(outcomes))
    throw new Stop('cargo-mutants failed: see its messages above.');
  return readOutcomes(readFileSync(outcomes, 'utf8'));
}

/**
 * Runs the unit tests of the fault's own package first, because they take seconds, and all tests for what survives.
 * @param {Choice} choice
 * @returns {Promise<Score>}
 */
export async function tryRustFaults(choice) {
  await install();
  const first = await tryFaults('own-tests', await choose(choice), ['--cargo-arg=--lib']);
  if (first.missed === 0) return first;
  const second = await tryFaults('all-tests', only(first.survivors), ['--test-package', TESTED_BY.join(',')]);
  return { ...second, caught: first.caught + second.caught };
}
