// The rule of the real parts behind tests (RabbitMQ, PostgreSQL, Schemathesis): they are installed where the script may do
// that; with CI=true a missing one makes the run red; elsewhere the table at the end of `npm test` lists what was left out.
import { outputOf, run, say, step } from './console.mjs';

const mayInstall = () => process.getuid?.() === 0 && outputOf('apt-get', ['--version']) !== undefined;

/**
 * Installs a package of Debian where the script may do that, without starting it as a service: the tests start their own.
 * @param {string} title of the part, for the output
 * @param {string} name of the package
 */
export async function installPackage(title, name) {
  if (!mayInstall()) return;
  await step(`Installing ${title} with apt-get`, async () => {
    await run('apt-get', ['update'], { quiet: true });
    const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    await run('apt-get', ['install', '-y', '--no-install-recommends', name], { quiet: true, env });
  });
}

/** @type {{ step: string, reason: string }[]} */
const leftOut = [];

/** What was left out so far. */
export const partsLeftOut = () => leftOut;

/**
 * Notes that a step leaves out the tests of a missing part.
 * @param {string} step
 * @param {string} reason one sentence
 * @returns {boolean} whether the step may pass without them
 */
export function leaveOut(step, reason, isCi = process.env.CI === 'true') {
  leftOut.push({ step, reason });
  say(`• Left out: ${reason}`);
  return !isCi;
}
