// `npm run gallery`: shows every component state and screen with invented data, with hot reload. The browser tests
// use the same pages through buildGallery() and serveGallery(). The gallery is not part of the product:
// ui/vite.config.ts does not contain gallery.html.
import react from '@vitejs/plugin-react';
import { pathToFileURL } from 'node:url';
import customMediaQueries from 'postcss-custom-media';
import { build, createServer, preview } from 'vite';
import { inRoot, main, readArguments, say, step } from './lib/console.mjs';
import { setUp } from './lib/setup.mjs';
import { fingerprint, unlessFresh } from './lib/stamp.mjs';
import { customMedia } from './vite/custom-media.mjs';

const built = inRoot('target', 'gallery');

/** @type {import('vite').InlineConfig} */
const config = {
  configFile: false,
  root: inRoot('ui'),
  cacheDir: inRoot('node_modules', '.vite-gallery'),
  logLevel: 'warn',
  plugins: [react()],
  css: {
    modules: { localsConvention: 'camelCaseOnly' },
    postcss: { plugins: [customMedia(), customMediaQueries()] },
  },
  build: {
    outDir: built,
    emptyOutDir: true,
    // One script with every component: its size does not matter, because it is loaded from this machine.
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: { input: inRoot('ui', 'gallery.html'), checks: { pluginTimings: false } },
  },
};

/** Builds the gallery instead of serving its sources, so that tests do not wait for Vite's transformations. */
export async function buildGallery() {
  const inputs = [
    inRoot('ui', 'gallery.html'),
    inRoot('ui', 'src'),
    inRoot('package-lock.json'),
    inRoot('scripts', 'gallery.mjs'),
  ];
  await unlessFresh('gallery', fingerprint(inputs), [`${built}/gallery.html`], () =>
    step('Building the gallery', () => build(config)),
  );
}

/** Serves the output of buildGallery() on a free port. */
export async function serveGallery() {
  const server = await preview({ ...config, preview: { host: '127.0.0.1', port: 0, strictPort: false } });
  const address = server.httpServer.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { origin: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

async function serveSources() {
  const server = await createServer({ ...config, server: { host: '127.0.0.1', open: false } });
  await server.listen();
  say('The gallery, with every sheet and screen in its own list:');
  for (const origin of server.resolvedUrls?.local ?? []) say(`  ${origin}gallery.html`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    readArguments(process.argv.slice(2), {});
    await setUp();
    await serveSources();
  });
}
