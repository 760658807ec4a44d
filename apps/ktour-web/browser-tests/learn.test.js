/** Learn: every chapter in every language, every figure's numbers against the engine's own answers, every exercise solved. */

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { CHAPTERS, lessonOf } from '../page/js/lib/chapters.js';
import { DESKTOP, PAGE, PHONE, shared, world } from './harness.js';
import { LANGUAGES as NAMED_LANGUAGES } from '../page/js/lib/i18n.js';

const here = world();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LANGUAGES = NAMED_LANGUAGES.map(([code]) => code);
const texts = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    JSON.parse(readFileSync(`${PAGE}learn/${language}.json`, 'utf8')),
  ]),
);

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */

/** A whole answer. @param {string} question @param {Record<string, any>} words */
async function ask(question, words) {
  return (await fetch(`${here.api}/api/v1/${question}?${new URLSearchParams(words)}`)).json();
}

/** The last event of a stream. @param {string} question @param {Record<string, any>} words */
async function hear(question, words) {
  const events = (
    await (await fetch(`${here.api}/api/v1/${question}?${new URLSearchParams(words)}`)).text()
  )
    .trim()
    .split('\n\n');
  return JSON.parse(events[events.length - 1].split('\ndata: ')[1]);
}

const isDark = (/** @type {string} */ square) =>
  (square.charCodeAt(0) + Number(square.slice(1))) % 2 === 0;

/** What each figure should show, asked without the page. @type {Record<string, () => Promise<Record<string, any>>>} */
const EXPECTED = {
  'puzzle leap': async () => ({
    square: 'c3',
    leaps: (await ask('board', { board: 5 })).leaps.c3.length,
  }),
  'puzzle try': async () => ({ visited: 0 }),
  'puzzle kinds': async () => ({
    kind: 'closed',
    squares: (await ask('solve', { board: 6, start: 'a1', kind: 'closed' })).squares.length,
    leaps: 36,
  }),
  async 'puzzle colours'() {
    const { squares } = await ask('solve', { board: 5, start: 'a1', kind: 'open' });
    const dark = squares.filter(isDark).length;
    return { step: squares.length, dark, light: squares.length - dark };
  },
  async 'puzzle dead'() {
    // The first path that is left without having been prolonged.
    const text = await (
      await fetch(`${here.api}/api/v1/trace?board=5&start=a1&kind=open&events=400`)
    ).text();
    const { events } = JSON.parse(text.split('\n\n')[0].split('\ndata: ')[1]);
    const entered = events.findIndex((/** @type {string[]} */ [kind]) => kind === 'l');
    return { dead: 1, step: entered + 1, left: 25 - entered - 1 };
  },
  'backtracking search': async () =>
    counters(await hear('trace', { board: 5, start: 'a1', kind: 'open', method: 'backtrack' })),
  'backtracking counters': async () =>
    counters(
      await ask('solve', { board: 6, start: 'a6', kind: 'open', method: 'backtrack-iterative' }),
    ),
  async 'backtracking order'() {
    const numbers = counters(
      await ask('solve', { board: 8, start: 'a8', kind: 'open', method: 'backtrack' }),
    );
    assert.equal(numbers.trials, 25936253);
    return numbers;
  },
  'warnsdorff rule': async () => ({ leaps: 0, followed: 0 }),
  async 'warnsdorff ties'() {
    const { outcome } = await ask('solve', {
      board: 7,
      start: 'a1',
      kind: 'open',
      method: 'warnsdorff',
      tries: 1,
      tie: 'random',
      seed: 1,
    });
    assert.equal(outcome, 'found');
    return { squares: 49, walks: 1, whole: 1 };
  },
  async 'warnsdorff fails'() {
    const { yes } = await ask('starts', { board: 7, kind: 'open' });
    const answers = await Promise.all(
      yes.map((/** @type {string} */ start) =>
        ask('solve', { board: 7, start, kind: 'open', method: 'warnsdorff', tries: 1 }),
      ),
    );
    return {
      possible: yes.length,
      good: answers.filter(({ outcome }) => outcome === 'found').length,
    };
  },
  async 'warnsdorff rates'() {
    const { csv } = await hear('lab/warnsdorff', {
      sizes: '5..12',
      tries: 40,
      ties: 'first,random',
      seed: 1,
    });
    const [names, ...rows] = csv
      .trim()
      .split('\n')
      .filter((/** @type {string} */ line) => !line.startsWith('#'))
      .map((/** @type {string} */ line) => line.split(','));
    const value = (/** @type {string[]} */ row, /** @type {string} */ name) =>
      row[names.indexOf(name)];
    const row = rows.find(
      (/** @type {string[]} */ row) => value(row, 'size') === '8' && value(row, 'tie') === 'random',
    );
    return { successes: Number(value(row, 'successes')), tries: 40 };
  },
  async 'none parity'() {
    const {
      closed: {
        reason: { certificate },
      },
    } = await ask('exists', { board: 5, kind: 'closed' });
    return { dark: certificate.a1_colour, light: certificate.other_colour };
  },
  async 'none four'() {
    const { squares } = await ask('solve', { board: '7x4', kind: 'open' });
    const isOuter = (/** @type {string} */ square) => ['1', '4'].includes(square[1]);
    const pairs = squares
      .slice(1)
      .map((/** @type {string} */ square, /** @type {number} */ at) => [
        isOuter(squares[at]),
        isOuter(square),
      ]);
    return {
      step: squares.length,
      within: pairs.filter(([from, to]) => !from && !to).length,
      outer: pairs.filter(([from, to]) => from && to).length,
    };
  },
  'none three': async () => ({ n: 8, class: (await ask('exists', { board: '8x3' })).class }),
  async 'none cut'() {
    const {
      open: {
        reason: {
          certificate: { removed, pieces, joins },
        },
      },
    } = await ask('exists', { board: 4, kind: 'open' });
    return { removed: removed.length, pieces: pieces.length, joins };
  },
  async 'none forced'() {
    const {
      reason: {
        certificate: { steps },
      },
    } = await ask('solve', { board: 5, holes: 'c5', kind: 'closed' });
    return {
      step: steps.length,
      taken: steps.filter((/** @type {any} */ { take }) => take).length,
    };
  },
  async 'none cases'() {
    const {
      reason: { text },
    } = await ask('solve', { board: 6, holes: 'c3,d3,c4,d4', kind: 'open' });
    return { cases: Number(/of (\d+) cases/.exec(text)?.[1]) };
  },
  async 'none shortage'() {
    const [
      {
        reason: {
          certificate: { squares, givers },
        },
      },
      { leaps },
    ] = await Promise.all([
      ask('solve', { board: '5x3', kind: 'closed', method: 'exact' }),
      ask('board', { board: '5x3' }),
    ]);
    const elsewhere = squares
      .flatMap((/** @type {string} */ square) => leaps[square])
      .filter((/** @type {string} */ square) => !givers.includes(square)).length;
    assert.ok(2 * squares.length > 2 * givers.length + elsewhere, 'more is needed than given');
    return { need: 2 * squares.length, given: 2 * givers.length + elsewhere };
  },
  'none leaper': async () => ({
    reached: 18,
    squares: (await ask('board', { board: 6, leaper: '1,3' })).squares.length,
  }),
  'none kept': async () => ({
    side: 8,
    code: (await ask('solve', { board: 8, kind: 'closed', symmetry: 'quarter-turn' })).reason.code,
  }),
  'none table': async () => ({ left: 0 }),
  async 'none starts'() {
    const { yes, no } = await ask('starts', { board: 5, kind: 'open' });
    return { yes: yes.length, no: no.length };
  },
  async 'divide exchange'() {
    const {
      levels: [{ merges }],
    } = await ask('merge', { board: 12 });
    return { n: merges.flatMap((/** @type {any} */ { removed }) => removed).length, sides: '6' };
  },
  async 'divide sizes'() {
    const {
      levels: [{ merges }],
    } = await ask('merge', { board: 14 });
    const parts = merges.flatMap((/** @type {any} */ { parts }) => parts);
    return {
      n: parts.length,
      sides: [...new Set(parts.flatMap((/** @type {any} */ { files, ranks }) => [files, ranks]))]
        .sort()
        .join(),
    };
  },
  'divide odd': async () => ({
    squares: (await ask('solve', { board: '31x29', kind: 'open' })).squares.length,
  }),
  async 'divide tidy'() {
    const {
      measures: { turns, crossings },
    } = await ask('measure', { board: 16, kind: 'closed', method: 'tidy' });
    return { turns, crossings: crossings.total };
  },
  async 'divide map'() {
    const { step, squares } = await ask('at', {
      board: 1e9,
      method: 'parberry',
      square: '500000000,500000000',
    });
    return { step, squares };
  },
  async 'any holes'() {
    const { outcome, squares } = await ask('solve', { board: 6, holes: 'b2,e2,b5,e5' });
    return { outcome, squares: squares.length };
  },
  'any rings': async () => ({
    stage: 0,
    cycles: (await ask('joining', { board: 8, holes: 'd4,e4,d5,e5', seed: 1 })).stages[0].length,
  }),
  async 'many list'() {
    const [{ tours }, { directed, undirected }] = [
      await ask('tours', { board: '3x4', kind: 'open', limit: 100 }),
      await hear('count', { board: '3x4', kind: 'open' }),
    ];
    return { listed: tours.length, directed: Number(directed), undirected: Number(undirected) };
  },
  'many eye': async () => ({
    tours: Number((await hear('count', { board: '5x6', kind: 'closed' })).undirected),
  }),
  'many frontier': frontier,
  async 'many states'() {
    const { undirected, states } = await hear('count', { board: '6x8', kind: 'closed' });
    return { tours: Number(undirected), states: Number(states) };
  },
  async 'many classes'() {
    const { undirected, classes } = await hear('count', {
      board: 6,
      kind: 'closed',
      symmetry: true,
    });
    const { all, quaternary, binary, asymmetric } = classes;
    return Object.fromEntries(
      Object.entries({ tours: undirected, all, quaternary, binary, asymmetric }).map(
        ([name, n]) => [name, Number(n)],
      ),
    );
  },
  async 'growth trials'() {
    const of = async (/** @type {number} */ side, /** @type {string} */ method) =>
      (await ask('solve', { board: side, start: `a${side}`, kind: 'open', method })).stats.trials;
    return {
      small: await of(6, 'backtrack'),
      large: await of(8, 'backtrack'),
      rule: await of(8, 'warnsdorff-backtrack'),
    };
  },
  'growth law': async () => ({ rows: 112, law: 'linear' }),
  'growth alike': async () => ({ rows: 7 }),
};

/** The tours of 3×12 cut in half: beginnings are one state when the same squares are used up and the same ends hang together. */
async function frontier() {
  const pages = await Promise.all(
    [0, 100].map((skip) => ask('tours', { board: '12x3', kind: 'closed', limit: 100, skip })),
  );
  /** @type {string[][]} */
  const tours = pages.flatMap(({ tours }) =>
    tours.map((/** @type {any} */ { squares }) => squares),
  );
  const beginnings = new Set();
  const states = new Set();
  for (const squares of tours) {
    const leaps = squares
      .map((square, at) => [square, squares[(at + 1) % squares.length]].sort())
      .filter((leap) => leap.some((square) => square < 'g'));
    /** @type {Record<string, string>} */
    const piece = Object.fromEntries(leaps.flat().map((square) => [square, square]));
    for (const [a, b] of leaps) {
      const [from, to] = [piece[a], piece[b]];
      for (const square of Object.keys(piece)) if (piece[square] === from) piece[square] = to;
    }
    const ends = leaps
      .flat()
      .filter(
        (square, _, all) => square >= 'g' && all.filter((other) => other === square).length === 1,
      )
      .sort();
    const full = leaps
      .flat()
      .filter((square) => square >= 'g' && !ends.includes(square))
      .sort();
    beginnings.add(leaps.map(String).sort().join(' '));
    states.add(
      `${full} ${ends.map((end) => ends.filter((other) => piece[other] === piece[end]).join('-'))}`,
    );
  }
  return { decided: 18, tours: tours.length, beginnings: beginnings.size, states: states.size };
}

/** What was asked already: every language shows the same. @type {Record<string, Promise<Record<string, any>>>} */
const known = {};

/** Numbers that are seen elsewhere than in the figure's sentence or picture: on a slider. */
const ON_SLIDERS = [
  'puzzle dead dead',
  'many list listed',
  'none forced step',
  'none forced taken',
];

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
  'backtracking fewer': (exercise) =>
    exercise.getByRole('button', { name: '2 right, 1 up: try it later' }).click(),
  'backtracking same': (exercise) => exercise.getByRole('button', { name: 'As many' }).click(),

  async 'warnsdorff follow'(exercise) {
    const { squares } = await ask('solve', { board: 6, start: 'c3', kind: 'open' });
    for (const square of squares.slice(1)) await pick(exercise, square);
  },
  'warnsdorff trap': (exercise) => pick(exercise, 'b2'),
  async 'none two'(exercise) {
    await pick(exercise, 'a1');
    await pick(exercise, 'a2');
    await exercise.and(exercise.page().locator('[data-judged=wrong]')).waitFor();
    await pick(exercise, 'a2');
    await pick(exercise, 'c1');
  },
  'none first': (exercise) => write(exercise, '10'),
  'divide split': (exercise) => write(exercise, '14'),
  'divide hole': (exercise) => pick(exercise, 'a1'),
  'any close': (exercise) => pick(exercise, 'a1'),
  async 'any spoil'(exercise) {
    for (const square of ['b3', 'c2', 'f6', 'c3']) await pick(exercise, square);
  },
  'many three': async (exercise) =>
    write(exercise, (await hear('count', { board: '10x3', kind: 'closed' })).undirected),
  'many five': async (exercise) =>
    write(
      exercise,
      (await hear('count', { board: '5x6', kind: 'closed', symmetry: true })).classes.all,
    ),
  'growth which': (exercise) => exercise.getByRole('button', { name: 'About four times' }).click(),
  'growth fewest': (exercise) => write(exercise, '6'),
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
  if (!(await page.locator(`article[data-chapter="${chapter}"]`).count()))
    await page.locator('.contents a').nth(CHAPTERS.indexOf(chapter)).click();
  await page.locator(`article[data-chapter="${chapter}"]`).waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[data-figure]')].every(
      (figure) => 'ready' in /** @type {HTMLElement} */ (figure).dataset,
    ),
  );
}

for (const language of shared(LANGUAGES)) {
  test(`every figure of every chapter shows the engine's numbers in ${language}`, async () => {
    const page = await here.visit('/learn', {
      ...PHONE,
      locale: language,
      colorScheme: language === 'vi' || language === 'it' ? 'dark' : 'light',
    });
    for (const [at, chapter] of CHAPTERS.entries()) {
      await open(page, chapter);
      assert.equal(
        await page.locator('article h1').textContent(),
        texts[language][`${chapter}.title`],
      );
      for (const figure of await page.locator('[data-figure]:not([data-exercise])').all()) {
        const name = `${chapter} ${await figure.getAttribute('data-figure')}`;
        const expected = await (known[name] ??= EXPECTED[name]());
        assert.deepEqual(
          JSON.parse((await figure.getAttribute('data-numbers')) ?? ''),
          expected,
          name,
        );
        const caption = ((await figure.locator('.caption').textContent()) ?? '').replace(
          /(?<=\d)[.,\u00a0](?=\d{3})/g,
          '',
        );
        for (const [key, number] of Object.entries(expected)) {
          if (!Number.isInteger(number) || number === 0 || ON_SLIDERS.includes(`${name} ${key}`))
            continue;
          assert.ok(
            new RegExp(`(?<!\\d)${number}(?!\\d)`).test(caption) ||
              (await figure
                .locator('.view')
                .textContent()
                .then((text) =>
                  text?.replace(/(?<=\d)[.,\u00a0](?=\d{3})/g, '').includes(String(number)),
                )),
            `${name}: ${number} in "${caption}"`,
          );
        }
      }
      assert.doesNotMatch(
        await page.locator('main').innerText(),
        /(?<![\w@/.])[a-z]+\.[a-z]+[\w.]*(?![\w/])/,
        'no key stands in for a text',
      );
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        `${chapter} scrolls sideways`,
      );
      if (at % LANGUAGES.length === LANGUAGES.indexOf(language))
        assert.deepEqual(await serious(page), [], chapter);
    }
  });
}

test('every exercise can be solved, is checked by the engine, and stays solved', async () => {
  const page = await here.visit('/learn', { ...DESKTOP, reducedMotion: 'reduce' });
  for (const chapter of CHAPTERS) {
    await open(page, chapter);
    const names = await page
      .locator('[data-exercise]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('data-exercise')));
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
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowDown', 'ArrowDown', 'Enter'])
    await page.keyboard.press(key);
  await page
    .locator('[data-figure=leap] .caption', { hasText: 'From a1 the knight reaches 2 squares' })
    .waitFor();
});

test('a leap is dragged, or moved by a button, to another place in the order, and the count follows', async () => {
  const page = await here.visit('/learn?chapter=backtracking');
  await open(page, 'backtracking');
  const figure = page.locator('[data-figure=order]');
  await figure.getByRole('button', { name: '5×5' }).click();
  const leaps = () =>
    figure
      .locator('.order li')
      .evaluateAll((all) =>
        all.map((each) => /** @type {HTMLElement} */ (each).dataset.leap).join(' '),
      );
  const isCounted = async () => {
    await page.locator('[data-figure=order][data-ready]').waitFor();
    const { stats } = await ask('solve', {
      board: 5,
      start: 'a5',
      kind: 'open',
      method: 'backtrack',
      order: await leaps(),
    });
    await page.waitForFunction(
      (trials) =>
        JSON.parse(
          /** @type {HTMLElement} */ (document.querySelector('[data-figure=order]')).dataset
            .numbers ?? '{}',
        ).trials === trials,
      stats.trials,
    );
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

test('the existence table is built up rule by rule, to the classes that the engine gives, and says where it was printed wrong', async () => {
  const page = await here.visit('/learn?chapter=none&section=table');
  await open(page, 'none');
  const figure = page.locator('[data-figure=table]');
  const left = async () => JSON.parse((await figure.getAttribute('data-numbers')) ?? '').left;
  const seen = [];
  for (const chip of await figure.locator('.chip').all()) {
    await chip.click();
    seen.push(await left());
  }
  assert.deepEqual(
    seen,
    [...seen].sort((a, b) => b - a),
    'every rule closes some boards',
  );
  assert.deepEqual([seen[0], seen[seen.length - 1]], [100, 0]);
  const { rows } = await ask('table', { size: '10x10' });
  assert.deepEqual(
    await figure
      .locator('tbody tr')
      .evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent).join(' ')),
      ),
    rows,
  );
  await figure.getByLabel('Where the printed tables').check();
  assert.equal(
    await figure.locator('.wrong').count(),
    JSON.parse((await figure.getAttribute('data-numbers')) ?? '').wrong,
  );
  assert.ok((await figure.locator('.wrong').count()) > 0);
});

test('a reason links to its lesson, wherever it is shown', async () => {
  const places = {
    '/solve?board=5x5&start=a2&at=1': 'parity',
    '/explore?board=4x4': 'four',
    '/count?board=3x6': 'three',
    '/explore?view=starts&board=3x4': 'four',
  };
  for (const [path, section] of Object.entries(places)) {
    const page = await here.visit(path);
    if (path.startsWith('/solve'))
      await page.getByRole('button', { name: 'Generate tour' }).click();
    if (path === '/explore?board=4x4')
      await page.locator('[data-files="4"][data-ranks="7"]').focus();
    if (path.includes('starts')) await page.locator('[data-square=a2]').focus();
    await page.getByRole('link', { name: 'Why? Read the lesson' }).click();
    await page.waitForURL(new RegExp(`section=${section}`));
    await page.locator(`[data-section=${section}]`).waitFor();
    await page.waitForFunction(
      () => scrollY > 0 || document.querySelector('[data-section=parity]'),
    );
  }
});

test('rings are joined into one, on the reader’s own board', async () => {
  const page = await here.visit('/learn?chapter=any');
  await open(page, 'any');
  const figure = page.locator('[data-figure=rings]');
  const numbers = async () => JSON.parse((await figure.getAttribute('data-numbers')) ?? '');
  const { cycles } = await numbers();
  assert.equal(await figure.locator('.tours path').count(), cycles);
  await figure.locator('input[type=range]').press('End');
  assert.equal((await numbers()).cycles, 1);
  await pick(figure, 'a1');
  await page.waitForFunction(
    () =>
      JSON.parse(
        /** @type {HTMLElement} */ (document.querySelector('[data-figure=rings]')).dataset
          .numbers ?? '',
      ).cycles !== 1,
  );
});

test('a printed lesson has texts and pictures, and no buttons', async () => {
  const page = await here.visit('/learn');
  await open(page, CHAPTERS[0]);
  await page.emulateMedia({ media: 'print' });
  assert.ok(
    (await page.locator('.figure .board').first().isVisible()) &&
      (await page.locator('.caption').first().isVisible()),
  );
  assert.equal(
    await page.locator('button:visible, input:visible, select:visible, nav:visible').count(),
    0,
  );
});

test('the page and the command line explain a reason in the same section', () => {
  const topics = JSON.parse(readFileSync(`${PAGE}learn/topics.json`, 'utf8'));
  for (const code of [
    'parity',
    'cut',
    'forced',
    'exhausted',
    'few-neighbours',
    'outer-lines',
    'disconnected',
    'contested',
    'shortage',
    'leaper',
    'too-small',
    'schwenk',
    'unkept',
  ]) {
    const { chapter, section } = lessonOf({ code });
    assert.equal(topics[code][0], `${chapter}.${section}`, code);
  }
  for (const section of Object.values(topics).flat())
    assert.ok(section in texts.en && `${section}.title` in texts.en, section);
});

test('the texts of the lessons are the same in all languages, with the same gaps and plurals', () => {
  const gaps = (/** @type {any} */ text) =>
    (typeof text === 'string' ? text : text.other).match(/\{\w+\}/g)?.sort() ?? [];
  for (const language of LANGUAGES) {
    assert.deepEqual(Object.keys(texts[language]), Object.keys(texts.en), language);
    const plurals = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, text] of Object.entries(texts[language])) {
      assert.deepEqual(
        [...new Set(gaps(text))],
        [...new Set(gaps(texts.en[key]))],
        `${language} ${key}`,
      );
      if (typeof text === 'object')
        assert.deepEqual(Object.keys(text).sort(), [...plurals].sort(), `${language} ${key}`);
    }
  }
});

/** @param {Page} page */
async function serious(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => /** @type {any} */ (window).axe.run());
  return violations
    .filter((/** @type {any} */ { impact }) => ['serious', 'critical'].includes(impact))
    .map(
      (/** @type {any} */ { id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((/** @type {any} */ node) => node.html.slice(0, 200))
          .join(' | ')}`,
    );
}

test('the lesson shows a stored measurement; a new one says when it cannot decide', async () => {
  const page = await here.visit('/learn?chapter=growth&section=law');
  const figure = page.locator('[data-figure=law]');
  await figure
    .getByText('112 measurements at 16 sizes, made before; the best of the four laws: linear.')
    .waitFor();
  await figure.getByText('the data support the linear law').waitFor();
  for (const axis of await figure.locator('.plot .axis').all())
    assert.ok((await axis.locator('text', { hasText: /\d/ }).count()) >= 3);
  await figure.getByRole('button', { name: 'Measure here: Divide' }).click();
  await figure
    .getByText(
      /^30 measurements made here(; the best of the four laws: \w+\.| cannot tell the laws apart)/,
    )
    .waitFor({ timeout: 60_000 });
  await figure.getByRole('button', { name: 'Measured before' }).click();
  await figure.getByText('made before; the best of the four laws: linear.').waitFor();
});
