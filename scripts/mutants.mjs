// `npm run mutants`: makes faults with cargo-mutants (Rust) and Stryker (ui/src) and checks that the
// tests find them; the score is written to docs/mutants.md.
// --since <commit>: the lines changed since then
// --sample 200 --seed 1: a random sample, the same for the same seed
// --shard 2/4: with --sample, the second of four parts of the sample; when all parts were tried, docs/mutants.md adds them up
// --within whatsapp,messag: with --sample, only faults of Rust files whose path contains one of these words
// --survivors: with --only ui and the same --sample and --seed as in the last run, only the faults that survived it
// --only rust | ui | patches: one part; `patches` are the faults of tests/mutants, which no tool makes
// Takes too long for `npm test`.
import { setUp } from './lib/setup.mjs';
import { Stop, main, readArguments, run, say } from './lib/console.mjs';
import { tryPatches } from './lib/mutants/patches.mjs';
import { tryRustFaults } from './lib/mutants/rust.mjs';
import { readShard } from './lib/mutants/sample.mjs';
import { scoreLine, writeScores } from './lib/mutants/scores.mjs';
import { tryUiFaults } from './lib/mutants/ui.mjs';

/** @typedef {'rust' | 'ui' | 'patches'} Part */

/** @type {Record<Part, (choice: import('./lib/mutants/scores.mjs').Choice) => Promise<import('./lib/mutants/scores.mjs').Score>>} */
const parts = { rust: tryRustFaults, ui: tryUiFaults, patches: tryPatches };

const partNames = /** @type {Part[]} */ (Object.keys(parts));

/** @param {string} name @param {string | undefined} text */
function whole(name, text) {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d*$/.test(text)) throw new Stop(`--${name} is a whole number from 1 on, not "${text}".`);
  return Number(text);
}

await main(async () => {
  const options = readArguments(process.argv.slice(2), {
    flags: ['survivors'],
    values: ['since', 'sample', 'seed', 'shard', 'within', 'only'],
  });
  const only = partNames.find((name) => name === options.only);
  if (options.only !== undefined && only === undefined) throw new Stop(`--only is one of ${partNames.join(', ')}.`);
  if ((options.since === undefined) === (options.sample === undefined) && only !== 'patches')
    throw new Stop('Say which faults: --since <commit>, or --sample <number> --seed <number>.');
  const choice = {
    since: options.since,
    sample: whole('sample', options.sample),
    seed: whole('seed', options.seed ?? '1'),
    shard: options.shard === undefined ? undefined : readShard(options.shard),
    within: options.within?.split(','),
    survivors: options.survivors,
  };
  if (choice.within && (choice.sample === undefined || only !== 'rust'))
    throw new Stop('--within needs --sample and --only rust.');
  if (options.shard !== undefined && (choice.shard === undefined || choice.sample === undefined))
    throw new Stop('--shard is a part of a --sample, as 2/4.');
  if (choice.survivors && only !== 'ui') throw new Stop('--survivors needs --only ui.');
  await setUp();
  if (choice.since && (await run('git', ['rev-parse', '--verify', '--quiet', choice.since], { quiet: true })) !== 0)
    throw new Stop(`"${choice.since}" is no commit.`);
  const chosen = only === undefined ? partNames : [only];
  /** @type {Record<string, import('./lib/mutants/scores.mjs').Score>} */
  const scores = {};
  for (const name of chosen) scores[name] = await parts[name](choice);
  for (const [name, score] of Object.entries(scores)) {
    say(`\n${name}: ${scoreLine(score)}`);
    for (const survivor of score.survivors) say(`  survived: ${survivor}`);
  }
  writeScores(scores, choice);
  return 0;
});
