// `node scripts/corpus.mjs --pairs 20 --seed 7`: all fixtures of providers, all their neighbours, and so many calls of each fixture that differ in two
// places, on the whole way, from the bytes of a webhook to the page. A seed always gives the same calls.
import { Stop, main, readArguments, run } from './lib/console.mjs';
import { setUp } from './lib/setup.mjs';

/** @param {string} name @param {string | undefined} text */
function whole(name, text) {
  if (text === undefined || !/^[1-9]\d*$/.test(text))
    throw new Stop(`--${name} is a whole number from 1 on, not "${text ?? ''}".`);
  return text;
}

await main(async () => {
  const { pairs, seed } = readArguments(process.argv.slice(2), { values: ['pairs', 'seed'] });
  const env = {
    CORPUS_EVERY: '1',
    CORPUS_PAIRS: whole('pairs', pairs),
    CORPUS_SEED: whole('seed', seed),
    RUST_BACKTRACE: '0',
  };
  await setUp();
  // The whole workspace, so that the features are the same as in the other tests and nothing is compiled twice.
  const command = ['test', '--profile', 'proof', '--workspace', '--test', 'corpus', '--', '--nocapture'];
  return run('cargo', command, { env });
});
