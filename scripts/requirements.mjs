// `npm run requirements`: which rows of docs/requirements.tsv are named by tests that passed in the last `npm test`,
// per stage and area; a row that only the last `npm run proof` proved (docs/proof.json) is marked as deep. Writes target/requirements.json. Fails if a test names an unknown row, or more rows than one
// test can prove.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Stop, inRoot, main, readArguments, say } from './lib/console.mjs';
import { deepRows } from './lib/proof.mjs';
import { readReports } from './lib/reports.mjs';

const MOST_ROWS_OF_ONE_TEST = 5;

/**
 * @typedef {import('./lib/reports.mjs').TestResult} TestResult
 * @typedef {{ name: string, tests?: TestResult[] | undefined }} SuiteReport
 * @typedef {{ id: string, area: string, stage: string, firm: boolean }} CatalogueRow `firm`: not an open question
 * @typedef {CatalogueRow & { tests: string[], deep: boolean }} ProvenRow `deep`: only the deep run proved it
 * @typedef {{ firm: number, firmNamed: number, all: number, allNamed: number }} Count
 * @typedef {Count & { stage: string, area: string }} Group
 * @typedef {Count & { stage: string, missing: string[] }} Stage
 * @typedef {object} Evaluation
 * @property {ProvenRow[]} rows
 * @property {Group[]} groups
 * @property {Stage[]} stages
 * @property {{ id: string, suite: string, test: string }[]} unknown
 * @property {{ suite: string, test: string, rows: string[] }[]} crowded
 */

/** @param {string} text @returns {CatalogueRow[]} */
export function readCatalogue(text) {
  const [header = '', ...lines] = text.trimEnd().split('\n');
  const columns = header.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    const cell = (/** @type {string} */ column) => {
      const value = cells[columns.indexOf(column)];
      if (value === undefined) throw new Error(`the catalogue has a row without ${column}: ${line}`);
      return value;
    };
    const firm = !cell('requirement').startsWith('OPEN:');
    return { id: cell('id'), area: cell('area'), stage: cell('stage'), firm };
  });
}

/**
 * The rows in a test's name: `[CHN-006]` or `[CHN-006, CHN-007]` in sentences, `chn_006` in the name of a Rust
 * function or case.
 * @param {string} name
 * @param {Set<string>} areas
 */
export function rowsOfName(name, areas) {
  const bracketed = [...name.matchAll(/\[([^\]]*)\]/g)].flatMap(
    ([, inside = '']) => inside.match(/\b[A-Z]+-\d{3}\b/g) ?? [],
  );
  const snake = [...name.matchAll(/(?<![a-z0-9])([a-z]+)_(\d{3})(?![0-9])/g)]
    .map(([, area = '', number]) => ({ area: area.toUpperCase(), number }))
    .filter(({ area }) => areas.has(area))
    .map(({ area, number }) => `${area}-${number}`);
  return [...new Set([...bracketed, ...snake])];
}

/**
 * Pure: takes the catalogue and the reports, returns everything that the command prints and writes.
 * @param {CatalogueRow[]} catalogue
 * @param {SuiteReport[]} reports
 * @param {Set<string>} [deep] rows that the last deep run proved
 * @returns {Evaluation}
 */
export function evaluate(catalogue, reports, deep = new Set()) {
  const areas = new Set(catalogue.map(({ area }) => area));
  const known = new Set(catalogue.map(({ id }) => id));
  /** @type {Map<string, string[]>} */
  const testsOf = new Map(catalogue.map(({ id }) => [id, []]));
  /** @type {Evaluation['unknown']} */
  const unknown = [];
  /** @type {Evaluation['crowded']} */
  const crowded = [];
  for (const { name: suite, tests = [] } of reports) {
    for (const { name, outcome } of tests) {
      const rows = rowsOfName(name, areas);
      if (rows.length > MOST_ROWS_OF_ONE_TEST) crowded.push({ suite, test: name, rows });
      for (const id of rows) {
        if (!known.has(id)) unknown.push({ id, suite, test: name });
        else if (outcome === 'passed') testsOf.get(id)?.push(`${suite}: ${name}`);
      }
    }
  }
  const rows = catalogue.map((row) => {
    const tests = testsOf.get(row.id) ?? [];
    return { ...row, tests, deep: tests.length === 0 && deep.has(row.id) };
  });
  return { rows, groups: group(rows), stages: stagesOf(rows), unknown, crowded };
}

/** @param {ProvenRow[]} rows @returns {Count} */
const count = (rows) => {
  const firm = rows.filter((row) => row.firm);
  const named = (/** @type {ProvenRow[]} */ some) => some.filter(({ tests, deep }) => tests.length > 0 || deep).length;
  return { firm: firm.length, firmNamed: named(firm), all: rows.length, allNamed: named(rows) };
};

/** @param {ProvenRow[]} rows @returns {Group[]} */
function group(rows) {
  const keys = [...new Set(rows.map(({ stage, area }) => `${stage}\t${area}`))];
  return keys.map((key) => {
    const [stage = '', area = ''] = key.split('\t');
    return { stage, area, ...count(rows.filter((row) => row.stage === stage && row.area === area)) };
  });
}

/** @param {ProvenRow[]} rows @returns {Stage[]} */
function stagesOf(rows) {
  return [...new Set(rows.map(({ stage }) => stage))].map((stage) => {
    const own = rows.filter((row) => row.stage === stage);
    const missing = own.filter((row) => row.firm && row.tests.length === 0 && !row.deep).map(({ id }) => id);
    return { stage, ...count(own), missing };
  });
}

/** @param {number} part @param {number} whole */
const percent = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

/** @param {Evaluation} evaluation @param {SuiteReport[]} reports */
function print({ groups, stages }, reports) {
  /** @param {string} name @param {Count} counted */
  const line = (name, { firm, firmNamed, all, allNamed }) =>
    `${name.padEnd(22)}${`${firmNamed}/${firm}`.padStart(10)}${percent(firmNamed, firm).padStart(10)}${`${allNamed}/${all}`.padStart(12)}`;
  for (const { name, tests } of reports) {
    const passed = tests?.filter(({ outcome }) => outcome === 'passed').length;
    say(`${name.padEnd(22)}${tests ? `${passed} of ${tests.length} tests passed` : 'did not run'}`);
  }
  say(`\n${'stage, area'.padEnd(22)}${'firm'.padStart(10)}${''.padStart(10)}${'all'.padStart(12)}`);
  for (const stage of stages) {
    say(line(stage.stage, stage));
    groups.filter((group) => group.stage === stage.stage).forEach((group) => say(line(`  ${group.area}`, group)));
  }
}

/** @param {Evaluation} evaluation */
function writeJson({ rows, groups, stages, unknown, crowded }) {
  const file = inRoot('target', 'requirements.json');
  mkdirSync(inRoot('target'), { recursive: true });
  const byId = Object.fromEntries(rows.map(({ id, ...row }) => [id, row]));
  writeFileSync(file, `${JSON.stringify({ stages, groups, rows: byId, unknown, crowded }, null, 1)}\n`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    readArguments(process.argv.slice(2), {});
    const reports = readReports();
    if (reports.every(({ tests }) => tests === undefined))
      throw new Stop('There are no reports in target/reports: run `npm test` first.');
    const deep = deepRows();
    const catalogue = readCatalogue(readFileSync(inRoot('docs', 'requirements.tsv'), 'utf8'));
    const result = evaluate(catalogue, reports, deep);
    print(result, reports);
    const onlyDeep = result.rows.filter((row) => row.deep).map(({ id }) => id);
    if (onlyDeep.length > 0) say(`\ndeep, proved by the last npm run proof only: ${onlyDeep.join(', ')}`);
    writeJson(result);
    for (const { id, suite, test } of result.unknown) say(`✖ unknown row ${id}, named by ${suite}: ${test}`);
    for (const { suite, test, rows } of result.crowded)
      say(`✖ ${rows.length} rows on one test, at most ${MOST_ROWS_OF_ONE_TEST}: ${suite}: ${test}`);
    return result.unknown.length + result.crowded.length === 0 ? 0 : 1;
  });
}
