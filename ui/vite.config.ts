// How the user interface is built: once for current engines, once for the oldest supported ones, and a page without inline scripts (boot.js
// picks). Every product carries its content's hash, except the page itself.
import autoprefixer from 'autoprefixer';
import legacy from '@vitejs/plugin-legacy';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import customMediaQueries from 'postcss-custom-media';
import gapProperties from 'postcss-gap-properties';
import { defineConfig } from 'vite';
import wasm from 'vite-plugin-wasm';
import { bootEntry, withoutInlineSheets } from '../scripts/vite/boot-entry.mjs';
import { chunkModules } from '../scripts/vite/chunk-modules.mjs';
import { customMedia } from '../scripts/vite/custom-media.mjs';
import { oldEnginePolyfills } from '../scripts/vite/old-engine-polyfills.mjs';
import { visitGroups } from '../scripts/vite/visits.mjs';
import engines from './engines.json' with { type: 'json' };

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const atLeast = (versions: Readonly<Record<string, number>>): string[] =>
  Object.entries(versions).map(([name, version]) => `${name} >= ${version}`);
/** The supported versions; boot.js gets the same numbers. */
const oldEngines = atLeast(engines.oldest);
const modernEngines = atLeast(engines.modern);

/** Written by the build: what old-engine-polyfills.mjs chose. */
const polyfills = here('../target/old-engine-polyfills.js');

/** Workers exist once, for all engines: plugin-legacy makes no second build of them. */
const workerSyntax = 'es2017';

const serverOrigin = `http://127.0.0.1:${process.env.SERVER_PORT ?? '8080'}`;

export default defineConfig({
  root: here('.'),
  base: '/new-agent/',
  cacheDir: here('../node_modules/.vite'),
  resolve: {
    alias: {
      'core-wasm': here('../pkg/core_wasm.js'),
    },
  },
  plugins: [
    wasm(),
    react(),
    withoutInlineSheets(),
    oldEnginePolyfills(oldEngines, polyfills),
    legacy({
      targets: oldEngines,
      modernTargets: modernEngines,
      polyfills: [],
      additionalLegacyPolyfills: [polyfills],
    }),
    bootEntry(),
    chunkModules(),
  ],
  worker: {
    format: 'iife',
    rolldownOptions: {
      transform: { target: workerSyntax },
      output: { minify: { compress: { target: workerSyntax } } },
    },
  },
  css: {
    modules: { localsConvention: 'camelCaseOnly' },
    postcss: {
      // Firefox 60 knows gap as grid-gap only; scripts/stylelint refuses gap in flex containers.
      plugins: [
        customMedia(),
        customMediaQueries(),
        gapProperties(),
        autoprefixer({ overrideBrowserslist: oldEngines }),
      ],
    },
  },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    manifest: true,
    // The style sheets are shared by both builds.
    cssTarget: Object.entries(engines.oldest).map(([name, version]) => `${name}${version}`),
    // Each part's sheet comes with it; old engines get all of them at once (boot-entry.mjs).
    cssCodeSplit: true,
    // No data: addresses, so that the content security policy needs none.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: visitGroups(here('.').replace(/\/$/, '')) } },
    },
  },
  server: {
    strictPort: true,
    proxy: {
      '/api': serverOrigin,
      '/outside': serverOrigin,
      '/broker': { target: serverOrigin, ws: true },
    },
    fs: { allow: [here('..')] },
  },
});
