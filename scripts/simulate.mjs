// `npm run simulate -- --seeds 1000 --first-seed 5000 [--steps 2000]`: random days of agents, customers and faults, on all cores. Each seed is one
// day and always the same one; a day that fails is shortened to the steps that matter and printed. Builds what it needs and decides nothing.
import { availableParallelism } from 'node:os';
import { Stop, main, readArguments, run } from './lib/console.mjs';
import { setUp } from './lib/setup.mjs';

/** What `npm test` runs: the days that pass; docs/performance.md, "Open", names those after them that do not. */
export const PROOF = { seeds: 60, steps: 2000, firstSeed: 1 };

/** Resolves to the exit code. */
export function simulate({ seeds = PROOF.seeds, steps = PROOF.steps, firstSeed = PROOF.firstSeed } = {}, options = {}) {
  const env = {
    ...options.env,
    SIM_SEEDS: String(seeds),
    SIM_STEPS: String(steps),
    SIM_FIRST_SEED: String(firstSeed),
    RUST_BACKTRACE: '0',
  };
  // Millions of small texts come and go: glibc keeps what was freed at hand (an eighth faster); elsewhere nobody reads it.
  env.GLIBC_TUNABLES =
    'glibc.malloc.trim_threshold=1073741824:glibc.malloc.top_pad=67108864:glibc.malloc.tcache_count=500';
  // Rust reads the limits of a container otherwise, and has taken one processor for two.
  env.SIM_THREADS = process.env.SIM_THREADS ?? String(availableParallelism());
  const command = [
    'test',
    ...['--profile', 'proof'],
    // The whole workspace, so that features are the same as in the other tests and nothing is compiled twice.
    ...['--workspace', '--test', 'random'],
    ...['--', '--nocapture'],
  ];
  return run('cargo', command, { ...options, env });
}

function whole(name, text, fallback) {
  if (text === undefined) return fallback;
  if (!/^[1-9]\d*$/.test(text)) throw new Stop(`--${name} is a whole number from 1 on, not "${text}".`);
  return Number(text);
}

if (import.meta.url === `file://${process.argv[1]}`) {
  await main(async () => {
    const {
      seeds,
      steps,
      'first-seed': firstSeed,
    } = readArguments(process.argv.slice(2), { values: ['seeds', 'steps', 'first-seed'] });
    await setUp();
    return simulate({
      seeds: whole('seeds', seeds, PROOF.seeds),
      steps: whole('steps', steps, PROOF.steps),
      firstSeed: whole('first-seed', firstSeed, PROOF.firstSeed),
    });
  });
}
