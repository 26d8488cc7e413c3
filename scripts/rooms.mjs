// `node scripts/rooms.mjs --sequences 200 --seed 7`: random sequences of commands for rooms of the voice gateway, with measured sound: each leg
// sends a tone, and the tones on every leg are measured every 200 ms of virtual time. A seed always gives the same sequence; each further one
// has the next seed.
import { Stop, main, readArguments, run } from './lib/console.mjs';
import { setUp } from './lib/setup.mjs';

/** @param {string} name @param {string | undefined} text */
function whole(name, text) {
  if (text === undefined || !/^[1-9]\d*$/.test(text))
    throw new Stop(`--${name} is a whole number from 1 on, not "${text ?? ''}".`);
  return text;
}

await main(async () => {
  const { sequences, seed } = readArguments(process.argv.slice(2), { values: ['sequences', 'seed'] });
  const env = { ROOM_SEQUENCES: whole('sequences', sequences), ROOM_SEED: whole('seed', seed), RUST_BACKTRACE: '0' };
  await setUp();
  // The whole workspace, so that the features are the same as in the other tests and nothing is compiled twice.
  const command = ['test', '--profile', 'proof', '--workspace', '--lib'];
  return run('cargo', [...command, '--', 'bey_139_in_random_sequences', '--nocapture'], { env });
});
