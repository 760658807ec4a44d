import js from '@eslint/js';
import globals from 'globals';

export default [
  { ignores: ['page/vendor/', 'browser-tests/node_modules/'] },
  js.configs.recommended,
  { rules: { 'no-unused-vars': ['error', { varsIgnorePattern: '^_' }] } },
  {
    files: ['page/**/*.js'],
    languageOptions: { globals: { ...globals.browser, ...globals.worker } },
  },
  {
    files: ['page/sw.js'],
    languageOptions: { globals: globals.serviceworker },
  },
  {
    files: ['browser-tests/*.js'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
];
