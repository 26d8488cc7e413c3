// `npm run dev`: the user interface with hot reload, the core rebuilt and the page reloaded when a file of it changes, and the server behind
// both. Ctrl+C ends all three. The server itself is not watched: run this again after changing it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { buildModule, buildServer } from './lib/build.mjs';
import { Stop, environment, inRoot, main, readArguments, root, say } from './lib/console.mjs';
import { setUp } from './lib/setup.mjs';

/** Rebuilds after a change, one build at a time; a change during a build asks for one more. */
function rebuildOnChange() {
  let timer;
  let building = Promise.resolve();
  const rebuild = async () => {
    try {
      if (await buildModule('dev')) say('  the core is fresh, the page reloads');
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
  const program = await buildServer();
  const port = process.env.PORT ?? '8080';
  const children = [
    spawn(program, ['--demo'], { cwd: root, env: { ...process.env, PORT: port }, stdio: 'inherit', detached: true }),
    spawn('vite', ['ui'], { cwd: root, env: environment({ SERVER_PORT: port }), stdio: 'inherit', detached: true }),
  ];
  const watcher = rebuildOnChange();
  const endAll = () => children.forEach((child) => child.kill('SIGTERM'));
  process.on('SIGINT', endAll);
  process.on('SIGTERM', endAll);
  // When one of them ends, by itself or by Ctrl+C, the other has no purpose.
  const ended = children.map((child) => once(child, 'close'));
  await Promise.race(ended);
  endAll();
  await Promise.all(ended);
  watcher.close();
});
