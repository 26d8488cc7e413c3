// Finds a current Chromium for Playwright: CHROMIUM_PATH, the usual names on PATH, Playwright's own download.
// Installs one with the system's package manager if none is found. Prints which one is used and stops with one
// sentence if there is none. Tests run in the headless shell if it is installed beside the browser: the same engine
// without windows, with a third less processor time (docs/decisions/0007-tools-of-the-proof.md).
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Stop, outputOf, run, step } from './lib/console.mjs';

const SHELL = 'chromium-headless-shell';
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

/** Isolates a test browser: no sandbox in containers, no graphics card, no background requests. */
export const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string[]} names */
function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

async function playwrightsOwn() {
  const { chromium } = await import('playwright');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

function chosenBrowser() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen && !isProgram(chosen)) throw new Stop(`CHROMIUM_PATH is ${chosen}, but no program is there.`);
  return chosen;
}

/**
 * The browser for tests, if one is installed.
 * @returns {Promise<string | undefined>}
 */
export const findBrowser = async () => chosenBrowser() ?? onPath([SHELL, ...BROWSERS]) ?? (await playwrightsOwn());

/**
 * The complete browser, as agents use it. Measurements use it, and so do desktop notifications, which the headless
 * shell refuses.
 * @returns {Promise<string | undefined>}
 */
export const findWholeBrowser = async () => chosenBrowser() ?? onPath(BROWSERS) ?? (await playwrightsOwn());

const aptIsOurs = () => process.getuid?.() === 0 && outputOf('apt-get', ['--version']) !== undefined;

async function installWithApt() {
  const apt = (/** @type {string[]} */ ...args) =>
    run('apt-get', args, { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } });
  await apt('update');
  await apt('install', '-y', '--no-install-recommends', 'chromium');
  // Debian has a separate package for the shell. Without it the complete browser is used.
  if (outputOf('apt-cache', ['show', SHELL])) await apt('install', '-y', '--no-install-recommends', SHELL);
}

/** Installs a complete browser if necessary and resolves to its path. Afterwards `findBrowser` finds one too. */
export async function ensureBrowser() {
  const here = await findWholeBrowser();
  if (here) return here;
  await step('Asking Playwright for its Chromium', () => outputOf('playwright', ['install', 'chromium']));
  const downloaded = await playwrightsOwn();
  if (downloaded) return downloaded;
  if (aptIsOurs()) await step('Installing Chromium with apt-get', installWithApt);
  const installed = onPath(BROWSERS);
  if (installed) return installed;
  throw new Stop(
    'No browser for the tests: install Chromium or Chrome, or set CHROMIUM_PATH to one, then run this again.',
  );
}
