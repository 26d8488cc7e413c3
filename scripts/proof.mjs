// `npm run proof`: the deep run beside `npm test`, with new seeds each time, which it prints. `--only fuzz,days` runs some parts, `--depth 3` all of
// them three times as long, `--seed S` repeats the seeds of an earlier run. The report is docs/proof.json (commit, seeds, parts, rows); commit it.
// Mutants are apart: `npm run mutants`.
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Stop, inRoot, main, outputOf, readArguments, run, say, seconds } from './lib/console.mjs';
import { chosenParts, proofFile, proofReport } from './lib/proof.mjs';
import { readPlaywright, reportFile } from './lib/reports.mjs';
import { setUp } from './lib/setup.mjs';
import { readCatalogue, rowsOfName } from './requirements.mjs';

/** The rows in the names of the browser tests that passed in this run. */
function rowsProved() {
  const report = reportFile('proof-browser.json');
  if (!existsSync(report)) return [];
  const areas = new Set(
    readCatalogue(readFileSync(inRoot('docs', 'requirements.tsv'), 'utf8')).map(({ area }) => area),
  );
  const passed = readPlaywright(readFileSync(report, 'utf8')).filter(({ outcome }) => outcome === 'passed');
  return passed.flatMap(({ name }) => rowsOfName(name, areas));
}

/** Builds what the browser suites need; the other parts build it themselves. @returns {Promise<NodeJS.ProcessEnv>} */
async function prepareSuites() {
  // Imported here, because the packages exist only after the set-up.
  const [{ buildInterface, buildModule, buildServer }, { ensureBrowser }, { ensureRabbit }, { ensureTelephony }] =
    await Promise.all([
      import('./lib/build.mjs'),
      import('./browser.mjs'),
      import('./lib/rabbit.mjs'),
      import('./lib/telephony/parts.mjs'),
    ]);
  await buildModule();
  await buildInterface();
  await ensureBrowser();
  await ensureRabbit();
  await ensureTelephony();
  return {
    SERVER_PROGRAM: await buildServer('proof'),
    BROWSER_REPORT: reportFile('proof-browser.json'),
    // Runs only the tests that `npm test` leaves out.
    DEEP: 'only',
  };
}

await main(async () => {
  const options = readArguments(process.argv.slice(2), { values: ['only', 'depth', 'seed'] });
  const depth = Number(options.depth ?? '1');
  if (!Number.isSafeInteger(depth) || depth < 1)
    throw new Stop(`--depth is a whole number from 1 on, not "${options.depth}".`);
  const seed = Number(options.seed ?? randomInt(1, 900_000_000));
  if (!Number.isSafeInteger(seed) || seed < 1)
    throw new Stop(`--seed is a whole number from 1 on, not "${options.seed}".`);
  const parts = chosenParts(options.only);
  await setUp();
  rmSync(reportFile('proof-browser.json'), { force: true });
  say(
    `• Seed ${seed}: repeat with npm run proof -- --seed ${seed} --depth ${depth}${options.only ? ` --only ${options.only}` : ''}`,
  );
  /** @type {import('./lib/proof.mjs').PartResult[]} */
  const results = [];
  for (const { name, what, commands, isBrowser } of parts) {
    const began = Date.now();
    say(`\n━━ ${name}: ${what}`);
    const env = isBrowser ? await prepareSuites() : {};
    let passed = true;
    for (const [command = '', ...args] of commands(seed, depth))
      passed = (await run(command, args, { env })) === 0 && passed;
    results.push({ name, passed, seed, minutes: Math.round((Date.now() - began) / 6_000) / 10 });
  }
  say('');
  for (const { name, passed, minutes } of results)
    say(`${name.padEnd(10)}${(passed ? 'passed' : 'FAILED').padEnd(10)}${seconds(minutes * 60_000)}`);
  const commit = outputOf('git', ['rev-parse', 'HEAD']) ?? '';
  const before = existsSync(proofFile) ? readFileSync(proofFile, 'utf8') : undefined;
  writeFileSync(proofFile, proofReport(before, { commit, depth, results, rows: rowsProved() }));
  return results.every(({ passed }) => passed) ? 0 : 1;
});
