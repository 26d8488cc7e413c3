// `npm test`: the whole proof, step by step, red at the first step that fails. `--keep-going` runs the rest too, `--only <step>` runs one
// (with the set-up), and a table closes the run. What the runners report stands in target/reports for `npm run requirements`.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureBrowser } from './browser.mjs';
import { runChecks } from './check.mjs';
import { buildFuzz, fuzz } from './fuzz.mjs';
import { buildInterface, buildModule, buildServer } from './lib/build.mjs';
import { checkDelivery } from './lib/delivery.mjs';
import { Stop, inRoot, main, readArguments, run, say, seconds } from './lib/console.mjs';
import { ensureRabbit, rabbitIsHere, rabbitIsMissing } from './lib/rabbit.mjs';
import { reportFile, suites } from './lib/reports.mjs';
import { setUp } from './lib/setup.mjs';
import { filesBelow } from './lib/stamp.mjs';
import { simulate } from './simulate.mjs';

const passes = (code) => code === 0;

/** Colours would stand between the reader of a report and its words. */
const READABLE = { CARGO_TERM_COLOR: 'never' };

/** Everything the browser suites need, built once and left alone while fresh. */
async function builtProduct() {
  await buildModule();
  await buildInterface();
  return { SERVER_PROGRAM: await buildServer() };
}

const steps = [
  {
    name: 'module',
    what: 'the core as WebAssembly, for the oldest promised browsers',
    async run() {
      await buildModule();
      return true;
    },
  },
  {
    name: 'check',
    what: 'formats, lints, types',
    run: async () => (await buildModule(), (await runChecks()).length === 0),
  },
  {
    name: 'scripts',
    what: "the tools' own tests",
    run: async () => passes(await run('node', ['--test', '--test-reporter=spec', ...testsOfScripts()])),
  },
  {
    name: 'native',
    what: 'rules, machines, scenarios, server',
    run: async () =>
      passes(
        await run('cargo', ['test', '--workspace', '--no-fail-fast'], { env: READABLE, log: reportFile('native.txt') }),
      ),
  },
  {
    name: 'simulation',
    what: '300 random days of 2,000 steps: people, faults, and what must hold',
    run: async () => passes(await simulate({}, { env: READABLE, log: reportFile('simulation.txt') })),
  },
  {
    name: 'fuzz',
    what: 'invented input for everything that reads the wire, 60 seconds',
    run: async () => fuzz(await buildFuzz()),
  },
  {
    name: 'border',
    what: 'the core from the outside, in a JavaScript engine',
    run: async () =>
      passes(
        await run(
          'cargo',
          ['test', '--package', 'core-wasm', '--target', 'wasm32-unknown-unknown', '--test', 'border*'],
          {
            env: { ...READABLE, CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: 'wasm-bindgen-test-runner' },
            log: reportFile('border.txt'),
          },
        ),
      ),
  },
  {
    name: 'soak',
    what: 'the server killed 200 times while two agents and ten customers write',
    beside: 'native',
    begin: beginSoak,
    run: async () => passes(await run('node', [inRoot('scripts', 'soak.mjs')])),
  },
  {
    name: 'ui',
    what: 'host, hooks and components',
    run: async () => (await buildModule(), passes(await run('vitest', ['run', '--config', 'ui/vitest.config.ts']))),
  },
  {
    name: 'delivery',
    what: 'what the browser loads: size, policy, style sheets',
    async run() {
      await buildModule();
      await buildInterface();
      return checkDelivery();
    },
  },
  {
    name: 'browser',
    what: 'agent and customer in Chromium against the real server',
    async run() {
      const env = await builtProduct();
      await ensureBrowser();
      await ensureRabbit();
      if (!rabbitIsHere()) say(`• Left out: ${rabbitIsMissing}`);
      return passes(await run('playwright', ['test', '--config', 'tests-e2e/playwright.config.ts'], { env }));
    },
  },
  {
    name: 'old-engine',
    what: 'the same product in Chromium 71',
    async run() {
      const env = await builtProduct();
      const report = ['--test-reporter=junit', `--test-reporter-destination=${reportFile('old-engine.xml')}`];
      const screen = ['--test-reporter=spec', '--test-reporter-destination=stdout'];
      return passes(await run('node', ['--test', ...report, ...screen, 'tests-e2e/old-engine.mjs'], { env }));
    },
  },
  {
    name: 'bench',
    what: 'the budgets of one event, against its peers',
    run: async () => passes(await run('node', ['scripts/bench.mjs', '--gates'])),
  },
];

/** It waits most of its time, so that it runs beside the compiled tests; what it says is shown in its own place. */
async function beginSoak() {
  await builtProduct();
  await ensureBrowser();
  let child;
  const log = inRoot('target', 'soak', 'soak.log');
  const ended = run('node', [inRoot('scripts', 'soak.mjs')], {
    quiet: true,
    log,
    started: (process) => (child = process),
  });
  return {
    run: async () => {
      const code = await ended;
      if (passes(code)) say(readFileSync(log, 'utf8').trimEnd());
      return passes(code);
    },
    end: () => child.kill('SIGTERM'),
  };
}

const testsOfScripts = () =>
  filesBelow([inRoot('scripts'), inRoot('tests-e2e', 'soak')]).filter((file) => file.endsWith('.test.mjs'));

function chosenSteps(only) {
  if (only === undefined) return steps;
  const chosen = steps.filter(({ name }) => name === only);
  if (chosen.length === 0)
    throw new Stop(`There is no step "${only}". The steps: ${steps.map(({ name }) => name).join(', ')}.`);
  return chosen;
}

async function runStep(step) {
  say(`\n━━ ${step.name}: ${step.what}`);
  const startedAt = Date.now();
  mkdirSync(reportFile(''), { recursive: true });
  // A report of an earlier run must not speak for this one.
  for (const suite of suites) if (suite.name === step.name) rmSync(reportFile(suite.file), { force: true });
  const passed = await step.run().catch((error) => {
    if (!(error instanceof Stop)) throw error;
    say(`✖ ${error.message}`);
    return false;
  });
  return { name: step.name, passed, took: Date.now() - startedAt };
}

function printTable(results, planned) {
  say('');
  for (const { name } of planned) {
    const result = results.find((done) => done.name === name);
    const outcome = result ? (result.passed ? 'passed' : 'FAILED') : 'not run';
    say(`${name.padEnd(14)}${outcome.padEnd(10)}${result ? seconds(result.took) : ''}`);
  }
}

await main(async () => {
  const options = readArguments(process.argv.slice(2), { flags: ['keep-going'], values: ['only'] });
  const chosen = chosenSteps(options.only);
  const startedAt = Date.now();
  await setUp();
  if (!options.only) rmSync(reportFile(''), { recursive: true, force: true });
  const results = [];
  const begun = new Map();
  for (const step of chosen) {
    for (const other of chosen.filter(({ beside }) => beside === step.name)) begun.set(other, await other.begin());
    results.push(await runStep({ ...step, run: begun.get(step)?.run ?? step.run }));
    begun.delete(step);
    if (!results.at(-1).passed && !options['keep-going']) break;
  }
  begun.forEach(({ end }) => end());
  printTable(results, chosen);
  const failed = results.filter(({ passed }) => !passed).length;
  say(`\n${failed === 0 ? 'All steps passed' : 'The run is red'} after ${seconds(Date.now() - startedAt)}`);
  return failed === 0 ? 0 : 1;
});
