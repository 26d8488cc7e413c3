// Runs real browsers with the built product. Every test starts its own server through the fixtures of tests-e2e. No
// retries: a test that passes only on a retry is a fault. `npm test` starts this and passes the paths of the browser
// and the server.
import { defineConfig } from '@playwright/test';
import { findBrowser, launchArguments } from '../scripts/browser.mjs';
import { inRoot } from '../scripts/lib/console.mjs';
import { DEEP_TAG } from './deep';

const { DEEP } = process.env;
const isDeep = new RegExp(`${DEEP_TAG}\\b`);

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: inRoot('target', 'playwright'),
  forbidOnly: true,
  ...(DEEP === 'only' ? { grep: isDeep } : DEEP === '1' ? {} : { grepInvert: isDeep }),
  retries: 0,
  workers: 2,
  // Each test has its own server and data.
  fullyParallel: true,
  globalSetup: './globalSetup.ts',
  // Long enough for a busy machine; performance is measured elsewhere.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.BROWSER_REPORT ?? inRoot('target', 'reports', 'playwright.json') }],
  ],
  use: {
    browserName: 'chromium',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1440, height: 900 },
    // A trace slows down every test; run a failed test again with TRACE=1.
    trace: process.env.TRACE === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: await findBrowser(), args: launchArguments },
  },
});
