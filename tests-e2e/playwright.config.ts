// A real browser against the built product. Every test starts its own server through the fixtures of tests-e2e, so nothing is started here.
// No retries: a test that passes on a second try is a fault. Started by `npm test`, which names the browser and the server's program.
import { defineConfig } from '@playwright/test';
import { findBrowser, launchArguments } from '../scripts/browser.mjs';
import { inRoot } from '../scripts/lib/console.mjs';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: inRoot('target', 'playwright'),
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // Each test has a server and data of its own.
  fullyParallel: true,
  globalSetup: './globalSetup.ts',
  // Long enough for a busy machine; how fast something is, is measured elsewhere.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: inRoot('target', 'reports', 'playwright.json') }]],
  use: {
    browserName: 'chromium',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1440, height: 900 },
    // Recording a trace costs every test; one that fails is run again with TRACE=1.
    trace: process.env.TRACE === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: await findBrowser(), args: launchArguments },
  },
});
