// Tests the limit of a step, which is a time without progress.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Stop, captured, run, whileProgressing } from './console.mjs';

const A_MOMENT = 0.1 / 60;

/** Prints a line five times a second for four seconds. */
const PRINTING = 'for line in $(seq 20); do echo $line; sleep 0.2; done';
const TWO_SECONDS = 2 / 60;

for (const quiet of [true, false]) {
  test(`a program that prints${quiet ? ', although its output is not shown,' : ''} may take longer than the limit`, async () => {
    const { result } = await captured(() =>
      whileProgressing(TWO_SECONDS, () => run('sh', ['-c', PRINTING], { quiet })),
    );
    assert.equal(result, 0);
  });
}

test('work that ends within its limit returns its result', async () => {
  assert.equal(await whileProgressing(1, () => run('true', [])), 0);
});

test('a program that hangs is ended, and its work starts no further program', async () => {
  /** @type {import('node:child_process').ChildProcess[]} */
  const started = [];
  /** @type {unknown[]} */
  const afterwards = [];
  const work = async () => {
    await run('sleep', ['60'], { started: (child) => started.push(child) });
    afterwards.push(await run('true', []).catch((/** @type {unknown} */ error) => error));
  };
  await assert.rejects(whileProgressing(A_MOMENT, work), /No progress for .* minutes: ended/);
  const [hanging] = started;
  assert.ok(hanging);
  if (hanging.exitCode === null && hanging.signalCode === null) await once(hanging, 'exit');
  assert.equal(hanging.signalCode, 'SIGTERM');
  while (afterwards.length === 0) await new Promise((soon) => setImmediate(soon));
  assert.ok(afterwards[0] instanceof Stop, String(afterwards));
});
