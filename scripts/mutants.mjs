// `npm run mutants [-- --only <name>,<name>]`: puts each small fault of tests/mutants into a copy of the tree, runs the test that is expected to
// notice it, then those nearest to it and the wider ones, and demands that one fails. Which test caught which fault is written into docs/mutants.md.
// Too long for `npm test`, which checks that all still apply and that the table names tests that are there.
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { allMutants, applyMutant, expectedTest, firstFailure, readTable, suites, writeTable } from './lib/mutants.mjs';
import { Stop, environment, inRoot, main, readArguments, say, seconds } from './lib/console.mjs';
import { setUp } from './lib/setup.mjs';

const place = inRoot('target', 'mutants');
const tree = join(place, 'tree');
const copied = [
  'Cargo.toml',
  'package.json',
  'Cargo.lock',
  'clippy.toml',
  'core-wasm',
  'server',
  'tests/fuzz',
  'docs',
  'ui/src/i18n',
  'ui/src/design',
];

function copyTree() {
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(tree, { recursive: true });
  // Times stay, so that cargo builds again only what a fault changes.
  for (const part of copied) cpSync(inRoot(part), join(tree, part), { recursive: true, preserveTimestamps: true });
}

/** The first test that fails, or undefined. */
function runTests(flags) {
  const env = environment({
    CARGO_TARGET_DIR: join(place, 'build'),
    CARGO_TERM_COLOR: 'never',
    INSTA_UPDATE: 'no',
    RUST_BACKTRACE: '0',
  });
  const done = spawnSync('cargo', flags, { cwd: tree, env, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (done.error) throw new Stop(`cargo could not be started (${done.error.message}).`);
  if (done.status === 0) return undefined;
  return firstFailure(`${done.stdout}\n${done.stderr}`) ?? 'an unnamed test';
}

function hunt(mutant) {
  const startedAt = Date.now();
  const refused = applyMutant(tree, mutant.name);
  if (refused !== undefined) return { ...mutant, fault: `does not apply: ${refused}`, took: Date.now() - startedAt };
  const verdict = judge(mutant);
  const stuck = applyMutant(tree, mutant.name, { reverse: true });
  if (stuck !== undefined) throw new Stop(`${mutant.name} cannot be taken out again: ${stuck}`);
  return { ...mutant, ...verdict, took: Date.now() - startedAt };
}

function judge(mutant) {
  const { nearest } = mutant;
  const wider = [nearest, ...Object.keys(suites).filter((other) => other !== nearest)].map((suite) => ({
    suite,
    flags: suites[suite],
  }));
  const expected = expectedTest(tree, mutant);
  for (const { suite, flags } of [...(expected ? [{ suite: nearest, flags: expected }] : []), ...wider]) {
    const caught = runTests(flags);
    if (caught?.startsWith('does not compile')) return { fault: caught };
    if (caught !== undefined) return { suite, caught };
  }
  return { fault: 'SURVIVED: no test fails' };
}

await main(async () => {
  const { only } = readArguments(process.argv.slice(2), { values: ['only'] });
  const wanted = only?.split(',');
  const mutants = allMutants().filter(({ name }) => wanted === undefined || wanted.includes(name));
  if (mutants.length !== (wanted ?? mutants).length) throw new Stop(`Not each of these is a mutant: ${only}.`);
  await setUp();
  copyTree();
  // What nobody broke fails nothing: of the suites that are expected to speak.
  for (const suite of wanted ? new Set(mutants.map(({ nearest }) => nearest)) : Object.keys(suites)) {
    const broken = runTests(suites[suite]);
    if (broken !== undefined) throw new Stop(`Without any fault ${broken} fails already (${suite}).`);
  }
  const width = Math.max(...mutants.map(({ name }) => name.length));
  const table = readTable();
  let survivors = 0;
  for (const mutant of mutants) {
    const { name, fault, suite, caught, took } = hunt(mutant);
    if (fault !== undefined) survivors += 1;
    table.set(name, fault === undefined ? `${suite}: \`${caught}\`` : `**${fault}**`);
    writeTable(table);
    say(
      `${fault === undefined ? '✔' : '✖'} ${name.padEnd(width)}  ${fault ?? `${suite}: ${caught}`}  (${seconds(took)})`,
    );
  }
  say(`\n${mutants.length - survivors} of ${mutants.length} faults were caught`);
  return survivors === 0 ? 0 : 1;
});
