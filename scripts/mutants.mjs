// `npm run mutants [-- --only <name>]`: puts each small fault of tests/mutants into a copy of the tree, runs the tests nearest to it and then the
// wider ones, and demands that one fails. Prints which test caught which fault. Too long for `npm test`, which only checks that all still apply.
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { allMutants, applyMutant, firstFailure, suites } from './lib/mutants.mjs';
import { Stop, environment, inRoot, main, readArguments, say, seconds } from './lib/console.mjs';
import { setUp } from './lib/setup.mjs';

const place = inRoot('target', 'mutants');
const tree = join(place, 'tree');
const copied = ['Cargo.toml', 'package.json', 'Cargo.lock', 'clippy.toml', 'core-wasm', 'server', 'tests/fuzz', 'docs', 'ui/src/i18n', 'ui/src/design'];

function copyTree() {
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(tree, { recursive: true });
  // Times stay, so that cargo builds again only what a fault changes.
  for (const part of copied) cpSync(inRoot(part), join(tree, part), { recursive: true, preserveTimestamps: true });
}

/** The first test that fails, or undefined. */
function runSuite(suite) {
  const env = environment({ CARGO_TARGET_DIR: join(place, 'build'), CARGO_TERM_COLOR: 'never', INSTA_UPDATE: 'no', RUST_BACKTRACE: '0' });
  const done = spawnSync('cargo', suites[suite], { cwd: tree, env, encoding: 'utf8', maxBuffer: 1 << 28 });
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

function judge({ nearest }) {
  for (const suite of [nearest, ...Object.keys(suites).filter((other) => other !== nearest)]) {
    const caught = runSuite(suite);
    if (caught?.startsWith('does not compile')) return { fault: caught };
    if (caught !== undefined) return { suite, caught };
  }
  return { fault: 'SURVIVED: no test fails' };
}

await main(async () => {
  const { only } = readArguments(process.argv.slice(2), { values: ['only'] });
  const mutants = allMutants().filter(({ name }) => only === undefined || name === only);
  if (mutants.length === 0) throw new Stop(`There is no mutant "${only}".`);
  await setUp();
  copyTree();
  for (const suite of Object.keys(suites)) {
    const broken = runSuite(suite);
    if (broken !== undefined) throw new Stop(`Without any fault ${broken} fails already (${suite}).`);
  }
  const width = Math.max(...mutants.map(({ name }) => name.length));
  let survivors = 0;
  for (const mutant of mutants) {
    const { name, fault, suite, caught, took } = hunt(mutant);
    if (fault !== undefined) survivors += 1;
    say(`${fault === undefined ? '✔' : '✖'} ${name.padEnd(width)}  ${fault ?? `${suite}: ${caught}`}  (${seconds(took)})`);
  }
  say(`\n${mutants.length - survivors} of ${mutants.length} faults were caught`);
  return survivors === 0 ? 0 : 1;
});
