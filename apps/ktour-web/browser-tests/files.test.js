/** What can be said of the page's files without a browser. */

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { TABS } from '../page/js/app/tabs.js';
import { PAGE } from './harness.js';
import { LANGUAGES as NAMED_LANGUAGES } from '../page/js/lib/i18n.js';

const LANGUAGES = NAMED_LANGUAGES.map(([code]) => code);
/** Tabs with texts of their own. */
const OWN = TABS.filter(({ name, texts }) => texts?.includes(name)).map(({ name }) => name);
const read = (/** @type {string} */ path) =>
  JSON.parse(readFileSync(`${PAGE}i18n/${path}.json`, 'utf8'));
/** What every tab says, and what one says, by tab; then all of it, by language. */
const shared = read('en');
const own = Object.fromEntries(
  TABS.map(({ name, texts = [] }) => [
    name,
    Object.assign({}, ...texts.map((tab) => read(`${tab}/en`))),
  ]),
);
const texts = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    Object.assign(read(language), ...OWN.map((tab) => read(`${tab}/${language}`))),
  ]),
);
const scripts = readdirSync(`${PAGE}js`, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.js'));
const codeOf = (/** @type {string[]} */ names) =>
  names.map((name) => readFileSync(`${PAGE}js/${name}`, 'utf8')).join('\n');
const code = codeOf(scripts);

test('all languages have the same texts with the same numbers in them', () => {
  const names = (/** @type {any} */ text) =>
    (typeof text === 'string' ? text : text.other).match(/\{\w+\}/g)?.sort() ?? [];
  for (const language of LANGUAGES) {
    assert.deepEqual(Object.keys(texts[language]), Object.keys(texts.en), language);
    for (const key of Object.keys(texts.en))
      assert.deepEqual(names(texts[language][key]), names(texts.en[key]), `${language} ${key}`);
  }
});

test('every text with a number has every plural of its language', () => {
  for (const language of LANGUAGES) {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, text] of Object.entries(texts[language])) {
      if (typeof text === 'object')
        assert.deepEqual(Object.keys(text).sort(), [...needed].sort(), `${language} ${key}`);
    }
  }
});

test('a thing has one name in each language, in the lessons too', () => {
  /** Words that were second names: of holes, ties, mirrors, ends, laws, races, closed tours, the puzzle. @type {Record<string, RegExp>} */
  const second = {
    vi: /(^|\s)lỗ(\s|$)|hành trình (kín|hở)|phép gương|láng giềng|ô xuất phát|ma thuật/i,
    zh: /空洞|平局|闭合巡游|比赛|相邻格|定律|您/,
    it: /enigma|seguit[oi]\b|\bspecchi\b|mezzo giro|\bfini\b|parità risolt|vicini\b|\w'/i,
  };
  for (const [language, pattern] of Object.entries(second)) {
    const lessons = JSON.parse(readFileSync(`${PAGE}learn/${language}.json`, 'utf8'));
    for (const [key, text] of [texts[language], lessons].flatMap(Object.entries))
      assert.doesNotMatch(JSON.stringify(text), pattern, `${language} ${key}`);
  }
});

test('every text that the code uses exists, and none is unused', () => {
  const prefixes = new Set(Object.keys(texts.en).map((key) => key.split('.')[0]));
  // A key is any quoted word that begins like one; a template may stand for several.
  const undrawnBoard = (/** @type {string} */ code) =>
    [...code.matchAll(/'([a-z]+)\.([\w.-]+)'/gi)]
      .filter(([, prefix, rest]) => prefixes.has(prefix) && !['js', 'wasm'].includes(rest))
      .map(([, prefix, rest]) => `${prefix}.${rest}`);
  const literal = undrawnBoard(code);
  const rooms = {
    '': scripts.filter((name) => !name.startsWith('tabs/')),
    ...Object.fromEntries(
      TABS.map(({ name: tab }) => [tab, scripts.filter((name) => name.startsWith(`tabs/${tab}/`))]),
    ),
  };
  for (const [tab, names] of Object.entries(rooms))
    for (const key of undrawnBoard(codeOf(names)))
      assert.ok(key in shared || key in (own[tab] ?? {}), `${tab}: ${key}`);
  const patterns = [...code.matchAll(/\b(?:t|has)\(`([^`]+)`/g)].map(
    ([, text]) => new RegExp(`^${text.replaceAll('.', '\\.').replace(/\$\{[^}]+\}/g, '[\\w-]+')}$`),
  );
  const idle = Object.keys(texts.en).filter(
    (key) => !literal.includes(key) && !patterns.some((pattern) => pattern.test(key)),
  );
  assert.deepEqual(idle, []);
});

test('the vendored modules are those of the table', () => {
  const rows = [
    ...readFileSync(`${PAGE}vendor/README.md`, 'utf8').matchAll(
      /^\| (d3-[\w-]+\.js) \| d3-[\w-]+ [\d.]+ \| ([0-9a-f]{64}) \|$/gm,
    ),
  ];
  assert.deepEqual(
    rows.map(([, name]) => name).sort(),
    readdirSync(`${PAGE}vendor`)
      .filter((name) => name.endsWith('.js'))
      .sort(),
  );
  for (const [, name, sum] of rows)
    assert.equal(
      createHash('sha256')
        .update(readFileSync(`${PAGE}vendor/${name}`))
        .digest('hex'),
      sum,
      name,
    );
});

test('the figures of the report are those of testdata/documents.toml', () => {
  const documents = readFileSync(`${PAGE}../../../testdata/documents.toml`, 'utf8');
  const printed = (/** @type {string} */ row) => row.replaceAll(' ', '');
  const figure =
    (/figure_3_1 = \[([^\]]*)\]/.exec(documents)?.[1] ?? '')
      .match(/"([^"]+)"/g)
      ?.map((row) => printed(row.slice(1, -1))) ?? [];
  const other = [...figure];
  for (const [, m, row] of documents.matchAll(/\{ m = (\d+),\s+row = "([^"]+)" \}/g))
    other[Number(m) - 1] = printed(row);
  const figures = JSON.parse(readFileSync(`${PAGE}data/figures.json`, 'utf8'));
  assert.deepEqual([figures['figure 3.1'], figures['figure 1']], [figure, other]);
  assert.equal(figure.length, 20);
});

test('the known counts are those of testdata/counts.toml', () => {
  /** @type {Record<string, {undirected: string, source: string}>} */
  const known = {};
  for (const entry of readFileSync(`${PAGE}../../../testdata/counts.toml`, 'utf8')
    .split('[[count]]')
    .slice(1)) {
    const word = (/** @type {string} */ name) =>
      new RegExp(`^${name} = "([^"]+)"`, 'm').exec(entry)?.[1];
    const board = (word('board') ?? '')
      .split('x')
      .map(Number)
      .sort((a, b) => a - b)
      .join('x');
    const [closed, open, source] = [
      word('closed_undirected'),
      word('open_directed'),
      word('source') ?? '',
    ];
    if (closed) known[`${board} closed`] = { undirected: closed, source };
    if (open) known[`${board} open`] = { undirected: String(BigInt(open) / 2n), source };
  }
  assert.deepEqual(JSON.parse(readFileSync(`${PAGE}data/counts.json`, 'utf8')), known);
});

test('no style attribute and no other address is in the page', () => {
  for (const file of ['index.html', 'embed.html', '404.html'])
    assert.doesNotMatch(readFileSync(PAGE + file, 'utf8'), /\sstyle=|https?:|\son\w+=/, file);
  assert.doesNotMatch(
    code,
    /setAttribute\('style'|\.attr\('style'|innerHTML|https?:\/\/(?!www\.w3\.org)/,
  );
});

test('the manifest names files that are there, and the service worker waits for its list', () => {
  const {
    icons,
    start_url: start,
    scope,
  } = JSON.parse(readFileSync(`${PAGE}manifest.webmanifest`, 'utf8'));
  for (const { src, sizes } of icons) {
    const bytes = readFileSync(PAGE + src);
    if (sizes !== 'any')
      assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, src);
  }
  assert.deepEqual([start, scope], ['./', './']);
  assert.match(
    readFileSync(`${PAGE}sw.js`, 'utf8'),
    /const VERSION = '%VERSION%';\nconst FILES = \['%FILES%'\];/,
  );
});

test('every address in the page is relative', () => {
  for (const file of ['index.html', 'embed.html', '404.html'])
    assert.doesNotMatch(readFileSync(PAGE + file, 'utf8'), /(?:href|src)="\/|": "\//, file);
  assert.doesNotMatch(code, /(?:fetch|Worker|register|pushState|import)\([^)]*['`]\//);
});

test('every module of the first tab is preloaded, and none of another', () => {
  for (const [file, main, ...tabs] of [
    ['index.html', 'js/main.js', 'js/tabs/play/play.js'],
    ['embed.html', 'js/embed.js'],
  ]) {
    const html = readFileSync(PAGE + file, 'utf8');
    const vendored = Object.fromEntries(
      [...html.matchAll(/"(d3-[\w-]+)": "\.\/(vendor\/[\w-]+\.js)"/g)].map(([, name, path]) => [
        name,
        path,
      ]),
    );
    const modules = new Set([main, ...tabs]);
    for (const path of modules) {
      const text = readFileSync(PAGE + path, 'utf8');
      for (const [, name] of text.matchAll(
        /(?:^|[;}\n])\s*(?:import|export)(?:[^'";()]*?from)?\s*['"]([^'"]+)['"]/g,
      )) {
        modules.add(
          name.startsWith('.') ? new URL(name, `page:/${path}`).pathname.slice(1) : vendored[name],
        );
      }
    }
    modules.delete(main);
    assert.deepEqual(
      [...modules].filter(
        (path) => path.startsWith('js/tabs/') && !path.startsWith('js/tabs/play/'),
      ),
      [],
    );
    assert.deepEqual(
      [...html.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(([, path]) => path),
      [...modules].sort(),
    );
  }
});
