// Lints the style sheets of ui/, both the sources and the built ones.
import { relative } from 'node:path';
import stylelint from 'stylelint';
import { inRoot, root } from '../lib/console.mjs';
import { built, sources } from './config.mjs';

/**
 * Lints files (globs) or one text; returns the number of sheets and every fault as `file:line: reason`.
 * @param {Pick<import('stylelint').LinterOptions, 'files' | 'code' | 'codeFilename'>} input
 * @param {import('stylelint').Config} config
 * @returns {Promise<{ sheets: number, faults: string[] }>}
 */
export async function lint(input, config) {
  const { results } = await stylelint.lint({ ...input, config });
  const faults = results.flatMap(({ source, warnings, parseErrors, invalidOptionWarnings }) =>
    [...warnings, ...parseErrors, ...invalidOptionWarnings.map(({ text }) => ({ text, line: 0 }))].map(
      ({ line = 0, text }) => `${relative(root, source ?? '')}:${line}: ${text}`,
    ),
  );
  return { sheets: results.length, faults };
}

export const checkSources = () =>
  lint({ files: ['src/**/*.css', 'boot.css', 'old-engine.css'].map((name) => inRoot('ui', name)) }, sources);
export const checkBuilt = () => lint({ files: [inRoot('ui', 'dist', '**/*.css')] }, built);
