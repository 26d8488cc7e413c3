// Measures the cost of a request in a small and in a large contact centre, and the cost of bridged calls for the
// gateway: runs the bench programs of the server, which print one line of JSON (server/benches/load,
// server/gateway/benches/calls).
import { mkdirSync, readFileSync } from 'node:fs';
import { Stop, inRoot, run } from '../../scripts/lib/console.mjs';

/** @typedef {{ us: number, read: number, written: number }} CallCost microseconds of the median, and the most rows */

/** @returns {Promise<Record<string, { ratio: number, small: CallCost, large: CallCost }>>} by kind of request */
export const measureLoad = async () => (await resultOf('load')).kinds;

/**
 * @typedef {{ perSecond: number, medianMs: number, p99Ms: number, conflicts: number, givenUp: number }} PeakFigures
 * @typedef {{ supervisors: number, 'status changes': PeakFigures, texts: PeakFigures }} Peak
 */

/**
 * 1,000 agents at once, without a supervisor and with ten, on an empty database of PostgreSQL and on SQLite.
 * @param {string} url
 * @returns {Promise<{ postgres: Peak[], sqlite: Peak[] }>}
 */
export const measurePeak = (url) => resultOf('load', { PEAK_POSTGRES_URL: url });

/** @returns {Promise<Record<'calls' | 'seconds' | 'connectMs' | 'sent' | 'arrived' | 'withSound' | 'processorMs', number>>} */
export const measureGateway = () => resultOf('calls');

/**
 * Runs a bench program of the server and parses its output.
 * @param {'load' | 'calls'} program
 * @param {NodeJS.ProcessEnv} [env]
 */
async function resultOf(program, env = {}) {
  mkdirSync(inRoot('target', 'bench'), { recursive: true });
  const log = inRoot('target', 'bench', `${program}.txt`);
  // With `--workspace` cargo uses what the tests have compiled; for one package it chooses other features.
  const bench = ['bench', '--quiet', '--profile', 'proof', '--workspace', '--bench', program];
  await run('cargo', bench, { env, quiet: true, log, orStop: `The bench "${program}" of the server does not run.` });
  const line = readFileSync(log, 'utf8')
    .split('\n')
    .find((text) => text.startsWith('{'));
  if (line === undefined) throw new Stop(`The bench "${program}" of the server printed no result.`);
  return JSON.parse(line);
}
