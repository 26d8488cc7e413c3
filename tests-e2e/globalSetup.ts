// Made once for the whole run: the demo data that each test's server gets a copy of, and the built gallery.
import { cpSync, rmSync } from 'node:fs';
import { buildGallery } from '../scripts/gallery.mjs';
import { inRoot } from '../scripts/lib/console.mjs';
import { freePort, startServer } from '../scripts/lib/server.mjs';

const seed = inRoot('target', 'seed');

/** The file of a server that is not running is complete; the demo's accounts are hashed once instead of with each test. */
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
