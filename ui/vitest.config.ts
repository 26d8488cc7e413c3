// The tests of the user interface, in jsdom; the report is read by scripts/requirements.mjs.
import { fileURLToPath } from 'node:url';
import { configDefaults, mergeConfig } from 'vitest/config';
import ui from './vite.config';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const isInStryker = process.env.STRYKER_MUTATOR_WORKER !== undefined;

const all = ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'];
/**
 * Tests of components that keep nothing outside of React: they share one page and one load of the modules, a third of their time. A test that replaces a
 * module, or whose modules keep a state (stores, guards, ports), needs a page of its own.
 */
const sharing = ['src/design/**/*.test.{ts,tsx}', 'src/shared/**/*.test.{ts,tsx}'];

// Stryker runs all tests as one project. A project adds to the lists of the whole, so these stand in the projects only.
const chosen = isInStryker
  ? {
      include: all,
      // It finds imports in the text of the sources, into which Stryker writes its faults.
      exclude: [...configDefaults.exclude, 'src/i18n/bundles.test.ts'],
    }
  : {
      projects: [
        { extends: true as const, test: { name: 'shared page', include: sharing, isolate: false } },
        {
          extends: true as const,
          test: { name: 'own page', include: all, exclude: [...configDefaults.exclude, ...sharing] },
        },
      ],
    };

export default mergeConfig(ui, {
  test: {
    ...chosen,
    environment: 'jsdom',
    // The server gives the customer's page these two from the folder of the workspace.
    alias: ['parse', 'numbers'].map((name) => ({
      find: new RegExp(`^\\./${name}\\.js$`),
      replacement: here(`src/shared/messageText/${name}.js`),
    })),
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
