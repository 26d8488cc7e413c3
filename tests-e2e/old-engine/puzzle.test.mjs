// The worker of the customers' page in Chromium 71: a chat begins with the solution that it finds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../../scripts/lib/server.mjs';
import { OldEngine, startOldEngineServer } from './engine.mjs';

/** Runs in the browser: requests a puzzle, lets the worker solve it and begins a chat. */
async function startWithPuzzle() {
  const puzzle = await (await fetch('/outside/api/puzzle')).json();
  const { data: queues } = await (await fetch('/outside/api/queues')).json();
  const solution = await new Promise((resolve, reject) => {
    const worker = new Worker('/outside/puzzleWorker.js');
    worker.onmessage = ({ data }) => data.solution !== undefined && resolve(data.solution);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage({ salt: puzzle.salt, bits: puzzle.bits });
  });
  const body = { name: 'Otávio Brandão', queue: queues[0].id, challenge: puzzle.challenge, solution };
  const start = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const started = await fetch('/outside/api/chats', start);
  return { bits: puzzle.bits, status: started.status, answer: await started.json() };
}

test('in Chromium 71 the worker of the customers’ page solves the puzzle of a start', async () => {
  const server = await startOldEngineServer('puzzle', {
    port: await freePort(),
    env: { START_PUZZLE_BITS: '14' },
  });
  const engine = await OldEngine.launch(server.origin);
  try {
    assert.match(await engine.browser.version(), /Chrome\/71\./);
    const page = await engine.browser.newPage();
    // The page has its content security policy but not its scripts.
    await page.goto(`${server.origin}/outside/icon.svg`);
    const { bits, status, answer } = await page.evaluate(startWithPuzzle);
    assert.deepEqual([bits, status], [14, 200], JSON.stringify(answer));
  } finally {
    await engine.close();
    await server.end();
  }
});
