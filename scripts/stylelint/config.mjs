// The rules of the style sheets: syntax that the oldest supported browsers do not understand is refused, and so are colours outside
// of tokens.css.
import { readFileSync } from 'node:fs';
import oldEngines from './old-engines.mjs';

const { oldest } = JSON.parse(readFileSync(new URL('../../ui/engines.json', import.meta.url), 'utf8'));
const browsers = Object.entries(oldest).map(([name, version]) => `${name} ${version}`);

/**
 * Features that old engines lack and that do no harm, because the declaration or the media query is ignored. `minmax()`
 * is mistaken for a math function.
 */
const harmlessFeatures = [
  'css-focus-visible',
  'css-line-clamp',
  'css-math-functions',
  'css-media-interaction',
  'css-overflow-anchor',
  'css-scrollbar',
  'prefers-reduced-motion',
];

const newSyntaxRules = {
  'plugin/no-unsupported-browser-features': [true, { browsers, ignore: harmlessFeatures, ignorePartialSupport: true }],
  'old-engines/focus-visible-alone': true,
  'at-rule-disallowed-list': ['layer', 'scope', 'property', 'starting-style', 'nest'],
  'function-disallowed-list': ['clamp', 'min', 'max', 'color-mix', 'oklch', 'oklab', 'lab', 'lch', 'color'],
  'property-disallowed-list': [
    '/^inset(-|$)/',
    'aspect-ratio',
    '/^(margin|padding)-(inline|block)/',
    'translate',
    'rotate',
    'scale',
    '/^container(-|$)/',
    'content-visibility',
  ],
  'selector-pseudo-class-disallowed-list': ['is', 'where'],
  'unit-disallowed-list': ['dvh', 'svh', 'lvh', 'dvw', 'svw', 'lvw', 'dvb', 'dvi', 'cqw', 'cqh', 'cqi', 'cqb'],
};

const writtenColours = ['rgb', 'rgba', 'hsl', 'hsla'];

/**
 * The rules for built sheets: tokens are resolved and rules merged, so only the support of old engines is checked.
 * @type {import('stylelint').Config}
 */
export const built = { plugins: ['stylelint-no-unsupported-browser-features', ...oldEngines], rules: newSyntaxRules };

/** @type {import('stylelint').Config} */
export const sources = {
  plugins: built.plugins,
  rules: {
    ...newSyntaxRules,
    'old-engines/gap-in-grid-only': true,
    'color-no-hex': true,
    'color-named': 'never',
    'function-disallowed-list': [...newSyntaxRules['function-disallowed-list'], ...writtenColours],
  },
  overrides: [
    {
      files: ['**/tokens.css'],
      rules: { 'color-no-hex': null, 'function-disallowed-list': newSyntaxRules['function-disallowed-list'] },
    },
  ],
};
