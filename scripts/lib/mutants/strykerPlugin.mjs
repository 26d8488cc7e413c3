// Loaded by Stryker: limits it to the chosen faults.
import { readFileSync } from 'node:fs';
import { chosenFile, onlyIn } from './faults.mjs';

/** @type {import('./faults.mjs').Fault[]} */
const chosen = JSON.parse(readFileSync(chosenFile, 'utf8'));

export const strykerPlugins = [{ kind: 'Ignore', name: 'chosen', value: onlyIn(chosen) }];
