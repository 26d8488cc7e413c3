// Runs cargo-mutants on the core, the wire crate and the domain.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stop, inRoot, outputOf, run, step } from '../console.mjs';
import { sampleOf } from './sample.mjs';

const VERSION = '27.1.0';
const place = inRoot('target', 'mutants');
const PACKAGES = ['core-wasm', 'workspace-janus', 'workspace-wire', 'contact-centre'];
/** The crates' own tests and the scenarios of both sides. */
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

/** cargo-mutants selects mutants by regular expressions over their names. */
export const exactly = (name) => `^${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`;

function listed() {
  const text = outputOf('cargo', ['mutants', '--list', ...packages()], { maxBuffer: 1 << 28 });
  if (text === undefined) throw new Stop('cargo-mutants cannot list the faults.');
  return text.split('\n').filter(Boolean);
}

async function choose({ since, sample, seed }) {
  mkdirSync(place, { recursive: true });
  if (since === undefined) return sampleOf(listed(), sample, seed).flatMap((name) => ['--re', exactly(name)]);
  const file = join(place, 'since.diff');
  writeFileSync(file, `${outputOf('git', ['diff', since, '--', 'core-wasm', 'server'], { maxBuffer: 1 << 28 })}\n`);
  return ['--in-diff', file];
}

/**
 * Reads outcomes.json. A fault that does not compile is not counted; a fault whose tests time out counts as caught.
 */
export function readOutcomes(text) {
  const { outcomes } = JSON.parse(text);
  const faults = outcomes.filter(({ scenario }) => typeof scenario === 'object');
  const count = (...wanted) => faults.filter(({ summary }) => wanted.includes(summary));
  const missed = count('MissedMutant');
  return {
    caught: count('CaughtMutant', 'Timeout').length,
    missed: missed.length,
    survivors: missed.map(({ scenario }) => scenario.Mutant.name),
  };
}

export async function huntRust(choice) {
  await install();
  const chosen = await choose(choice);
  rmSync(join(place, 'mutants.out'), { recursive: true, force: true });
  // 2: some faults survived, 3: some tests timed out. Both are results.
  const code = await run('cargo', [
    ...['mutants', '--output', place, '--no-shuffle', '--colors', 'never'],
    ...packages(),
    ...['--test-package', TESTED_BY.join(',')],
    ...chosen,
  ]);
  const outcomes = join(place, 'mutants.out', 'outcomes.json');
  if (![0, 2, 3].includes(code) || !existsSync(outcomes))
    throw new Stop('cargo-mutants failed: its messages stand above.');
  return readOutcomes(readFileSync(outcomes, 'utf8'));
}
