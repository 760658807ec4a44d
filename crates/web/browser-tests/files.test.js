/** What can be said of the page's files without a browser. */

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { PAGE } from './harness.js';

const LANGUAGES = ['en', 'vi', 'zh', 'it'];
const texts = Object.fromEntries(LANGUAGES.map((language) => [language, JSON.parse(readFileSync(`${PAGE}i18n/${language}.json`, 'utf8'))]));
const code = readdirSync(`${PAGE}js`).map((name) => readFileSync(`${PAGE}js/${name}`, 'utf8')).join('\n');

test('all languages have the same texts with the same numbers in them', () => {
  const names = (/** @type {any} */ text) => (typeof text === 'string' ? text : text.other).match(/\{\w+\}/g)?.sort() ?? [];
  for (const language of LANGUAGES) {
    assert.deepEqual(Object.keys(texts[language]), Object.keys(texts.en), language);
    for (const key of Object.keys(texts.en)) assert.deepEqual(names(texts[language][key]), names(texts.en[key]), `${language} ${key}`);
  }
});

test('every text that counts has every plural of its language', () => {
  for (const language of LANGUAGES) {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, text] of Object.entries(texts[language])) {
      if (typeof text === 'object') assert.deepEqual(Object.keys(text).sort(), [...needed].sort(), `${language} ${key}`);
    }
  }
});

test('every text that the code asks for is there, and none is idle', () => {
  const literal = new Set([...code.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => key));
  for (const [, , key] of code.matchAll(/(\?|:)\s*'([a-z]+\.[\w.-]+)'/gi)) if (key in texts.en) literal.add(key);
  for (const [, key] of code.matchAll(/: '([a-z]+\.[\w.-]+)'/gi)) literal.add(key);
  for (const [, key] of code.matchAll(/\? '([a-z]+\.[\w.-]+)'/gi)) literal.add(key);
  for (const [, key] of code.matchAll(/return '([a-z]+\.[\w.-]+)'/gi)) literal.add(key);
  const patterns = [...code.matchAll(/\b(?:t|has)\(`([^`]+)`/g)].map(([, text]) => new RegExp(`^${text.replaceAll('.', '\\.').replace(/\$\{[^}]+\}/g, '[\\w-]+')}$`));
  for (const key of literal) if (/^(shell|tab|theme|board|zoom|setup|share|moves|play|option|note|illegal|hint|said|view|solve|kind|method|tie|order|count|caption|player|race|merge|stage|keys|reason)\./.test(key)) assert.ok(key in texts.en, key);
  const idle = Object.keys(texts.en).filter((key) => !literal.has(key) && !patterns.some((pattern) => pattern.test(key)));
  assert.deepEqual(idle, []);
});

test('the vendored modules are those of the table', () => {
  const rows = [...readFileSync(`${PAGE}vendor/README.md`, 'utf8').matchAll(/^\| (d3-\w+\.js) \| d3-\w+ [\d.]+ \| ([0-9a-f]{64}) \|$/gm)];
  assert.deepEqual(rows.map(([, name]) => name).sort(), readdirSync(`${PAGE}vendor`).filter((name) => name.endsWith('.js')).sort());
  for (const [, name, sum] of rows) assert.equal(createHash('sha256').update(readFileSync(`${PAGE}vendor/${name}`)).digest('hex'), sum, name);
});

test('no style attribute and no other address is in the page', () => {
  const html = readFileSync(`${PAGE}index.html`, 'utf8');
  assert.doesNotMatch(html, /\sstyle=|https?:|\son\w+=/);
  assert.doesNotMatch(code, /setAttribute\('style'|\.attr\('style'|innerHTML|https?:\/\/(?!www\.w3\.org)/);
});

test('files are short', () => {
  for (const name of readdirSync(`${PAGE}js`)) {
    const lines = readFileSync(`${PAGE}js/${name}`, 'utf8').split('\n').length;
    assert.ok(lines <= 300, `${name} has ${lines} lines`);
  }
});
