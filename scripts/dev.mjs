// `npm run dev`: the user interface with hot reload, and the server. A change to a file of the core rebuilds it and
// reloads the page. Ctrl+C ends all processes. The server's sources are not watched: restart the command after
// changing them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { buildModule, buildServer } from './lib/build.mjs';
import { Stop, environment, inRoot, main, readArguments, root, say } from './lib/console.mjs';
import { setUp } from './lib/setup.mjs';

/** Rebuilds after a change, one build at a time. A change during a build starts one more build. */
function rebuildOnChange() {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let building = Promise.resolve();
  const rebuild = async () => {
    try {
      if (await buildModule('dev')) say('  the core is rebuilt, the page reloads');
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      say(`✖ ${error.message}`);
    }
  };
  return watch(inRoot('core-wasm'), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => (building = building.then(rebuild)), 150);
  });
}

await main(async () => {
  readArguments(process.argv.slice(2), {});
  await setUp();
  await buildModule('dev');
  const program = await buildServer('demo');
  const port = process.env.PORT ?? '8080';
  const children = [
    spawn(program, ['--demo'], { cwd: root, env: { ...process.env, PORT: port }, stdio: 'inherit', detached: true }),
    spawn('vite', ['ui'], { cwd: root, env: environment({ SERVER_PORT: port }), stdio: 'inherit', detached: true }),
  ];
  const watcher = rebuildOnChange();
  const endAll = () => children.forEach((child) => child.kill('SIGTERM'));
  process.on('SIGINT', endAll);
  process.on('SIGTERM', endAll);
  // Vite and the server are used together: when one ends, the other is ended too.
  const ended = children.map((child) => once(child, 'close'));
  await Promise.race(ended);
  endAll();
  await Promise.all(ended);
  watcher.close();
});
