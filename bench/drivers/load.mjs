// What a call costs the server in a small and in a large contact centre: runs the bench `load` of the server
// (server/benches/load), which prints one line of JSON.
import { mkdirSync, readFileSync } from 'node:fs';
import { Stop, inRoot, run } from '../../scripts/lib/console.mjs';

/** @typedef {{ us: number, read: number, written: number }} CallCost microseconds of the median, and the most rows */

/** @returns {Promise<Record<string, { ratio: number, small: CallCost, large: CallCost }>>} by kind of call */
export async function measureLoad() {
  mkdirSync(inRoot('target', 'bench'), { recursive: true });
  const log = inRoot('target', 'bench', 'load.txt');
  // With `--workspace` cargo uses what the tests have compiled; for one package it chooses other features.
  const bench = ['bench', '--quiet', '--profile', 'proof', '--workspace', '--bench', 'load'];
  await run('cargo', bench, { quiet: true, log, orStop: 'The bench of the server does not run.' });
  const line = readFileSync(log, 'utf8')
    .split('\n')
    .find((text) => text.startsWith('{'));
  if (line === undefined) throw new Stop('The bench of the server printed no result.');
  return JSON.parse(line).kinds;
}
