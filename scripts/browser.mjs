// Finds a current Chromium for Playwright, and brings one if the machine has none: CHROMIUM_PATH, then the usual names on PATH, then
// Playwright's own download, then the system's package manager. Says which; stops with one sentence when none can be had.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Stop, outputOf, run, step } from './lib/console.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

/** What keeps a test browser to itself: no sandbox in containers, no graphics card, nothing fetched behind the test's back. */
export const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

async function playwrightsOwn() {
  const { chromium } = await import('playwright');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

/** A browser that is here already, or undefined. */
export async function findBrowser() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen && !isProgram(chosen)) throw new Stop(`CHROMIUM_PATH is ${chosen}, but no program stands there.`);
  return chosen ?? onPath() ?? (await playwrightsOwn());
}

const aptIsOurs = () => process.getuid?.() === 0 && outputOf('apt-get', ['--version']) !== undefined;

export async function ensureBrowser() {
  const here = await findBrowser();
  if (here) return here;
  await step('Asking Playwright for its Chromium', () => outputOf('playwright', ['install', 'chromium']));
  const downloaded = await playwrightsOwn();
  if (downloaded) return downloaded;
  if (aptIsOurs()) {
    await step('Installing Chromium with apt-get', async () => {
      await run('apt-get', ['update'], { quiet: true });
      const env = { DEBIAN_FRONTEND: 'noninteractive' };
      await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { quiet: true, env });
    });
  }
  const installed = onPath();
  if (installed) return installed;
  throw new Stop('No browser for the tests: install Chromium or Chrome, or set CHROMIUM_PATH to one, then run this again.');
}
