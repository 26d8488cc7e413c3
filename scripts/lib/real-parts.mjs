// The rule of the real parts behind tests (RabbitMQ, PostgreSQL): installed where that is ours to do; with CI=true a missing one is red; elsewhere the
// closing table of `npm test` names what was left out.
import { say } from './console.mjs';

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
