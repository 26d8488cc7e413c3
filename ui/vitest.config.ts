// The tests of the user interface, in jsdom; the report is read by scripts/requirements.mjs.
import { fileURLToPath } from 'node:url';
import { configDefaults, mergeConfig } from 'vitest/config';
import ui from './vite.config';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const isInStryker = process.env.STRYKER_MUTATOR_WORKER !== undefined;

export default mergeConfig(ui, {
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
    // It finds imports in the text of the sources, into which Stryker writes its faults.
    exclude: [...configDefaults.exclude, ...(isInStryker ? ['src/i18n/bundles.test.ts'] : [])],
    setupFiles: [here('test/setup.ts')],
    reporters: ['default', 'json'],
    outputFile: { json: here('../target/reports/vitest.json') },
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    // In `npm test` cargo compiles beside these tests and takes most of the processor.
    // Stryker's first run has all faults compiled in and is slower.
    testTimeout: isInStryker ? 120_000 : 20_000,
  },
});
