// The page on which the stores are measured: production builds of all of them, for current engines only.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import wasm from 'vite-plugin-wasm';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  base: '/',
  cacheDir: here('../node_modules/.vite/bench'),
  resolve: { alias: { 'core-wasm': here('../pkg/core_wasm.js') } },
  plugins: [wasm()],
  build: {
    outDir: here('../target/bench/page'),
    emptyOutDir: true,
    target: 'esnext',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
