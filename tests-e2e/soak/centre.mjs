// The real server of a soak: one data folder and one address, killed and started again. Records when each run began
// and ended, so that a failed send can be attributed to a kill.
import { join } from 'node:path';
import { inRoot } from '../../scripts/lib/console.mjs';
import { freePort, startServer } from '../../scripts/lib/server.mjs';

export class Centre {
  #launch;
  #running;
  /** One entry per run: when it answered, and when it was killed. Epoch milliseconds. */
  runs = [];

  static async open(program, dataDirectory, folder) {
    const port = await freePort();
    const options = { port, dataDirectory, env: { UI_DIR: inRoot('ui', 'dist') }, log: join(folder, 'server.log') };
    const centre = new Centre(`http://localhost:${port}`, () => startServer(program, options));
    await centre.start();
    return centre;
  }

  constructor(origin, launch) {
    this.origin = origin;
    this.#launch = launch;
  }

  async start() {
    this.#running = await this.#launch();
    this.runs.push({ since: Date.now(), until: Infinity });
  }

  async kill() {
    this.runs.at(-1).until = Date.now();
    await this.#running.stop('SIGKILL');
  }

  async end() {
    await this.#running?.stop('SIGTERM');
  }

  /** The run whose kill cut a send that began at this time; -1 if no server ran then. */
  runCutByKill(beganAt) {
    return this.runs.findIndex(({ since, until }) => since <= beganAt && beganAt < until && until !== Infinity);
  }
}
