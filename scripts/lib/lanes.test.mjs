import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runLanes } from './lanes.mjs';

/** Performs steps that end when the test says so, and records their starts and ends. */
function testPerformer() {
  /** @type {string[]} */
  const events = [];
  /** @type {Map<string, (passed?: boolean) => void>} */
  const waiting = new Map();
  /** @param {{ name: string }} step @returns {Promise<boolean>} */
  const perform = ({ name }) => {
    events.push(`begin ${name}`);
    return new Promise((resolve) =>
      waiting.set(name, (passed = true) => (events.push(`end ${name}`), resolve(passed))),
    );
  };
  const settle = () => new Promise((soon) => setImmediate(soon));
  /** @param {string} name @param {boolean} [passed] */
  const end = async (name, passed) => (waiting.get(name)?.(passed), settle());
  return { events, perform, end, settle };
}

test('lanes run in parallel, the steps of a lane one after another, steps without a lane alone at the end', async () => {
  const { events, perform, end, settle } = testPerformer();
  const done = runLanes(
    [
      { name: 'compile', lane: 'cargo' },
      { name: 'fuzz', lane: 'cargo' },
      { name: 'lint', lane: 'node' },
      { name: 'browser' },
    ],
    perform,
  );
  await settle();
  assert.deepEqual(events, ['begin compile', 'begin lint']);
  await end('compile');
  await end('lint');
  assert.equal(events.at(-1), 'end lint');
  assert.ok(events.includes('begin fuzz') && !events.includes('begin browser'));
  await end('fuzz');
  await end('browser');
  assert.deepEqual(await done, []);
});

test('a step waits for the steps of other lanes that it needs, and is left out when one of them failed', async () => {
  const { events, perform, end, settle } = testPerformer();
  const steps = [
    { name: 'module', lane: 'cargo' },
    { name: 'types', lane: 'node', needs: ['module', 'not planned'] },
    { name: 'scripts', lane: 'node' },
  ];
  const done = runLanes(steps, perform, { keepGoing: true });
  await settle();
  assert.deepEqual(events, ['begin module']);
  await end('module', false);
  assert.deepEqual(events.slice(1), ['end module', 'begin scripts']);
  await end('scripts');
  assert.deepEqual(await done, ['types']);
});

test('after a failure no further step starts, and running steps are awaited', async () => {
  const { events, perform, end, settle } = testPerformer();
  const done = runLanes(
    [
      { name: 'compile', lane: 'cargo' },
      { name: 'lint', lane: 'node' },
      { name: 'ui', lane: 'node' },
      { name: 'browser' },
    ],
    perform,
  );
  await settle();
  await end('compile', false);
  await end('lint');
  assert.deepEqual(await done, ['ui', 'browser']);
  assert.deepEqual(events, ['begin compile', 'begin lint', 'end compile', 'end lint']);
});
