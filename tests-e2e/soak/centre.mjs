// The real server of a soak: one data folder and one address, killed and started again. Records when each run began
// and ended, so that a failed send can be attributed to a kill.
import { join } from 'node:path';
import { inRoot } from '../../scripts/lib/console.mjs';
import { freePort, startServer } from '../../scripts/lib/server.mjs';

/** @typedef {Awaited<ReturnType<typeof startServer>>} RunningServer */

export class Centre {
  #launch;
  /** @type {RunningServer | undefined} */
  #running;
  /**
   * One entry per run: when it answered, and when it was killed. Epoch milliseconds.
   * @type {{ since: number, until: number }[]}
   */
  runs = [];

  /** @param {string} program @param {string} dataDirectory @param {string} folder */
  static async open(program, dataDirectory, folder) {
    const port = await freePort();
    const options = { port, dataDirectory, env: { UI_DIR: inRoot('ui', 'dist') }, log: join(folder, 'server.log') };
    const centre = new Centre(`http://localhost:${port}`, () => startServer(program, options));
    await centre.start();
    return centre;
  }

  /** @param {string} origin @param {() => Promise<RunningServer>} launch */
  constructor(origin, launch) {
    this.origin = origin;
    this.#launch = launch;
  }

  async start() {
    this.#running = await this.#launch();
    this.runs.push({ since: Date.now(), until: Infinity });
  }

  async kill() {
    const run = this.runs.at(-1);
    if (run !== undefined) run.until = Date.now();
    await this.#running?.stop('SIGKILL');
  }

  async end() {
    await this.#running?.stop('SIGTERM');
  }

  /**
   * The index of the run whose kill interrupted a send that began at this time; -1 if no server ran then.
   * @param {number} beganAt
   */
  runCutByKill(beganAt) {
    return this.runs.findIndex(({ since, until }) => since <= beganAt && beganAt < until && until !== Infinity);
  }
}
