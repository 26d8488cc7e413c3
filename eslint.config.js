// What the compiler does not catch. Rules of formatting have no place here.
import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import typescript from 'typescript-eslint';

const noTypesLeft = {
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/ban-ts-comment': 'error',
  '@typescript-eslint/switch-exhaustiveness-check': 'error',
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
  '@typescript-eslint/no-confusing-void-expression': 'off',
};

export default typescript.config(
  { ignores: ['target/', 'pkg/', 'ui/dist/', 'node_modules/', 'data/', 'server/', 'core-wasm/'] },
  js.configs.recommended,
  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'off',
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'], location: 'anywhere' }],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [typescript.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: noTypesLeft,
  },
  { files: ['**/*.mjs', 'eslint.config.js'], languageOptions: { globals: globals.node } },
  {
    files: ['tests-e2e/**/*.ts'],
    // Playwright reads from the pattern which fixtures a function wants; some want none.
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
  {
    files: ['tests-e2e/**/*.mjs'],
    // Functions handed to a page run in the browser.
    languageOptions: { globals: globals.browser },
  },
  // Functions handed to a page run in the browser.
  { files: ['bench/drivers/*.mjs'], languageOptions: { globals: globals.browser } },
  {
    files: ['ui/boot.js'],
    languageOptions: { ecmaVersion: 5, sourceType: 'script', globals: globals.browser },
    // ES5 has no catch without a name.
    rules: { 'no-unused-vars': ['error', { caughtErrors: 'none' }] },
  },
  {
    files: ['ui/src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
    languageOptions: { globals: globals.browser },
    rules: {
      'no-console': 'error',
      // Concerns the React Compiler, which the build does not use.
      'react-hooks/incompatible-library': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: 'Text is shown as text.' },
        { selector: "AssignmentExpression[left.property.name='innerHTML']", message: 'Text is shown as text.' },
      ],
    },
  },
  // Also run by the customer's page, without a build.
  { files: ['ui/src/**/*.js'], languageOptions: { globals: globals.browser } },
  // The one way to the console.
  { files: ['ui/src/core/ports/report.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['ui/src/areas/**/*.{ts,tsx}', 'ui/src/design/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['fetch', 'XMLHttpRequest', 'WebSocket', 'indexedDB', 'localStorage', 'sessionStorage'].map((name) => ({
          name,
          message: 'Components show and report: side effects belong to ui/src/core/ports.',
        })),
      ],
    },
  },
);
