/** Learn: every chapter in every language, every figure's numbers against the engine's own answers, every exercise solved. */

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { CHAPTERS } from '../page/js/tabs/learn/chapters.js';
import { DESKTOP, PAGE, PHONE, world } from './harness.js';

const here = world();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LANGUAGES = ['en', 'vi', 'zh', 'it'];
const texts = Object.fromEntries(LANGUAGES.map((language) => [language, JSON.parse(readFileSync(`${PAGE}learn/${language}.json`, 'utf8'))]));

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */

/** A whole answer. @param {string} question @param {Record<string, any>} words */
async function ask(question, words) {
  return (await fetch(`${here.api}/api/v1/${question}?${new URLSearchParams(words)}`)).json();
}

/** The last event of a stream. @param {string} question @param {Record<string, any>} words */
async function hear(question, words) {
  const events = (await (await fetch(`${here.api}/api/v1/${question}?${new URLSearchParams(words)}`)).text()).trim().split('\n\n');
  return JSON.parse(events[events.length - 1].split('\ndata: ')[1]);
}

const isDark = (/** @type {string} */ square) => (square.charCodeAt(0) + Number(square.slice(1))) % 2 === 0;

/** What each figure should show, asked without the page. @type {Record<string, () => Promise<Record<string, any>>>} */
const EXPECTED = {
  'puzzle leap': async () => ({ square: 'c3', leaps: (await ask('board', { board: 5 })).leaps.c3.length }),
  'puzzle try': async () => ({ visited: 0 }),
  'puzzle kinds': async () => ({ kind: 'closed', squares: (await ask('solve', { board: 6, start: 'a1', kind: 'closed' })).squares.length, leaps: 36 }),
  async 'puzzle colours'() {
    const { squares } = await ask('solve', { board: 5, start: 'a1', kind: 'open' });
    const dark = squares.filter(isDark).length;
    return { step: squares.length, dark, light: squares.length - dark };
  },
  async 'puzzle dead'() {
    // The first path that is left without having been prolonged.
    const text = await (await fetch(`${here.api}/api/v1/trace?board=5&start=a1&kind=open&events=400`)).text();
    const { events } = JSON.parse(text.split('\n\n')[0].split('\ndata: ')[1]);
    const entered = events.findIndex((/** @type {string[]} */ [kind]) => kind === 'l');
    return { dead: 1, step: entered + 1, left: 25 - entered - 1 };
  },
  'backtracking search': async () => counters(await hear('trace', { board: 5, start: 'a1', kind: 'open', method: 'backtrack' })),
  'backtracking counters': async () => counters(await ask('solve', { board: 6, start: 'a6', kind: 'open', method: 'backtrack-iterative' })),
  async 'backtracking order'() {
    const numbers = counters(await ask('solve', { board: 8, start: 'a8', kind: 'open', method: 'backtrack' }));
    assert.equal(numbers.trials, 25936253);
    return numbers;
  },
};

/** @param {any} answer */
const counters = ({ stats: { trials, moves, backtracks } }) => ({ trials, moves, backtracks });

/** How each exercise is solved, in English. @type {Record<string, (exercise: Locator, page: Page) => Promise<void>>} */
const SOLVED = {
  async 'puzzle finish'(exercise) {
    const { squares } = await ask('solve', { board: 5, start: 'a1', kind: 'open' });
    for (const square of squares.slice(1)) await pick(exercise, square);
  },
  'puzzle wrong': (exercise) => pick(exercise, 'a2'),
  'puzzle last': (exercise) => write(exercise, '64'),
  'backtracking fewer': (exercise) => exercise.getByRole('button', { name: '2 right, 1 up: try it later' }).click(),
  'backtracking same': (exercise) => exercise.getByRole('button', { name: 'As many' }).click(),
};

/** @param {Locator} figure @param {string} square */
const pick = (figure, square) => figure.locator(`[data-square="${square}"]`).click({ force: true });

/** @param {Locator} exercise @param {string} number */
async function write(exercise, number) {
  await exercise.locator('input[type=number]').fill(number);
  await exercise.getByRole('button', { name: 'Check' }).click();
}

/** Opens a chapter by its link in the contents. @param {Page} page @param {string} chapter */
async function open(page, chapter) {
  if (!await page.locator(`article[data-chapter="${chapter}"]`).count()) await page.locator('.contents a').nth(CHAPTERS.indexOf(chapter)).click();
  await page.locator(`article[data-chapter="${chapter}"]`).waitFor();
  await page.waitForFunction(() => [...document.querySelectorAll('[data-figure]')].every((figure) => 'ready' in /** @type {HTMLElement} */ (figure).dataset));
}

for (const language of LANGUAGES) {
  test(`every figure of every chapter shows the engine's numbers in ${language}`, async () => {
    const page = await here.visit('/learn', { ...PHONE, locale: language, colorScheme: language === 'vi' || language === 'it' ? 'dark' : 'light' });
    for (const [at, chapter] of CHAPTERS.entries()) {
      await open(page, chapter);
      assert.equal(await page.locator('article h1').textContent(), texts[language][`${chapter}.title`]);
      for (const figure of await page.locator('[data-figure]:not([data-exercise])').all()) {
        const name = `${chapter} ${await figure.getAttribute('data-figure')}`;
        const expected = await EXPECTED[name]();
        assert.deepEqual(JSON.parse(await figure.getAttribute('data-numbers') ?? ''), expected, name);
        const told = (await figure.locator('.told').textContent() ?? '').replace(/(?<=\d)[.,\u00a0](?=\d{3})/g, '');
        for (const number of Object.values(expected).filter((value) => Number.isInteger(value) && value > 0)) {
          if (name === 'puzzle dead' && number === 1) continue;
          assert.ok(new RegExp(`(?<!\\d)${number}(?!\\d)`).test(told) || await figure.locator('.view').textContent().then((text) => text?.replace(/(?<=\d)[.,\u00a0](?=\d{3})/g, '').includes(String(number))), `${name}: ${number} in "${told}"`);
        }
      }
      assert.doesNotMatch(await page.locator('main').innerText(), /(?<![\w@/.])[a-z]+\.[a-z]+[\w.]*(?![\w/])/, 'no key stands in for a text');
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${chapter} scrolls sideways`);
      if (at % LANGUAGES.length === LANGUAGES.indexOf(language)) assert.deepEqual(await serious(page), [], chapter);
    }
  });
}

test('every exercise can be solved, is judged by the engine, and stays solved', async () => {
  const page = await here.visit('/learn', { ...DESKTOP, reducedMotion: 'reduce' });
  for (const chapter of CHAPTERS) {
    await open(page, chapter);
    const names = await page.locator('[data-exercise]').evaluateAll((all) => all.map((each) => each.getAttribute('data-exercise')));
    for (const name of names) {
      const exercise = page.locator(`[data-exercise="${name}"]`);
      await SOLVED[`${chapter} ${name}`](exercise, page);
      await page.locator(`[data-exercise="${name}"][data-judged=right]`).waitFor();
      assert.ok(await exercise.locator('.solved').isVisible());
    }
  }
  const solved = () => page.locator('.contents li').first().locator('.fine').textContent();
  assert.equal(await solved(), '✓✓✓');
  await page.reload();
  await page.locator('article[data-chapter]').waitFor();
  assert.equal(await solved(), '✓✓✓');
});

test('a walk into a dead end is judged, and a link opens its chapter and its section', async () => {
  const page = await here.visit('/learn?chapter=puzzle&section=kinds');
  await page.locator('[data-section=kinds]').waitFor();
  await page.waitForFunction(() => scrollY > 200);
  const exercise = page.locator('[data-exercise=finish]');
  for (const square of ['b3', 'd4', 'c2', 'e3']) await pick(exercise, square);
  await page.locator('[data-exercise=finish][data-judged=wrong]').waitFor();
  await page.locator('[data-figure=leap] [data-square="c3"]').focus();
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await page.locator('[data-figure=leap] .told', { hasText: 'From a1 the knight reaches 2 squares' }).waitFor();
});

test('a leap is dragged, or moved by a button, to another place in the order, and the count follows', async () => {
  const page = await here.visit('/learn?chapter=backtracking');
  await open(page, 'backtracking');
  const figure = page.locator('[data-figure=order]');
  await figure.getByRole('button', { name: '5×5' }).click();
  const leaps = () => figure.locator('.order li').evaluateAll((all) => all.map((each) => /** @type {HTMLElement} */ (each).dataset.leap).join(' '));
  const isCounted = async () => {
    await page.locator('[data-figure=order][data-ready]').waitFor();
    const { stats } = await ask('solve', { board: 5, start: 'a5', kind: 'open', method: 'backtrack', order: await leaps() });
    await page.waitForFunction((trials) => JSON.parse(/** @type {HTMLElement} */ (document.querySelector('[data-figure=order]')).dataset.numbers ?? '{}').trials === trials, stats.trials);
  };
  await isCounted();
  const before = await leaps();
  await figure.getByRole('button', { name: '1 right, 2 up: try it later' }).click();
  assert.notEqual(await leaps(), before);
  await isCounted();
  await figure.locator('.leap').nth(5).dragTo(figure.locator('.leap').nth(2));
  assert.equal((await leaps()).split(' ')[2], before.split(' ')[5]);
  await isCounted();
});

test('on paper there are texts and pictures, and nothing to press', async () => {
  const page = await here.visit('/learn');
  await open(page, CHAPTERS[0]);
  await page.emulateMedia({ media: 'print' });
  assert.ok(await page.locator('.figure .board').first().isVisible() && await page.locator('.told').first().isVisible());
  assert.equal(await page.locator('button:visible, input:visible, select:visible, nav:visible').count(), 0);
});

test('the texts of the lessons are the same in all languages, with the same gaps and plurals', () => {
  const gaps = (/** @type {any} */ text) => (typeof text === 'string' ? text : text.other).match(/\{\w+\}/g)?.sort() ?? [];
  for (const language of LANGUAGES) {
    assert.deepEqual(Object.keys(texts[language]), Object.keys(texts.en), language);
    const plurals = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, text] of Object.entries(texts[language])) {
      assert.deepEqual([...new Set(gaps(text))], [...new Set(gaps(texts.en[key]))], `${language} ${key}`);
      if (typeof text === 'object') assert.deepEqual(Object.keys(text).sort(), [...plurals].sort(), `${language} ${key}`);
    }
  }
});

/** @param {Page} page */
async function serious(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => /** @type {any} */ (window).axe.run());
  return violations.filter((/** @type {any} */ { impact }) => ['serious', 'critical'].includes(impact))
    .map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes.slice(0, 3).map((/** @type {any} */ node) => node.html.slice(0, 200)).join(' | ')}`);
}
