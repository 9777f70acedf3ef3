// Rules for the JavaScript of the pages and for its tests. Types are checked by tsc (tsconfig.json).
import js from '@eslint/js';
import globals from 'globals';

export default [
  { ignores: ['.venv/', 'data/'] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      complexity: ['error', { max: 15, variant: 'modified' }],
      eqeqeq: 'error',
      'max-depth': ['error', 3],
      'max-lines': ['error', 400],
      'max-lines-per-function': ['error', { max: 60, skipComments: true }],
      'no-implicit-globals': 'error',
      'no-shadow': 'error',
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
    },
  },
  { files: ['static/js/**/*.js'], languageOptions: { globals: globals.browser } },
  { files: ['**/*.mjs'], languageOptions: { globals: globals.node } },
  { files: ['tests/js/**/*.mjs'], rules: { 'max-lines-per-function': 'off' } },
];
