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
  let hanging;
  let afterwards;
  const work = async () => {
    await run('sleep', ['60'], { started: (child) => (hanging = child) });
    afterwards = await run('true', []).catch((error) => error);
  };
  await assert.rejects(withinMinutes(A_MOMENT, work), /Not over after .* minutes: ended/);
  if (hanging.exitCode === null && hanging.signalCode === null) await once(hanging, 'exit');
  assert.equal(hanging.signalCode, 'SIGTERM');
  while (afterwards === undefined) await new Promise((soon) => setImmediate(soon));
  assert.ok(afterwards instanceof Stop, String(afterwards));
});
