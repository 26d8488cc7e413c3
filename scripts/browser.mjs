// Finds a current Chromium for Playwright, and brings one if the machine has none: CHROMIUM_PATH, then the usual names on PATH, then
// Playwright's own download, then the system's package manager. Says which; stops with one sentence when none can be had.
// Where the headless shell stands beside it, the tests run in that: the same engine without the browser's windows, a third less processor
// time (docs/decisions/0007-tools-of-the-proof.md).
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Stop, outputOf, run, step } from './lib/console.mjs';

const SHELL = 'chromium-headless-shell';
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

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
  if (chosen && !isProgram(chosen)) throw new Stop(`CHROMIUM_PATH is ${chosen}, but no program stands there.`);
  return chosen;
}

/**
 * What tests run in, if it is here already.
 * @returns {Promise<string | undefined>}
 */
export const findBrowser = async () => chosenBrowser() ?? onPath([SHELL, ...BROWSERS]) ?? (await playwrightsOwn());

/**
 * With everything around the engine (the shell refuses desktop notifications), and what agents have: figures are taken in it.
 * @returns {Promise<string | undefined>}
 */
export const findWholeBrowser = async () => chosenBrowser() ?? onPath(BROWSERS) ?? (await playwrightsOwn());

const aptIsOurs = () => process.getuid?.() === 0 && outputOf('apt-get', ['--version']) !== undefined;

async function installWithApt() {
  const apt = (...args) => run('apt-get', args, { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } });
  await apt('update');
  await apt('install', '-y', '--no-install-recommends', 'chromium');
  // Debian packs the shell apart; where it is not to be had, the browser does its work.
  if (outputOf('apt-cache', ['show', SHELL])) await apt('install', '-y', '--no-install-recommends', SHELL);
}

/** Resolves to the path of a whole browser; afterwards `findBrowser` finds one too. */
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
