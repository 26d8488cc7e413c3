// `npm run simulate -- --seeds 1000 --first-seed 5000 [--steps 2000] [--whatsapp | --voice] [--postgres]`: simulates random days of
// agents, customers and faults on all cores, with --whatsapp on WhatsApp and Instagram too, with --voice on the telephone too, with --postgres on a PostgreSQL of its own (one after the other). A seed always gives the same day. A
// day that fails is reduced to the steps that cause the failure and printed. Builds what it needs.
import { availableParallelism } from 'node:os';
import { Stop, main, readArguments, run } from './lib/console.mjs';
import { ensurePostgres, isPostgresInstalled, postgresMissingMessage, startPostgres } from './lib/postgres.mjs';
import { noteLeftOut } from './lib/real-parts.mjs';
import { reportFile } from './lib/reports.mjs';
import { setUp } from './lib/setup.mjs';

/** The seeds of `npm test`; the deep run uses 300 new seeds of each kind of day. */
export const PROOF = { seeds: 20, steps: 2000, firstSeed: 1 };

/** The days with WhatsApp of `npm test`. */
export const WHATSAPP_PROOF = { seeds: 8, steps: 1000, firstSeed: 1, whatsApp: true };

/** The days with telephone calls of `npm test`. */
export const VOICE_PROOF = { seeds: 8, steps: 1000, firstSeed: 1, voice: true };

/** @typedef {{ seeds?: number, steps?: number, firstSeed?: number, whatsApp?: boolean, voice?: boolean }} Days */

/**
 * Resolves to the exit code.
 * @param {Days} [days]
 * @param {import('./lib/console.mjs').RunOptions} [options]
 */
export function simulate(
  { seeds = PROOF.seeds, steps = PROOF.steps, firstSeed = PROOF.firstSeed, whatsApp = false, voice = false } = {},
  options = {},
) {
  /** @type {NodeJS.ProcessEnv} */
  const env = {
    ...options.env,
    SIM_SEEDS: String(seeds),
    SIM_STEPS: String(steps),
    SIM_FIRST_SEED: String(firstSeed),
    SIM_WHATSAPP: whatsApp ? '1' : '0',
    SIM_VOICE: voice ? '1' : '0',
    RUST_BACKTRACE: '0',
  };
  // The simulation allocates and frees millions of small strings: glibc keeps freed memory (12 % faster). Other
  // systems ignore this variable.
  env.GLIBC_TUNABLES =
    'glibc.malloc.trim_threshold=1073741824:glibc.malloc.top_pad=67108864:glibc.malloc.tcache_count=500';
  // Rust reads a container's limits differently from Node and has reported one processor instead of two.
  env.SIM_THREADS ??= process.env.SIM_THREADS ?? String(availableParallelism());
  const command = [
    'test',
    ...['--profile', 'proof'],
    // The whole workspace, so that the features are the same as in the other tests and nothing is compiled twice.
    ...['--workspace', '--test', 'random'],
    // The other tests of the file would use the one PostgreSQL at the same time.
    ...['--', '--nocapture', ...(env.SIM_POSTGRES_URL === undefined ? [] : ['bey_120'])],
  ];
  return run('cargo', command, { ...options, env });
}

/**
 * As `simulate`, with the server's store on a PostgreSQL: of requests that run at the same time, some begin before the
 * commit of an earlier one.
 * @param {Days} days
 */
async function simulateOnPostgres(days) {
  await ensurePostgres();
  if (!isPostgresInstalled()) return noteLeftOut('days-postgres', postgresMissingMessage) ? 0 : 1;
  const postgres = await startPostgres({ log: reportFile('days-postgres.log') });
  try {
    // Each day empties the database. A failing day is not shortened: its repetitions would take an hour.
    const env = { SIM_POSTGRES_URL: postgres.url, SIM_THREADS: '1', SIM_SHRINK_DAYS: '0' };
    return await simulate(days, { env });
  } finally {
    await postgres.end();
  }
}

/** @param {string} name @param {string | undefined} text @param {number} fallback */
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
      whatsapp: whatsApp,
      voice,
      postgres,
    } = readArguments(process.argv.slice(2), {
      flags: ['whatsapp', 'voice', 'postgres'],
      values: ['seeds', 'steps', 'first-seed'],
    });
    await setUp();
    return (postgres ? simulateOnPostgres : simulate)({
      seeds: whole('seeds', seeds, PROOF.seeds),
      steps: whole('steps', steps, PROOF.steps),
      firstSeed: whole('first-seed', firstSeed, PROOF.firstSeed),
      whatsApp,
      voice,
    });
  });
}
