// `npm run soak`: kills the real server repeatedly while two agents and ten customers write, and requires every text
// exactly once on both sides. `--kills N` (200), `--aimed` (every kill waits for a send, not only every second one), `--seed S` (random and printed; the same seed gives the same
// moments). The figures are in target/soak/results.json.
import { randomInt } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { ensureBrowser } from './browser.mjs';
import { buildInterface, buildModule, buildServer } from './lib/build.mjs';
import { Stop, inRoot, main, readArguments, say } from './lib/console.mjs';
import { setUp } from './lib/setup.mjs';

/** @param {string} name @param {string} text @param {number} least */
function wholeNumber(name, text, least) {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < least)
    throw new Stop(`--${name} takes a whole number from ${least} on, not "${text}".`);
  return number;
}

const described = /** @type {const} */ ({
  kills: 'kills',
  textsOfAgents: 'texts written by agents',
  textsOfCustomers: 'texts written by customers',
  requestsCut: 'sends cut by a kill',
  killsThatCutARequest: 'kills that cut a send',
  killsWithAnAgentConnected: 'kills with an agent connected',
  killsWithBothAgentsConnected: 'kills with both agents connected',
  customersConnectedAtKills: 'customers connected at a kill, mean',
  retriesOfAgents: 'retries of agents',
  retriesOfCustomers: 'retries of customers',
  duplicatesOfAgents: "agents' repetitions refused as such",
  duplicatesOfCustomers: "customers' repetitions refused as such",
  repeatedThoughAnswered: 'repeated although answered, refused as such',
  lost: 'lost',
  doubled: 'doubled',
  foreign: 'in a wrong attendance',
  disordered: 'out of order',
  seconds: 'seconds',
});

await main(async () => {
  const options = readArguments(process.argv.slice(2), { flags: ['aimed'], values: ['kills', 'seed'] });
  const kills = wholeNumber('kills', options.kills ?? '200', 1);
  const seed = wholeNumber('seed', options.seed ?? String(randomInt(2 ** 32)), 0);
  const aimed = options.aimed === true;
  await setUp();
  await buildModule();
  await buildInterface();
  const program = await buildServer('proof');
  const browserPath = await ensureBrowser();
  const folder = inRoot('target', 'soak');
  mkdirSync(folder, { recursive: true });
  for (const old of ['results.json', 'server.log']) rmSync(inRoot('target', 'soak', old), { force: true });
  // Imported here, because the packages exist only after the set-up.
  const { soak } = await import('../tests-e2e/soak/soak.mjs');
  say(`• Soak: ${kills} kills, ${aimed ? 'all' : 'half'} of them at a send, seed ${seed}`);
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => ending.abort(new Stop(`The soak was ended by ${signal}.`)));
  const progress = (/** @type {string} */ text) => say(`  ${text}`);
  const { figures, places, faults } = await soak({
    kills,
    seed,
    aimed,
    program,
    browserPath,
    folder,
    progress,
    signal: ending.signal,
  });
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`;
  writeFileSync(
    inRoot('target', 'soak', 'results.json'),
    `${JSON.stringify({ ok: faults.length === 0, machine, figures, places, faults }, null, 1)}\n`,
  );
  for (const name of /** @type {(keyof typeof described)[]} */ (Object.keys(described)))
    say(`${described[name].padEnd(46)}${String(figures[name]).padStart(8)}`);
  for (const { name, texts } of places) say(`${`texts in: ${name}`.padEnd(46)}${String(texts).padStart(8)}`);
  faults.forEach((fault) => say(`✖ ${fault}`));
  if (faults.length > 0) say(`\nAgain with: npm run soak -- --kills ${kills}${aimed ? ' --aimed' : ''} --seed ${seed}`);
  return faults.length === 0 ? 0 : 1;
});
