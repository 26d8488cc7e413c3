// The steps of `npm test`: for each its work, its lane, its budget, the minutes without progress after which it is ended, the
// steps that it needs, and the files that decide whether it must run again.
import { existsSync, readFileSync } from 'node:fs';
import { ensureBrowser } from '../browser.mjs';
import { pageChecks, runChecks, rustChecks } from '../check.mjs';
import { buildGallery } from '../gallery.mjs';
import { VOICE_PROOF, WHATSAPP_PROOF, simulate } from '../simulate.mjs';
import { buildInterface, buildModule, buildServer } from './build.mjs';
import { inRoot, run, say, seconds } from './console.mjs';
import { checkDelivery } from './delivery.mjs';
import { checkOldEnginePolyfills } from './polyfills.mjs';
import { ensurePostgres, isPostgresInstalled, postgresMissingMessage, startPostgres } from './postgres.mjs';
import { ensureRabbit, isRabbitInstalled, rabbitMissingMessage } from './rabbit.mjs';
import { noteLeftOut } from './real-parts.mjs';
import { reportFile, slowestTests } from './reports.mjs';
import { ensureSchemathesis, isSchemathesisInstalled, schemathesisMissingMessage } from './schemathesis.mjs';
import { filesBelow } from './stamp.mjs';
import { ensureTelephony, isTelephonyInstalled, telephonyMissingMessage } from './telephony/parts.mjs';

/** @param {number} code */
const passes = (code) => code === 0;

/**
 * Time limit of a test: a longer test hangs, or a program that it started does not end.
 * @param {number} seconds
 */
const nodeTest = (seconds) => ['--test', `--test-timeout=${seconds * 1000}`];

/** Without colours, because programs read the reports. */
const READABLE = { CARGO_TERM_COLOR: 'never' };

/** Number of changed inputs that each target of tests/fuzz reads; the inputs are the same in each run. */
const FUZZ_MUTATIONS = '3000';

/** @param {...string} names */
const paths = (...names) => names.map((name) => inRoot(...name.split('/')));

const tools = paths('scripts', 'package-lock.json', 'package.json');
const rust = [
  ...paths('core-wasm', 'server', 'tests/fuzz', 'Cargo.toml', 'Cargo.lock', 'clippy.toml', 'rustfmt.toml'),
  // Files that tests of the core and of the server read.
  ...paths('docs/contract', 'docs/contract.md', 'ui/src/i18n', 'ui/engines.json', 'ui/src/design/tokens.css'),
];
/** The inputs of the module; the interface's texts and its own documents are not among them. */
const core = paths('core-wasm', 'Cargo.toml', 'Cargo.lock');
const server = paths('server', 'core-wasm', 'ui/src/design/tokens.css', 'Cargo.toml', 'Cargo.lock');

/** @param {string} name */
const toJunit = (name) => [
  '--test-reporter=junit',
  `--test-reporter-destination=${reportFile(name)}`,
  '--test-reporter=spec',
  '--test-reporter-destination=stdout',
];

/** @param {...string} folders */
const testsBelow = (...folders) => filesBelow(folders).filter((file) => file.endsWith('.test.mjs'));

const SLOWEST = 15;

function printSlowestTests() {
  const report = reportFile('playwright.json');
  if (!existsSync(report)) return;
  say(`\nThe ${SLOWEST} slowest tests:`);
  for (const { name, took } of slowestTests(readFileSync(report, 'utf8'), SLOWEST))
    say(`${seconds(took).padStart(8)}  ${name}`);
}

/** The builds that the browser suites need. */
async function builtProduct() {
  await buildModule();
  await buildInterface();
  return { SERVER_PROGRAM: await buildServer('proof') };
}

/**
 * @typedef {object} StepOfTests
 * @property {string} what
 * @property {number} budget in minutes, from nothing on two cores beside the other lanes; a step that takes longer is marked, because machines differ
 * @property {number} limit minutes without any output after which the step is ended
 * @property {string[]} [inputs] files that decide whether the step must run again; without them it always runs
 * @property {() => Promise<boolean>} run whether it passed
 */
/** @typedef {import('./lanes.mjs').Planned & StepOfTests} Step */

/** @type {Step[]} */
export const steps = [
  {
    name: 'module',
    what: 'the core as WebAssembly, for the oldest supported browsers',
    budget: 2,
    limit: 20,
    lane: 'cargo',
    run: async () => (await buildModule(), true),
  },
  {
    name: 'native',
    what: 'rules, machines, scenarios, server',
    budget: 13,
    limit: 30,
    lane: 'cargo',
    inputs: [...rust, ...tools],
    run: async () =>
      passes(
        await run('cargo', ['test', '--profile', 'proof', '--workspace', '--no-fail-fast'], {
          env: { ...READABLE, FUZZ_MUTATIONS },
          log: reportFile('native.txt'),
        }),
      ),
  },
  {
    name: 'postgres',
    what: 'the store on a real PostgreSQL',
    budget: 2,
    limit: 15,
    lane: 'cargo',
    inputs: [...rust, ...tools],
    async run() {
      await ensurePostgres();
      if (!isPostgresInstalled()) return noteLeftOut('postgres', postgresMissingMessage);
      const postgres = await startPostgres({ log: reportFile('postgres.log') });
      // With `--workspace` cargo uses the crates that the step `native` has compiled; for a single package cargo would
      // choose other features.
      const only = ['--workspace', '--test', 'server', '--', '--ignored'];
      const env = { ...READABLE, TEST_POSTGRES_URL: postgres.url, TEST_POSTGRES_CA: postgres.certificate };
      try {
        const log = reportFile('postgres.txt');
        return passes(await run('cargo', ['test', '--profile', 'proof', ...only], { env, log }));
      } finally {
        await postgres.end();
      }
    },
  },
  {
    name: 'simulation',
    what: '20 random days of 2,000 steps, 8 of 1,000 with WhatsApp and 8 with calls: people, faults, and what must hold',
    budget: 2.5,
    limit: 30,
    lane: 'cargo',
    inputs: [...rust, ...tools],
    async run() {
      const days = (/** @type {import('../simulate.mjs').Days} */ choice, /** @type {string} */ log) =>
        simulate(choice, { env: READABLE, log: reportFile(log) });
      const [usual, whatsApp, voice] = [
        await days({}, 'simulation.txt'),
        await days(WHATSAPP_PROOF, 'simulation-whatsapp.txt'),
        await days(VOICE_PROOF, 'simulation-voice.txt'),
      ];
      return passes(usual) && passes(whatsApp) && passes(voice);
    },
  },
  {
    name: 'clippy',
    what: 'formats and lints of Rust',
    budget: 3,
    limit: 30,
    lane: 'cargo',
    inputs: [...rust, ...tools],
    run: async () => (await runChecks(rustChecks)).length === 0,
  },
  {
    name: 'border',
    what: 'the core from the outside, in a JavaScript engine',
    budget: 1,
    limit: 15,
    lane: 'cargo',
    inputs: [...core, ...tools],
    run: async () =>
      passes(
        await run(
          'cargo',
          [
            // The profile for development, because compiling with optimisation would take longer than it would save in
            // the tests.
            ...['test', '--package', 'core-wasm'],
            ...['--target', 'wasm32-unknown-unknown', '--test', 'border*'],
          ],
          {
            env: {
              ...READABLE,
              CARGO_PROFILE_DEV_DEBUG: '0',
              CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: 'wasm-bindgen-test-runner',
            },
            log: reportFile('border.txt'),
          },
        ),
      ),
  },
  {
    name: 'scripts',
    what: "the tools' own tests, and those of the customer's page",
    budget: 1,
    limit: 5,
    lane: 'node',
    inputs: [...tools, ...paths('docs', 'tests-e2e', 'tests/mutants', 'core-wasm', 'server')],
    run: async () =>
      passes(
        await run('node', [
          ...nodeTest(60),
          '--test-reporter=spec',
          ...testsBelow(inRoot('scripts'), inRoot('tests-e2e', 'soak'), inRoot('server', 'src', 'web_chat')),
        ]),
      ),
  },
  {
    name: 'check',
    what: 'formats, lints and types of everything else',
    budget: 3,
    limit: 15,
    lane: 'node',
    needs: ['module'],
    inputs: [
      ...core,
      ...tools,
      ...paths('ui', 'bench', 'tests-e2e', 'docs', 'eslint.config.js', 'tsconfig.json', 'tsconfig.base.json'),
    ],
    run: async () => (await runChecks(pageChecks)).length === 0,
  },
  {
    name: 'ui',
    what: 'host, hooks and components',
    budget: 3.5,
    limit: 10,
    lane: 'node',
    needs: ['module'],
    inputs: [...core, ...tools, ...paths('ui')],
    run: async () => passes(await run('vitest', ['run', '--config', 'ui/vitest.config.ts'])),
  },
  {
    name: 'delivery',
    what: 'what the browser loads: size, policy, style sheets, polyfills',
    budget: 1,
    limit: 10,
    lane: 'node',
    needs: ['module'],
    async run() {
      await buildInterface();
      await buildGallery();
      const polyfills = checkOldEnginePolyfills();
      return (await checkDelivery()) && polyfills;
    },
  },
  {
    name: 'openapi',
    what: 'every described route with valid and invalid requests, as an agent and as a supervisor',
    budget: 5,
    limit: 20,
    lane: 'node',
    needs: ['delivery', 'native'],
    inputs: [...server, ...tools, ...paths('docs/contract')],
    async run() {
      await ensureSchemathesis();
      if (!isSchemathesisInstalled()) return noteLeftOut('openapi', schemathesisMissingMessage);
      return passes(await run('node', [inRoot('scripts', 'openapi.mjs')]));
    },
  },
  {
    name: 'soak',
    what: 'the server killed 60 times in the middle of a send, while two agents and ten customers write',
    budget: 3,
    limit: 10,
    // This step waits most of the time, so it does not need a processor of its own.
    lane: 'waiting',
    needs: ['delivery', 'native'],
    inputs: [...server, ...tools, ...paths('ui/src/core', 'tests-e2e/soak')],
    run: async () => passes(await run('node', [inRoot('scripts', 'soak.mjs'), '--kills', '60', '--aimed'])),
  },
  {
    name: 'browser',
    what: 'agent and customer in Chromium against the real server',
    budget: 11,
    limit: 10,
    inputs: [...server, ...tools, ...paths('ui', 'tests-e2e')],
    async run() {
      const env = await builtProduct();
      await ensureBrowser();
      await ensureRabbit();
      await ensureTelephony();
      const mayPass = [
        isRabbitInstalled() || noteLeftOut('browser', rabbitMissingMessage),
        isTelephonyInstalled() || noteLeftOut('browser', telephonyMissingMessage),
      ].every(Boolean);
      const code = await run('playwright', ['test', '--config', 'tests-e2e/playwright.config.ts'], { env });
      printSlowestTests();
      return passes(code) && mayPass;
    },
  },
  {
    name: 'old-engine',
    what: 'the same product in Chromium 71',
    budget: 0.5,
    limit: 10,
    inputs: [...server, ...tools, ...paths('ui', 'tests-e2e/old-engine', 'tests-e2e/database.mjs')],
    async run() {
      const env = await builtProduct();
      // The long day is part of `npm run proof`.
      const files = paths('tests-e2e/old-engine/first-attendance.test.mjs', 'tests-e2e/old-engine/puzzle.test.mjs');
      return passes(await run('node', [...nodeTest(300), ...toJunit('old-engine.xml'), ...files], { env }));
    },
  },
  {
    name: 'bench',
    what: 'the budgets of one event, against its peers',
    budget: 1,
    limit: 10,
    inputs: [...core, ...tools, ...paths('bench', 'ui/src/core')],
    run: async () => passes(await run('node', [inRoot('scripts', 'bench.mjs'), '--gates'])),
  },
];
