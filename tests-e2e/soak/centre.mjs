// The real server of a soak: one data folder and one address, killed and started again. Knows since when it answers and when it was killed, so that
// a send can be told to have been cut by a kill.
import { join } from 'node:path';
import { inRoot } from '../../scripts/lib/console.mjs';
import { freePort, startServer } from '../../scripts/lib/server.mjs';

export class Centre {
  #launch;
  #running;
  /** Per life: when it answered, and when it was killed. Epoch milliseconds. */
  lives = [];

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
    this.lives.push({ since: Date.now(), until: Infinity });
  }

  async kill() {
    this.lives.at(-1).until = Date.now();
    await this.#running.stop('SIGKILL');
  }

  async end() {
    await this.#running?.stop('SIGTERM');
  }

  /** The life whose end cut a send that began then and failed; none when it failed because nobody was there. */
  lifeThatWasCut(beganAt) {
    return this.lives.findIndex(({ since, until }) => since <= beganAt && beganAt < until && until !== Infinity);
  }
}
