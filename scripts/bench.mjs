// `npm run bench` measures the kernel's budgets on this machine and prints a table (also in
// target/bench/results.json). `--gates` measures only what every `npm test` must prove (BEY-092, and BEY-090 with a
// tenth of its messages) and writes the outcome for `npm run requirements`. `--only <part>` measures one part. Exit
// code 1 when a gate fails.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { measureDelivery } from '../bench/drivers/delivery.mjs';
import { measureFrames, recordFrames } from '../bench/drivers/frames.mjs';
import { measureGateway, measureLoad, measurePeak } from '../bench/drivers/load.mjs';
import * as rowsOf from '../bench/drivers/rows.mjs';
import { measureMemory, measureStores, openBenchPage } from '../bench/drivers/stores.mjs';
import { measurePeople } from '../bench/drivers/people.mjs';
import { measureCalls } from '../bench/drivers/voice.mjs';
import { measureWhatsApp } from '../bench/drivers/whatsApp.mjs';
import { ensureBrowser, launchArguments } from './browser.mjs';
import { buildInterface, buildModule, buildServer } from './lib/build.mjs';
import { Stop, inRoot, main, readArguments, run, say, step } from './lib/console.mjs';
import { ensurePostgres, isPostgresInstalled, postgresMissingMessage, startPostgres } from './lib/postgres.mjs';
import { reportFile } from './lib/reports.mjs';
import { setUp } from './lib/setup.mjs';

const SECONDS_OF_FRAMES = 20;

/** @typedef {import('playwright').Browser} Browser */
/** @typedef {import('playwright').BrowserType} BrowserType */
/** @typedef {import('../bench/drivers/rows.mjs').Rows} Rows */
/** @typedef {{ processor: string, cores: number, browser: string, node: string }} Machine */

/**
 * No host name, because the figures are published.
 * @param {Browser} browser
 * @returns {Machine}
 */
const machineOf = (browser) => ({
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  browser: `Chromium ${browser.version()}`,
  node: process.version,
});

/** @param {Rows} rows @param {Machine} machine */
function print(rows, machine) {
  say(`\n${machine.processor}, ${machine.cores} cores, ${machine.browser}`);
  for (const [name, { value, budget, unit, ok, gate, note }] of Object.entries(rows)) {
    const limit = budget === Infinity ? '–' : String(Number(budget.toFixed(3)));
    say(
      `${name.padEnd(44)}${String(value).padStart(12)}${limit.padStart(10)} ${unit.padEnd(17)} ${budget === Infinity ? ' ' : ok ? '✔' : gate ? '✖' : '⚠'}  ${note}`,
    );
  }
}

/** @param {string} text */
const escaped = (text) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

const TITLE_OF_BEY_092 = 'one event costs what it may beside Redux Toolkit, zustand and hand-written Maps [BEY-092]';

const TITLE_OF_BEY_132 =
  'a call costs the same with 1,000 agents, a million messages and 1,000 waiting customers [BEY-132]';

const TESTS = {
  'BEY-090': {
    full: 'one event among a million messages costs at most a quarter more [BEY-090]',
    gates: 'one event among 10,000 attendances and 100,000 messages costs at most a quarter more',
  },
  'BEY-092': { full: TITLE_OF_BEY_092, gates: TITLE_OF_BEY_092 },
  'BEY-132': { full: TITLE_OF_BEY_132, gates: TITLE_OF_BEY_132 },
};

/**
 * One test for each row of the catalogue. A row's id is in the title only if its own numbers were measured. A missed
 * limit that is only reported leaves the row without proof; only the gates decide the exit code.
 * @param {Rows} rows
 * @param {boolean} gatesOnly
 */
function writeReport(rows, gatesOnly) {
  const measured = Object.entries(TESTS).filter(([id]) => Object.keys(rows).some((name) => name.startsWith(id)));
  const cases = measured.map(([id, title]) => {
    const own = Object.entries(rows).filter(([name]) => name.startsWith(id));
    const failed = own
      .filter(([, { ok }]) => !ok)
      .map(([name, { value, budget, unit }]) => `${name}: ${value} ${unit}, at most ${budget}`);
    const inside = failed.length === 0 ? '' : `<failure message="${escaped(failed.join('; '))}"/>`;
    return `<testcase name="${escaped(gatesOnly ? title.gates : title.full)}">${inside}</testcase>`;
  });
  mkdirSync(reportFile(''), { recursive: true });
  writeFileSync(reportFile('bench.xml'), `<testsuite name="bench">\n${cases.join('\n')}\n</testsuite>\n`);
}

/** @param {Rows} rows @param {Machine} machine */
function writeResults(rows, machine) {
  mkdirSync(inRoot('target', 'bench'), { recursive: true });
  const plain = Object.fromEntries(
    Object.entries(rows).map(([name, { value, budget, unit, ok, note }]) => [
      name,
      { value, budget: budget === Infinity ? null : budget, unit, ok, note },
    ]),
  );
  writeFileSync(inRoot('target', 'bench', 'results.json'), `${JSON.stringify({ machine, ...plain }, null, 1)}\n`);
}

/**
 * A separate browser without other pages.
 * @template Result
 * @param {BrowserType} chromium
 * @param {(browser: Browser) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
async function aloneInBrowser(chromium, work) {
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: launchArguments });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** @typedef {{ chromium: BrowserType, browser: Browser, server: () => Promise<string>, gatesOnly: boolean }} Tools */

/**
 * Every part of the bench, in order; each part returns its rows. `server` builds the server and resolves to its path.
 * @type {Record<string, (tools: Tools) => Promise<Rows>>}
 */
const PARTS = {
  stores: async ({ browser, gatesOnly }) =>
    rowsOf.storeRows(await step('Measuring the stores', () => measureStores(browser, { gatesOnly, say }))),
  load: async () => rowsOf.loadRows(await step('Measuring the server in a large contact centre', measureLoad)),
  peak: async () => {
    await ensurePostgres();
    if (!isPostgresInstalled()) {
      say(postgresMissingMessage);
      return {};
    }
    const postgres = await startPostgres({ log: inRoot('target', 'bench', 'postgres.log'), isDurable: true });
    try {
      return rowsOf.peakRows(await step('Measuring the peak of 1,000 agents', () => measurePeak(postgres.url)));
    } finally {
      await postgres.end();
    }
  },
  memory: async ({ browser }) =>
    rowsOf.memoryRows(await step('Measuring the memory of a message', () => measureMemory(browser, say))),
  delivery: async ({ browser, server }) => {
    const program = await server();
    const delivery = await step('Measuring what is transferred', () => measureDelivery(browser, program));
    return { ...rowsOf.deliveryRows(delivery), ...rowsOf.areaRows() };
  },
  frames: async ({ chromium, browser, server }) => {
    const program = await server();
    const recording = await openBenchPage(browser, (page) => recordFrames(page, SECONDS_OF_FRAMES));
    const measure = (/** @type {Browser} */ alone) => measureFrames(alone, program, recording, SECONDS_OF_FRAMES);
    return rowsOf.frameRows(
      await step('Measuring the interface at 100 events a second', () => aloneInBrowser(chromium, measure)),
    );
  },
  whatsApp: async ({ chromium, server }) => {
    const program = await server();
    const measure = (/** @type {Browser} */ alone) => measureWhatsApp(alone, program);
    return rowsOf.whatsAppRows(
      await step('Measuring WhatsApp with 100,000 messages', () => aloneInBrowser(chromium, measure)),
    );
  },
  people: async ({ chromium, server }) => {
    const program = await server();
    const measure = (/** @type {Browser} */ alone) => measurePeople(alone, program);
    return rowsOf.peopleRows(await step('Measuring 100,000 contacts', () => aloneInBrowser(chromium, measure)));
  },
  voice: async ({ chromium, server }) => {
    const program = await server();
    return rowsOf.voiceRows(await step('Measuring 200 calls', () => measureCalls(chromium, program)));
  },
  gateway: async () => rowsOf.gatewayRows(await step('Measuring the gateway with 100 calls', measureGateway)),
};

/**
 * The names of the parts to measure.
 * @param {string | undefined} only
 */
function chosenParts(only) {
  if (only === undefined) return Object.keys(PARTS);
  if (!Object.hasOwn(PARTS, only)) throw new Stop(`--only takes one of: ${Object.keys(PARTS).join(', ')}.`);
  return [only];
}

await main(async () => {
  const { gates: gatesOnly = false, only } = readArguments(process.argv.slice(2), {
    flags: ['gates'],
    values: ['only'],
  });
  const parts = gatesOnly ? ['stores'] : chosenParts(only);
  await setUp();
  await buildModule();
  if (!gatesOnly) await buildInterface();
  await step('Building the bench page', () =>
    run('vite', ['build', 'bench', '--logLevel', 'warn'], { quiet: true, orStop: 'The bench page does not build.' }),
  );
  const { chromium } = await import('playwright');
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: launchArguments });
  /** @type {Promise<string> | undefined} */
  let program;
  const server = () => (program ??= buildServer());
  try {
    const machine = machineOf(browser);
    /** @type {Rows} */
    const rows = {};
    for (const part of parts) Object.assign(rows, await PARTS[part]?.({ chromium, browser, server, gatesOnly }));
    print(rows, machine);
    // Only a whole run writes these files.
    if (only === undefined) {
      writeReport(rows, gatesOnly);
      writeResults(rows, machine);
    }
    const failed = Object.values(rows).filter(({ gate, ok }) => gate && !ok).length;
    return failed === 0 ? 0 : 1;
  } finally {
    await browser.close();
  }
});
