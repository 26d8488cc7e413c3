// `npm run mutants` builds the page with faults, each inactive until the page is given its id: MUTANTS_ACTIVE. Without
// an active fault the tests record which faults they reach, in files of the folder MUTANTS_COVERAGE.
import { chromium, defineConfig, test, type BrowserContext } from '@playwright/test';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import normal from './playwright.config';

const active = process.env.MUTANTS_ACTIVE;
const coverage = process.env.MUTANTS_COVERAGE;

const SIGN = 'reached the fault ';

/** This function runs in the page before the scripts of the page. */
function prepare({ active, sign }: { active: string | undefined; sign: string }): void {
  const counts = new Proxy<Record<string, number>>(
    {},
    {
      set(target, id: string, count: number) {
        if (active === undefined && !(id in target)) console.debug(sign + id);
        target[id] = count;
        return true;
      },
    },
  );
  Object.assign(globalThis, {
    __stryker__: { activeMutant: active ?? '', mutantCoverage: { static: counts, perTest: {} } },
  });
}

/** The test that runs now; undefined between two tests. */
function currentTest(): string | undefined {
  try {
    return test.info().testId;
  } catch {
    return undefined;
  }
}

async function withFaults(context: BrowserContext): Promise<BrowserContext> {
  await context.addInitScript(prepare, { active, sign: SIGN });
  if (coverage !== undefined) {
    context.on('console', (message) => {
      const text = message.text();
      const id = currentTest();
      if (!text.startsWith(SIGN) || id === undefined) return;
      appendFileSync(join(coverage, `${process.pid}.txt`), `${id} ${text.slice(SIGN.length)}\n`);
    });
  }
  return context;
}

// Every worker loads this file, so all contexts of all tests are prepared without a change of their fixtures.
const launch = chromium.launch.bind(chromium);
chromium.launch = async (options) => {
  const browser = await launch(options);
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (contextOptions) => withFaults(await newContext(contextOptions));
  return browser;
};

export default defineConfig({
  ...normal,
  // The tests of the deep run find faults, too.
  grepInvert: [],
  // These specs test the delivery, the server or code outside of the page, or find too few faults for their duration.
  testIgnore: ['delivery', 'security', 'brokers', 'voice-janus', 'gallery', 'services'].map(
    (name) => `**/${name}.spec.ts`,
  ),
  // The run that records the coverage has prepared the demo data.
  globalSetup: active === undefined ? './globalSetup.ts' : undefined,
  reporter: [['list'], ['json', { outputFile: process.env.MUTANTS_REPORT }]],
  // A shorter limit, because with some faults the page no longer answers.
  use: { ...normal.use, actionTimeout: 10_000, screenshot: 'off' },
});
