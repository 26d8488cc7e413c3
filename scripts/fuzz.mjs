// `npm run fuzz [-- --seconds 600] [--only broker-events] [--seed 7]`: libFuzzer generates inputs of the broker, the
// REST server, an agent's browser and a customer's page, guided by code coverage. The targets share the seconds. An
// input that breaks an invariant is kept in tests/fuzz/found, and every later `cargo test` runs it again. Without
// `--seed` the script draws a seed and prints it. `npm test` tries changes of the known inputs without this engine
// (tests/fuzz/tests/known.rs).
import { randomInt } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Stop, inRoot, main, outputOf, readArguments, run, say, seconds, step } from './lib/console.mjs';
import { setUp } from './lib/setup.mjs';

const DEFAULT_SECONDS = 60;
export const targets = ['broker-events', 'rest-answers', 'server-bodies', 'server-frames'];

/**
 * The compiler flags of cargo-fuzz without a sanitizer: the code has no unsafe memory access, and the stable
 * toolchain can be used.
 */
const COVERAGE = [
  '-Cpasses=sancov-module',
  '-Cllvm-args=-sanitizer-coverage-level=4',
  '-Cllvm-args=-sanitizer-coverage-inline-8bit-counters',
  '-Cllvm-args=-sanitizer-coverage-pc-table',
  '-Cllvm-args=-sanitizer-coverage-trace-compares',
];
const LONGEST_INPUT = 4096;

/** @param {...string} parts */
const place = (...parts) => inRoot('target', 'fuzz', ...parts);

/**
 * Builds the targets and writes their initial inputs.
 * @param {import('./lib/console.mjs').RunOptions} [options]
 */
export async function buildFuzz(options = {}) {
  const host = /^host: (\S+)$/m.exec(outputOf('rustc', ['--version', '--verbose']) ?? '')?.[1];
  if (!host) throw new Stop('rustc does not say which machine this is.');
  // With an explicit target triple, build scripts and macros are not instrumented.
  const flags = [
    'build',
    '--quiet',
    '--profile',
    'proof',
    '--package',
    'workspace-fuzz',
    '--features',
    'engine',
    '--target',
    host,
  ];
  for (const name of targets) flags.push('--bin', name);
  const env = { ...options.env, RUSTFLAGS: COVERAGE.join(' ') };
  await step('Building the fuzz targets', () =>
    run('cargo', flags, { ...options, env, orStop: 'The fuzz targets do not build.' }),
  );
  rmSync(place(), { recursive: true, force: true });
  // A test writes the inputs. It runs with `--workspace`, because for one package cargo would choose other features and
  // compile most crates again.
  const seeds = ['test', '--quiet', '--profile', 'proof', '--workspace', '--test', 'known', '--', 'the_first_inputs'];
  await run('cargo', seeds, {
    ...options,
    env: { ...options.env, FUZZ_SEEDS: place() },
    quiet: true,
    orStop: 'The first inputs could not be written.',
  });
  return inRoot('target', host, 'proof');
}

/**
 * Resolves to true if no target broke an invariant. Runs as many targets at once as there are processors.
 * @param {string} programs
 * @param {{ names?: string[], time?: number, seed?: number }} [choice]
 */
export async function fuzz(programs, { names = targets, time = DEFAULT_SECONDS, seed = 0 } = {}) {
  const waiting = [...names];
  /** @type {boolean[]} */
  const outcomes = [];
  const worker = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      outcomes.push(await fuzzOne(join(programs, name), name, Math.ceil(time / names.length), seed));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return outcomes.every(Boolean);
}

/**
 * Writes the list of the first inputs: libFuzzer reads a folder in the order of the file system, which differs between
 * machines.
 * @param {string} name
 * @param {...string} folders
 */
function listFirstInputs(name, ...folders) {
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .sort()
      .map((file) => join(folder, file)),
  );
  const list = place(name, 'first-inputs.txt');
  writeFileSync(list, files.join(','));
  return list;
}

/**
 * @param {string} program
 * @param {string} name
 * @param {number} time
 * @param {number} seed
 * @returns {Promise<boolean>}
 */
async function fuzzOne(program, name, time, seed) {
  const corpus = place(name, 'corpus');
  const crashes = `${place(name, 'crashes')}/`;
  for (const folder of [corpus, crashes]) mkdirSync(folder, { recursive: true });
  const found = inRoot('tests', 'fuzz', 'found', name);
  mkdirSync(found, { recursive: true });
  const flags = [
    `-seed=${seed}`,
    `-seed_inputs=@${listFirstInputs(name, place(name, 'seeds'), found)}`,
    `-max_total_time=${time}`,
    `-max_len=${LONGEST_INPUT}`,
    `-dict=${place('words.dict')}`,
    `-artifact_prefix=${crashes}`,
  ];
  const log = place(name, 'log.txt');
  const lines = ['-timeout=10', '-rss_limit_mb=2048', '-print_final_stats=1', '-verbosity=0', '-entropic=0'];
  const code = await run(program, [...flags, ...lines, corpus], { quiet: true, log });
  const inputs = readdirSync(crashes);
  inputs.forEach((file) => copyFileSync(join(crashes, file), join(found, file)));
  const runs = outputOf('grep', ['-o', 'number_of_executed_units: [0-9]*', log])?.split(': ')[1] ?? 'some';
  say(
    `${code === 0 ? '✔' : '✖'} ${name}: ${runs} inputs in ${time} s, ${readdirSync(corpus).length} of them with new coverage`,
  );
  for (const file of inputs)
    say(`  kept as tests/fuzz/found/${name}/${file}; see it with: cargo test -p workspace-fuzz`);
  if (inputs.length > 0) say(`  or again with: npm run fuzz -- --only ${name} --seconds ${time} --seed ${seed}`);
  return code === 0;
}

if (import.meta.url === `file://${process.argv[1]}`) {
  await main(async () => {
    const {
      seconds: time = String(DEFAULT_SECONDS),
      only,
      seed = String(randomInt(1, 1_000_000_000)),
    } = readArguments(process.argv.slice(2), { values: ['seconds', 'only', 'seed'] });
    if (!/^[1-9]\d*$/.test(time)) throw new Stop(`--seconds is a whole number from 1 on, not "${time}".`);
    if (!/^\d{1,9}$/.test(seed)) throw new Stop(`--seed is a whole number of at most 9 digits, not "${seed}".`);
    if (only !== undefined && !targets.includes(only))
      throw new Stop(`There is no target "${only}". The targets: ${targets.join(', ')}.`);
    await setUp();
    say(`• Seed ${seed}`);
    const startedAt = Date.now();
    const passed = await fuzz(await buildFuzz(), {
      names: only ? [only] : targets,
      time: Number(time),
      seed: Number(seed),
    });
    say(`\n${passed ? 'No invariant was broken' : 'An invariant was broken'} (${seconds(Date.now() - startedAt)})`);
    return passed ? 0 : 1;
  });
}
