// Prepares the whole run once: the demo data, copied for each test's server, and the built gallery.
import { cpSync, rmSync } from 'node:fs';
import { buildGallery } from '../scripts/gallery.mjs';
import { inRoot } from '../scripts/lib/console.mjs';
import { freePort, startServer } from '../scripts/lib/server.mjs';

const seed = inRoot('target', 'seed');

/**
 * The database file is complete because the server does not run. The demo passwords are hashed once instead of in
 * each test.
 */
export function copyDemoData(dataDirectory: string): void {
  cpSync(seed, dataDirectory, { recursive: true });
}

export const serverProgram = process.env.SERVER_PROGRAM ?? inRoot('target', 'release', 'workspace-server');

export default async function globalSetup(): Promise<void> {
  rmSync(seed, { recursive: true, force: true });
  const server = await startServer(serverProgram, {
    port: await freePort(),
    dataDirectory: seed,
    env: { UI_DIR: inRoot('ui', 'dist') },
    log: inRoot('target', 'reports', 'seed-server.log'),
  });
  await server.stop();
  await buildGallery();
}
