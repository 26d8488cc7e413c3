// The steps of `npm test`: what each does, its lane, its time limit in minutes (more than twice the time it takes
// from nothing on two cores), what it needs, and which files decide whether it must run again.
import { ensureBrowser } from '../browser.mjs';
import { pageChecks, runChecks, rustChecks } from '../check.mjs';
import { PROOF_SEED, buildFuzz, fuzz } from '../fuzz.mjs';
import { buildGallery } from '../gallery.mjs';
import { WHATSAPP_PROOF, simulate } from '../simulate.mjs';
import { buildInterface, buildModule, buildServer } from './build.mjs';
import { inRoot, run } from './console.mjs';
import { checkDelivery } from './delivery.mjs';
import { checkOldEnginePolyfills } from './polyfills.mjs';
import { ensurePostgres, postgresIsHere, postgresIsMissing, startPostgres } from './postgres.mjs';
import { ensureRabbit, rabbitIsHere, rabbitIsMissing } from './rabbit.mjs';
import { leaveOut } from './real-parts.mjs';
import { reportFile } from './reports.mjs';
import { ensureSchemathesis, schemathesisIsHere, schemathesisIsMissing } from './schemathesis.mjs';
import { filesBelow } from './stamp.mjs';
import { ensureTelephony, telephonyIsHere, telephonyIsMissing } from './telephony/parts.mjs';

/** @param {number} code */
const passes = (code) => code === 0;

/**
 * A test that takes longer than this hangs, or a program that it started does not end.
 * @param {number} seconds
 */
const nodeTest = (seconds) => ['--test', `--test-timeout=${seconds * 1000}`];

/** Programs read the reports and expect no colours. */
const READABLE = { CARGO_TERM_COLOR: 'never' };

/** @param {...string} names */
const paths = (...names) => names.map((name) => inRoot(...name.split('/')));

const tools = paths('scripts', 'package-lock.json', 'package.json');
const rust = [
  ...paths('core-wasm', 'server', 'tests/fuzz', 'Cargo.toml', 'Cargo.lock', 'clippy.toml', 'rustfmt.toml'),
  // The tests of the core and of the server read these.
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

/** The builds that the browser suites need. */
async function builtProduct() {
  await buildModule();
  await buildInterface();
  return { SERVER_PROGRAM: await buildServer('proof') };
}

/**
 * @typedef {object} StepOfTests
 * @property {string} what
 * @property {number} minutes
 * @property {string[]} [inputs] files that decide whether the step must run again; without them it always runs
 * @property {() => Promise<boolean>} run whether it passed
 */
/** @typedef {import('./lanes.mjs').Planned & StepOfTests} Step */

/** @type {Step[]} */
export const steps = [
  {
    name: 'module',
    what: 'the core as WebAssembly, for the oldest supported browsers',
    minutes: 20,
    lane: 'cargo',
    run: async () => (await buildModule(), true),
  },
  {
    name: 'native',
    what: 'rules, machines, scenarios, server',
    minutes: 45,
    lane: 'cargo',
    inputs: [...rust, ...tools],
    run: async () =>
      passes(
        await run('cargo', ['test', '--profile', 'proof', '--workspace', '--no-fail-fast'], {
          env: READABLE,
          log: reportFile('native.txt'),
        }),
      ),
  },
  {
    name: 'postgres',
    what: 'the store on a real PostgreSQL',
    minutes: 15,
    lane: 'cargo',
    inputs: [...rust, ...tools],
    async run() {
      await ensurePostgres();
      if (!postgresIsHere()) return leaveOut('postgres', postgresIsMissing);
      const postgres = await startPostgres({ log: reportFile('postgres.log') });
      // With `--workspace` cargo uses what the step `native` has compiled; for one package it chooses other features.
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
    what: '60 random days of 2,000 steps, and 20 of 1,000 with WhatsApp: people, faults, and what must hold',
    minutes: 15,
    lane: 'cargo',
    inputs: [...rust, ...tools],
    async run() {
      const days = (/** @type {import('../simulate.mjs').Days} */ choice, /** @type {string} */ log) =>
        simulate(choice, { env: READABLE, log: reportFile(log) });
      const [usual, whatsApp] = [
        await days({}, 'simulation.txt'),
        await days(WHATSAPP_PROOF, 'simulation-whatsapp.txt'),
      ];
      return passes(usual) && passes(whatsApp);
    },
  },
  {
    name: 'clippy',
    what: 'formats and lints of Rust',
    minutes: 15,
    lane: 'cargo',
    inputs: [...rust, ...tools],
    run: async () => (await runChecks(rustChecks)).length === 0,
  },
  {
    name: 'fuzz',
    what: 'invented input for everything that reads the wire, 60 seconds',
    minutes: 15,
    lane: 'cargo',
    inputs: [...rust, ...tools],
    run: async () => fuzz(await buildFuzz(), { seed: PROOF_SEED }),
  },
  {
    name: 'border',
    what: 'the core from the outside, in a JavaScript engine',
    minutes: 10,
    lane: 'cargo',
    inputs: [...core, ...tools],
    run: async () =>
      passes(
        await run(
          'cargo',
          [
            ...['test', '--profile', 'proof', '--package', 'core-wasm'],
            ...['--target', 'wasm32-unknown-unknown', '--test', 'border*'],
          ],
          {
            env: { ...READABLE, CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: 'wasm-bindgen-test-runner' },
            log: reportFile('border.txt'),
          },
        ),
      ),
  },
  {
    name: 'scripts',
    what: "the tools' own tests",
    minutes: 5,
    lane: 'node',
    inputs: [...tools, ...paths('docs', 'tests-e2e', 'tests/mutants', 'core-wasm', 'server')],
    run: async () =>
      passes(
        await run('node', [
          ...nodeTest(60),
          '--test-reporter=spec',
          ...testsBelow(inRoot('scripts'), inRoot('tests-e2e', 'soak')),
        ]),
      ),
  },
  {
    name: 'check',
    what: 'formats, lints and types of everything else',
    minutes: 15,
    lane: 'node',
    needs: ['module'],
    inputs: [...core, ...tools, ...paths('ui', 'bench', 'tests-e2e', 'docs', 'eslint.config.js', 'tsconfig.base.json')],
    run: async () => (await runChecks(pageChecks)).length === 0,
  },
  {
    name: 'ui',
    what: 'host, hooks and components',
    minutes: 15,
    lane: 'node',
    needs: ['module'],
    inputs: [...core, ...tools, ...paths('ui')],
    run: async () => passes(await run('vitest', ['run', '--config', 'ui/vitest.config.ts'])),
  },
  {
    name: 'delivery',
    what: 'what the browser loads: size, policy, style sheets, polyfills',
    minutes: 10,
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
    what: 'every described route with valid and invalid calls, without a session, as agent and as supervisor',
    minutes: 25,
    lane: 'node',
    needs: ['delivery', 'native'],
    inputs: [...server, ...tools, ...paths('docs/contract')],
    async run() {
      await ensureSchemathesis();
      if (!schemathesisIsHere()) return leaveOut('openapi', schemathesisIsMissing);
      return passes(await run('node', [inRoot('scripts', 'openapi.mjs')]));
    },
  },
  {
    name: 'soak',
    what: 'the server killed 200 times while two agents and ten customers write',
    minutes: 25,
    // This step waits most of its time, so it does not need a processor for itself.
    lane: 'waiting',
    needs: ['delivery', 'native'],
    inputs: [...server, ...tools, ...paths('ui/src/core', 'tests-e2e/soak')],
    run: async () => passes(await run('node', [inRoot('scripts', 'soak.mjs')])),
  },
  {
    name: 'browser',
    what: 'agent and customer in Chromium against the real server',
    minutes: 25,
    inputs: [...server, ...tools, ...paths('ui', 'tests-e2e')],
    async run() {
      const env = await builtProduct();
      await ensureBrowser();
      await ensureRabbit();
      await ensureTelephony();
      const mayPass = [
        rabbitIsHere() || leaveOut('browser', rabbitIsMissing),
        telephonyIsHere() || leaveOut('browser', telephonyIsMissing),
      ].every(Boolean);
      return (
        passes(await run('playwright', ['test', '--config', 'tests-e2e/playwright.config.ts'], { env })) && mayPass
      );
    },
  },
  {
    name: 'old-engine',
    what: 'the same product in Chromium 71',
    minutes: 10,
    inputs: [...server, ...tools, ...paths('ui', 'tests-e2e/old-engine', 'tests-e2e/database.mjs')],
    async run() {
      const env = await builtProduct();
      const files = testsBelow(inRoot('tests-e2e', 'old-engine'));
      return passes(await run('node', [...nodeTest(300), ...toJunit('old-engine.xml'), ...files], { env }));
    },
  },
  {
    name: 'bench',
    what: 'the budgets of one event, against its peers',
    minutes: 10,
    inputs: [...core, ...tools, ...paths('bench', 'ui/src/core')],
    run: async () => passes(await run('node', [inRoot('scripts', 'bench.mjs'), '--gates'])),
  },
];
