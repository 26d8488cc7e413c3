// The numbers of faults that the tests caught and missed, for the terminal and for docs/mutants.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from '../console.mjs';

/** @typedef {{ caught: number, missed: number, survivors: string[] }} Score */

const table = inRoot('docs', 'mutants.md');
const HEAD = `# Faults and the tests that catch them

\`npm run mutants\` makes small faults (cargo-mutants in the core, the wire, the domain and the crates of voice and messaging; Stryker in the interface, with the tests of vitest, and those of the browser for the faults that vitest does not notice; the patches of \`tests/mutants\`, which no
tool makes) and runs the tests. A fault that no test notices survives. Faults that do not compile are not counted; a test that does not end has noticed.

| part | which faults | caught | of | score |
|---|---|---|---|---|
`;
const SURVIVORS = '\n## Survivors\n\n';

/** @param {Score} score */
export const percentOf = ({ caught, missed }) => (caught + missed === 0 ? 100 : (100 * caught) / (caught + missed));

/** @param {Score} score */
export const scoreLine = (score) =>
  `${score.caught} of ${score.caught + score.missed} caught, ${percentOf(score).toFixed(1)} %`;

/** @typedef {{ since?: string, sample?: number, seed?: number, shard?: import('./sample.mjs').Shard, within?: string[], survivors?: boolean }} Choice */

/** @param {Choice} choice */
export const choiceText = ({ since, sample, seed, shard, within = [] }) =>
  [
    since === undefined ? `${sample} at random, seed ${seed}` : `changed since ${since}`,
    ...(shard === undefined ? [] : [`part ${shard.number} of ${shard.of}`]),
    ...(within.length > 0 ? [`in files named ${within.join(', ')}`] : []),
  ].join(', ');

/** A row that adds up the parts of a sample. */
const SUM = /, all \d+ parts \|/;
const PART = /^\| (rust|ui) \| (.*), part \d+ of (\d+)(.*) \| (\d+) \| (\d+) \| [^|]* \|$/;

/**
 * Rows of samples that were tried in parts, added up once every part has been tried.
 * @param {string[]} rows
 * @returns {string[]}
 */
export function addedUp(rows) {
  /** @type {Map<string, { parts: number, of: number, caught: number, all: number }>} */
  const samples = new Map();
  for (const row of rows) {
    const [, name = '', before = '', of = '', after = '', caught = '', all = ''] = PART.exec(row) ?? [];
    if (name === '') continue;
    const key = `| ${name} | ${before}${after}, all ${of} parts |`;
    const sum = samples.get(key) ?? { parts: 0, of: Number(of), caught: 0, all: 0 };
    samples.set(key, { ...sum, parts: sum.parts + 1, caught: sum.caught + Number(caught), all: sum.all + Number(all) });
  }
  return [...samples]
    .filter(([, { parts, of }]) => parts === of)
    .map(
      ([key, { caught, all }]) =>
        `${key} ${caught} | ${all} | ${percentOf({ caught, missed: all - caught, survivors: [] }).toFixed(1)} % |`,
    );
}

/**
 * Writes the scores into the document. Rows and survivors of other samples stay, and so do the reasons in parentheses
 * and the sentences between the table and the survivors.
 * @param {string} text the document so far
 * @param {Record<string, Score>} scores
 * @param {string} chosen
 */
export function withScores(text, scores, chosen) {
  const rows = new Map([...text.matchAll(/^\| (?:rust|ui|patches) \| [^|]* \|/gm)].map(([key]) => [key, '']));
  for (const key of rows.keys()) rows.set(key, text.slice(text.indexOf(key)).split('\n')[0] ?? '');
  const survivors = new Set([...text.matchAll(/^- (?:rust|ui|patches), .*$/gm)].map(([line]) => line));
  for (const [name, score] of Object.entries(scores)) {
    const which = name === 'patches' ? 'all of tests/mutants' : chosen;
    const key = `| ${name} | ${which} |`;
    rows.set(key, `${key} ${score.caught} | ${score.caught + score.missed} | ${percentOf(score).toFixed(1)} % |`);
    const head = `- ${name}, ${which}: `;
    const before = [...survivors].filter((line) => line.startsWith(head));
    for (const line of before) survivors.delete(line);
    for (const survivor of score.survivors) {
      const line = `${head}${survivor}`;
      survivors.add(before.find((known) => known.startsWith(`${line} (`)) ?? line);
    }
  }
  const list = [...survivors].map((line) => `${line}\n`).join('');
  const notes = /\n\|[^\n]*\n(\n[^|#][^#]*\n)\n## Survivors/.exec(text)?.[1] ?? '';
  const lines = [...rows.values()].filter((row) => !SUM.test(row));
  const all = [...lines, ...addedUp(lines)];
  return `${HEAD}${all.map((row) => `${row}\n`).join('')}${notes}${SURVIVORS}${list || 'None.\n'}`;
}

/** @param {Record<string, Score>} scores @param {Choice} choice */
export function writeScores(scores, choice) {
  const before = existsSync(table) ? readFileSync(table, 'utf8') : '';
  writeFileSync(table, withScores(before, scores, choiceText(choice)));
}
