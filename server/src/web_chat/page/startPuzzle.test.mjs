// The puzzle of a start: the worker's own code against the hash of Node, and the page with a simulated server and worker.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import vm from 'node:vm';
import { Linter } from 'eslint';

const source = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');

describe('the worker', () => {
  /** Runs the worker's files as a browser does. */
  function workedOut(puzzle) {
    const posted = [];
    const scope = vm.createContext({ postMessage: (message) => posted.push(message) });
    scope.self = scope;
    scope.importScripts = (path) => vm.runInContext(source(`./${path.split('/').at(-1)}`), scope);
    vm.runInContext(source('./puzzleWorker.js'), scope);
    scope.onmessage({ data: puzzle });
    return posted;
  }

  test('finds a solution whose hash begins with so many zero bits, and reports its attempts', () => {
    for (const bits of [0, 1, 7, 8, 9, 16]) {
      const posted = workedOut({ salt: 'f00dfeed', bits });
      const { solution } = posted.at(-1);
      const hash = createHash('sha256').update(`f00dfeed.${solution}`).digest();
      assert.equal(hash.readUInt32BE() >>> (32 - Math.max(bits, 1)) === 0 || bits === 0, true, `${bits} bits`);
      const expected = Array.from({ length: Math.floor(Number(solution) / 8192) }, (_, index) => (index + 1) * 8192);
      assert.deepEqual(
        posted.slice(0, -1).map(({ attempts }) => attempts),
        expected,
      );
    }
  });

  test('is written in a syntax that Chromium 71 and Firefox 60 can read', () => {
    for (const name of ['./puzzleWorker.js', './sha256.js']) {
      const faults = new Linter().verify(source(name), [
        {
          languageOptions: { ecmaVersion: 2015, sourceType: 'script' },
          linterOptions: { reportUnusedDisableDirectives: 'off' },
        },
      ]);
      assert.deepEqual(
        faults.filter(({ fatal }) => fatal),
        [],
        name,
      );
    }
  });

  test('hashes by the published js-sha256 of package.json', () => {
    const published = createRequire(import.meta.url).resolve('js-sha256/build/sha256.min.js');
    assert.equal(source('./sha256.js'), readFileSync(published, 'utf8'));
  });
});

describe('a start', () => {
  const elements = new Map();
  let dataset;
  let puzzle;
  let asked;
  let workers;
  let now;

  class FakeWorker {
    ended = false;

    constructor(address) {
      this.address = address;
      workers.push(this);
    }

    postMessage(message) {
      this.given = message;
    }

    says(data) {
      this.onmessage({ data });
    }

    terminate() {
      this.ended = true;
    }
  }

  beforeEach(async () => {
    elements.clear();
    [workers, asked] = [[], []];
    dataset = { puzzle: '' };
    now = 1_000;
    const element = () => ({ hidden: true, value: 0, textContent: '' });
    globalThis.document = {
      documentElement: { dataset, lang: 'en' },
      getElementById: (id) => elements.get(id) ?? elements.set(id, element()).get(id),
    };
    globalThis.location = { search: '' };
    globalThis.Worker = FakeWorker;
    mock.method(performance, 'now', () => now);
    mock.method(globalThis, 'fetch', async (address) => {
      asked.push(address);
      const answer = { challenge: `challenge ${asked.length}`, salt: `salt ${asked.length}`, bits: 18 };
      return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
    });
    const { StartPuzzle } = await import('./startPuzzle.js');
    puzzle = new StartPuzzle(() => puzzle.draw('start'));
  });

  afterEach(() => mock.restoreAll());

  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const shown = () => [elements.get('start-puzzle').textContent, elements.get('start-puzzle-bar').hidden];
  /** The server's refusal, as `http.js` throws it. */
  const refusal = (number) =>
    Object.assign(new Error('refused'), {
      reason: 'PUZZLE_REQUIRED',
      details: { challenge: `refused ${number}`, salt: `salt of refusal ${number}`, bits: 20 },
    });

  test('without puzzles of this server is sent as it is', async () => {
    delete dataset.puzzle;
    puzzle.prepare();
    assert.equal(await puzzle.send(async (proof) => JSON.stringify(proof)), '{}');
    assert.deepEqual([asked, workers], [[], []]);
  });

  test('carries the solution that was found while the customer filled in the form', async () => {
    puzzle.prepare();
    puzzle.prepare();
    await settled();
    assert.deepEqual([asked, workers.length], [['/outside/api/puzzle'], 1]);
    assert.deepEqual(
      [workers[0].address, workers[0].given],
      ['/outside/puzzleWorker.js', { salt: 'salt 1', bits: 18 }],
    );
    workers[0].says({ solution: '4711' });
    assert.deepEqual(await puzzle.send(async (proof) => proof), { challenge: 'challenge 1', solution: '4711' });
    assert.equal(workers[0].ended, true);
    const next = puzzle.send(async (proof) => proof);
    await settled();
    workers[1].says({ solution: '12' });
    assert.deepEqual(await next, { challenge: 'challenge 2', solution: '12' }, 'a solution is used once');
  });

  test('that waits shows a progress that grows, and says when it takes long', async () => {
    const waiting = puzzle.send(async (proof) => proof);
    await settled();
    workers[0].says({ attempts: 2 ** 18 });
    assert.deepEqual(shown(), ['Checking against bots. This takes a few seconds.', false]);
    assert.equal(elements.get('start-puzzle-bar').value.toFixed(2), '0.63');
    now += 11_000;
    workers[0].says({ attempts: 2 ** 20 });
    assert.match(shown()[0], /longer than usual/);
    workers[0].says({ solution: '1' });
    await waiting;
    assert.deepEqual(shown(), ['', true]);
  });

  test('that is refused for its solution is repeated with the puzzle of the refusal, a few times', async () => {
    const given = [];
    const sent = puzzle.send(async (proof) => {
      given.push(proof.solution);
      throw refusal(given.length);
    });
    for (const solution of ['0', '1', '2', '3']) {
      await settled();
      workers.at(-1).says({ solution });
    }
    await assert.rejects(sent, { reason: 'PUZZLE_REQUIRED' });
    assert.deepEqual(given, ['0', '1', '2', '3']);
    assert.deepEqual(
      workers.map((worker) => worker.given.salt),
      ['salt 1', 'salt of refusal 1', 'salt of refusal 2', 'salt of refusal 3'],
    );
  });

  test('that is refused for another reason keeps its solution', async () => {
    const refused = puzzle.send(() => Promise.reject(Object.assign(new Error('422'), { status: 422 })));
    await settled();
    workers[0].says({ solution: '5' });
    await assert.rejects(refused, { status: 422 });
    assert.deepEqual(await puzzle.send(async (proof) => proof), { challenge: 'challenge 1', solution: '5' });
    assert.equal(workers.length, 1);
  });

  test('has a new solution after one that is too old', async () => {
    puzzle.prepare();
    await settled();
    workers[0].says({ solution: '5' });
    now += 91_000;
    const sent = puzzle.send(async (proof) => proof);
    await settled();
    workers[1].says({ solution: '6' });
    assert.deepEqual(await sent, { challenge: 'challenge 2', solution: '6' });
  });

  test('fails with a worker that fails, and the next start has another one', async () => {
    const failing = puzzle.send(async (proof) => proof);
    await settled();
    workers[0].onerror();
    await assert.rejects(failing, /cannot be solved/);
    const sent = puzzle.send(async (proof) => proof);
    await settled();
    workers[1].says({ solution: '6' });
    assert.deepEqual(await sent, { challenge: 'challenge 2', solution: '6' });
  });
});
