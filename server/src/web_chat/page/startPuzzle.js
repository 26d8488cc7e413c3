// The puzzle that the server may require before a chat or a call. A worker solves it while the customer fills in the form; a start waits for the
// solution if necessary. No interface but the progress of that wait.

import * as centre from './centre.js';
import { byId } from './elements.js';
import { text } from './texts.js';

const WORKER = '/outside/puzzleWorker.js';
/** The server accepts a solution for 120 s; a younger one is sent, an older one is computed again. */
const FRESH_MS = 90_000;
/** After this wait the customer is told that it takes longer. */
const LONG_MS = 10_000;
/** Maximum of repetitions of a start that is refused for its solution, each with the next puzzle. */
const MAX_REPEATS = 3;

export class StartPuzzle {
  /** The puzzle that is solved or being solved: `{ solved, since, part, worker, abandon }`. */
  #current = null;
  /** Since when a start waits for its solution, by `performance.now()`; 0: no start waits. */
  #awaitedSince = 0;
  #changed;

  constructor(changed) {
    this.#changed = changed;
  }

  /** Called when the customer begins to fill in a form. */
  prepare() {
    if (this.#awaitedSince === 0 && 'puzzle' in document.documentElement.dataset) this.#fresh();
  }

  /**
   * Calls `start(proof)` with the fields that prove the work, and again if the server requires another puzzle. Rejects like `start`, and if the
   * puzzle cannot be loaded or solved.
   */
  async send(start) {
    try {
      for (let repeats = 0; ; repeats += 1) {
        const proof = await this.#awaited();
        try {
          const answer = await start(proof);
          this.#drop();
          return answer;
        } catch (failure) {
          if (failure.reason !== 'PUZZLE_REQUIRED' || repeats === MAX_REPEATS) throw failure;
          this.#begin(Promise.resolve(failure.details));
        }
      }
    } finally {
      this.#awaitedSince = 0;
      this.#changed();
    }
  }

  /** Shows the wait in the form whose elements begin with `form`. */
  draw(form) {
    const part = this.#awaitedSince === 0 ? undefined : this.#current?.part;
    const isLong = performance.now() - this.#awaitedSince > LONG_MS;
    const says = part === undefined ? '' : text(isLong ? 'puzzleLong' : 'puzzleWorking');
    const bar = byId(`${form}-puzzle-bar`);
    bar.hidden = part === undefined;
    bar.value = part ?? 0;
    // Set only if it changed: a screen reader reads the text again whenever it is set.
    const status = byId(`${form}-puzzle`);
    if (status.textContent !== says) status.textContent = says;
  }

  async #awaited() {
    if (this.#current === null && !('puzzle' in document.documentElement.dataset)) return {};
    this.#awaitedSince = this.#awaitedSince || performance.now();
    const current = this.#fresh();
    this.#changed();
    return current.solved;
  }

  #fresh() {
    if (this.#current === null || performance.now() - this.#current.since > FRESH_MS) this.#begin(centre.startPuzzle());
    return this.#current;
  }

  #drop() {
    const current = this.#current;
    this.#current = null;
    current?.worker?.terminate();
    current?.abandon(new Error('the puzzle was given up'));
  }

  /** `puzzle`: a promise of `{ challenge, salt, bits }`. */
  #begin(puzzle) {
    this.#drop();
    const current = { since: performance.now(), part: undefined, worker: null };
    this.#current = current;
    current.solved = new Promise((resolve, reject) => {
      current.abandon = reject;
      puzzle.then((given) => (given.bits === 0 ? {} : this.#solve(current, given))).then(resolve, reject);
    });
    // Drops the puzzle, so that the next start requests another one.
    current.solved.catch(() => this.#current === current && this.#drop());
  }

  #solve(current, { challenge, salt, bits }) {
    return new Promise((resolve, reject) => {
      const worker = new Worker(WORKER);
      current.worker = worker;
      current.part = 0;
      worker.onmessage = ({ data }) => {
        if (data.solution === undefined) {
          // The probability that a puzzle is solved by now.
          current.part = 1 - Math.exp(-data.attempts / 2 ** bits);
        } else {
          worker.terminate();
          current.part = undefined;
          resolve({ challenge, solution: data.solution });
        }
        if (this.#awaitedSince !== 0) this.#changed();
      };
      worker.onerror = () => {
        worker.terminate();
        current.part = undefined;
        reject(new Error('the puzzle cannot be solved here'));
      };
      worker.postMessage({ salt, bits });
    });
  }
}
