// The parts of `npm run proof`, and its report docs/proof.json.
import { existsSync, readFileSync } from 'node:fs';
import { Stop, inRoot, outputOf } from './console.mjs';
import { filesBelow } from './stamp.mjs';

export const proofFile = inRoot('docs', 'proof.json');

/** The kinds of random days: a new kind is one row, with its number of days and the flags of scripts/simulate.mjs. A step with WhatsApp takes twice as long as another one. */
const dayKinds = [
  { name: 'days', days: 300, what: 'people, chat and faults', minutes: 12, flags: ['--steps', '2000'] },
  {
    name: 'days-whatsapp',
    days: 300,
    what: 'WhatsApp and Instagram too',
    minutes: 25,
    flags: ['--steps', '1000', '--whatsapp'],
  },
  { name: 'days-voice', days: 300, what: 'telephone calls too', minutes: 25, flags: ['--steps', '2000', '--voice'] },
  { name: 'days-postgres', days: 20, what: 'on a PostgreSQL', minutes: 15, flags: ['--steps', '500', '--postgres'] },
];

const oldEngineTests = () =>
  filesBelow([inRoot('tests-e2e', 'old-engine')]).filter((file) => file.endsWith('.test.mjs'));

/** @param {string} name @param {...string} args */
const script = (name, ...args) => ['node', inRoot('scripts', `${name}.mjs`), ...args];

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {string} what
 * @property {number} minutes about, with depth 1 on two cores
 * @property {boolean} [isBrowser]
 * @property {(seed: number, depth: number) => string[][]} commands
 */
/** @type {Part[]} */
export const parts = [
  {
    name: 'fuzz',
    what: 'invented input, guided by coverage',
    minutes: 20,
    commands: (seed, depth) => [script('fuzz', '--seconds', String(2_000 * depth), '--seed', String(seed))],
  },
  ...dayKinds.map(({ name, days, what, minutes, flags }) => ({
    name,
    what: `${days} random days: ${what}`,
    minutes,
    commands: (/** @type {number} */ seed, /** @type {number} */ depth) => [
      script('simulate', '--seeds', String(days * depth), '--first-seed', String(seed), ...flags),
    ],
  })),
  {
    name: 'rooms',
    what: '200 random sequences of commands for calls of several parties, with measured sound',
    minutes: 3,
    commands: (seed, depth) => [script('rooms', '--sequences', String(200 * depth), '--seed', String(seed))],
  },
  {
    name: 'corpus',
    what: 'all fixtures of providers, all their neighbours and random pairs of them, from the webhook to the page',
    minutes: 10,
    commands: (seed, depth) => [script('corpus', '--pairs', String(20 * depth), '--seed', String(seed))],
  },
  {
    name: 'kills',
    what: 'the server killed 500 times while everybody writes',
    minutes: 15,
    commands: (seed, depth) => [script('soak', '--kills', String(500 * depth), '--seed', String(seed))],
  },
  {
    name: 'api',
    what: 'every route as every client, 200 examples',
    minutes: 15,
    commands: (seed, depth) => [
      script('openapi', '--everything', '--examples', String(200 * depth), '--seed', String(seed)),
    ],
  },
  {
    name: 'suites',
    what: 'the browser tests that npm test leaves out, and a long day in Chromium 71',
    minutes: 25,
    isBrowser: true,
    commands: (_seed, depth) => [
      ['node', '--test', '--test-timeout=300000', '--test-reporter=spec', ...oldEngineTests()],
      ['playwright', 'test', '--config', 'tests-e2e/playwright.config.ts', '--repeat-each', String(depth)],
    ],
  },
];

/** @param {string | undefined} only names with commas */
export function chosenParts(only) {
  if (only === undefined) return parts;
  return only.split(',').map((name) => {
    const part = parts.find((one) => one.name === name);
    if (!part) throw new Stop(`There is no part "${name}". The parts: ${parts.map((one) => one.name).join(', ')}.`);
    return part;
  });
}

/** @typedef {{ name: string, passed: boolean, seed: number, minutes: number }} PartResult */
/** @typedef {{ commit: string, depth: number, results: PartResult[], rows: string[] }} ProofRun */
/** @typedef {{ commit: string, depth: number } & PartResult} KeptResult */

/**
 * The report after a run: parts that did not run keep their last result, and a run without the suites keeps their rows.
 * @param {string | undefined} before
 * @param {ProofRun} done
 */
export function proofReport(before, { commit, depth, results, rows }) {
  /** @type {{ parts: KeptResult[], rows: { commit: string, ids: string[] } }} */
  const last = before === undefined ? { parts: [], rows: { commit: '', ids: [] } } : JSON.parse(before);
  const fresh = results.map((result) => ({ ...result, commit, depth }));
  const kept = last.parts.filter(({ name }) => !fresh.some((one) => one.name === name));
  const order = (/** @type {{ name: string }} */ { name }) => parts.findIndex((part) => part.name === name);
  const all = [...kept, ...fresh].sort((one, other) => order(one) - order(other));
  const ids = [...new Set(rows)].sort();
  const proved = results.some(({ name }) => name === 'suites') ? { commit, ids } : last.rows;
  return `${JSON.stringify({ parts: all, rows: proved }, null, 2)}\n`;
}

/** After this number of commits a new deep run has to prove the rows again. */
export const DEEP_FOR_COMMITS = 200;

/**
 * The rows of the last deep run, none if it was too many commits ago or of another history.
 * @param {string | undefined} report docs/proof.json
 * @param {(commit: string) => number | undefined} ageOf commits since then
 * @returns {Set<string>}
 */
export function deepRowsOf(report, ageOf) {
  if (report === undefined) return new Set();
  /** @type {{ rows: { commit: string, ids: string[] } }} */
  const { rows } = JSON.parse(report);
  const age = rows.commit === '' ? undefined : ageOf(rows.commit);
  return new Set(age !== undefined && age <= DEEP_FOR_COMMITS ? rows.ids : []);
}

export const deepRows = () =>
  deepRowsOf(existsSync(proofFile) ? readFileSync(proofFile, 'utf8') : undefined, (commit) => {
    const count = outputOf('git', ['rev-list', '--count', `${commit}..HEAD`]);
    return count === undefined ? undefined : Number(count);
  });
