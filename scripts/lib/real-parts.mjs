// The rule for the real servers and tools that tests need (RabbitMQ, PostgreSQL, Schemathesis): they are installed
// where the script may do that; with CI=true a missing one makes the run red; elsewhere the table at the end of `npm
// test` lists what was left out.
import { outputOf, run, say, step } from './console.mjs';

const mayInstall = () => process.getuid?.() === 0 && outputOf('apt-get', ['--version']) !== undefined;

/**
 * The installation in progress: apt-get locks its lists and refuses a second installation, and the steps of two lanes
 * may install at the same time.
 */
let installing = Promise.resolve();

/**
 * Installs packages of Debian where the script may do that, without starting them as services: the tests start their own.
 * @param {string} title of the part, for the output
 * @param {string[]} names of the packages
 * @returns {Promise<void>}
 */
export function installPackages(title, ...names) {
  if (!mayInstall()) return Promise.resolve();
  const work = () =>
    step(`Installing ${title} with apt-get`, async () => {
      await run('apt-get', ['update'], { quiet: true });
      const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
      await run('apt-get', ['install', '-y', '--no-install-recommends', ...names], { quiet: true, env });
    });
  const installed = installing.then(work);
  installing = installed.catch(() => {});
  return installed;
}

/** @type {{ step: string, reason: string }[]} */
const leftOut = [];

/** The steps whose tests were left out in this run, with the reasons. */
export const leftOutTests = () => leftOut;

/**
 * Records that a step leaves out the tests of a missing part.
 * @param {string} step
 * @param {string} reason one sentence
 * @returns {boolean} whether the step may pass without them
 */
export function noteLeftOut(step, reason, isCi = process.env.CI === 'true') {
  leftOut.push({ step, reason });
  say(`• Left out: ${reason}`);
  return !isCi;
}
