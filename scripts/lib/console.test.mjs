// The time limit of a step.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Stop, run, withinMinutes } from './console.mjs';

const A_MOMENT = 0.1 / 60;

test('work that is over in time returns its result', async () => {
  assert.equal(await withinMinutes(1, () => run('true', [])), 0);
});

test('a program that hangs is ended, and the work that goes on starts no other one', async () => {
  /** @type {import('node:child_process').ChildProcess[]} */
  const started = [];
  /** @type {unknown[]} */
  const afterwards = [];
  const work = async () => {
    await run('sleep', ['60'], { started: (child) => started.push(child) });
    afterwards.push(await run('true', []).catch((/** @type {unknown} */ error) => error));
  };
  await assert.rejects(withinMinutes(A_MOMENT, work), /Not over after .* minutes: ended/);
  const [hanging] = started;
  assert.ok(hanging);
  if (hanging.exitCode === null && hanging.signalCode === null) await once(hanging, 'exit');
  assert.equal(hanging.signalCode, 'SIGTERM');
  while (afterwards.length === 0) await new Promise((soon) => setImmediate(soon));
  assert.ok(afterwards[0] instanceof Stop, String(afterwards));
});
