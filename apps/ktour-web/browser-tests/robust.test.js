/** What fails is said in one sentence, and asked again; what comes late is not drawn. */

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { answersOf } from './answers.js';
import { DESKTOP, onServer, parts, PHONE, SITE, world } from './harness.js';

const here = world();
const TABS = ['play', 'puzzle', 'solve', 'learn', 'explore', 'count', 'atlas', 'lab'];

/** The server is gone for these questions, until it is let back. @param {import('playwright-core').Page} page @param {string} questions */
async function lose(page, questions) {
  const route = `**/api/v1/${questions}`;
  await page.route(route, (route) => route.abort('connectionrefused'));
  return () => page.unroute(route);
}

test(
  'without the server: a sentence, the game kept, a button to retry, and Play retries by itself',
  onServer,
  async () => {
    for (const [locale, said, again, hint] of [
      ['en', 'The server does not answer', 'Try again', 'Hint'],
      ['it', 'Il server non risponde', 'Riprova', 'Suggerimento'],
    ]) {
      const page = await here.visit('/play?board=6x6&after=a1,b3', { ...DESKTOP, locale });
      const { button, note, moves } = parts(page);
      await page.locator('.dot').first().waitFor();
      const back = await lose(page, '*');
      await page.locator('.status .actions.two button').first().click();
      await note.getByText(said).waitFor();
      assert.deepEqual(await moves(), ['a1', 'b3'], hint);
      assert.doesNotMatch(await page.locator('body').innerText(), /fetch|TypeError|network/i);
      assert.ok(await button(again).isVisible());
      await back();
      await page.locator('.tint.hint').waitFor();
      assert.ok(await button(again).isHidden());
    }
  },
);

test('every tab retries when its button is pressed', onServer, async () => {
  /** @type {[string, string, string][]} */
  const places = [
    ['/solve?board=6x6&at=5', 'solve', '.steps g'],
    ['/explore', 'table', '.class-c'],
    ['/atlas?board=1000x1000', 'atlas', 'dd:has-text("1,000,000")'],
    ['/lab?sizes=5..6&tries=10&ties=first&run=yes', 'lab/*', '.lab-stage table'],
    ['/count?board=5x6', 'exists', '.gallery li'],
  ];
  for (const [place, questions, sign] of places) {
    const page = await here.visit('/play');
    const back = await lose(page, questions);
    await page.goto(here.link(place));
    await page.getByText('The server does not answer').first().waitFor();
    // A map without a tour is paper, not a black hole.
    if (questions === 'atlas') {
      await page.waitForFunction(() =>
        /** @type {HTMLCanvasElement} */ (document.querySelector('canvas.map'))
          .getContext('2d')
          ?.getImageData(9, 9, 1, 1)
          .data.slice(0, 3)
          .some((part) => part > 0),
      );
    }
    await back();
    await parts(page).button('Try again').click();
    await page.locator(sign).first().waitFor();
  }
});

test('a late answer to an earlier question is never drawn, in any tab', async () => {
  const page = await here.visit('/play');
  const answers = await answersOf(page);
  const { button } = parts(page);
  const side = async (/** @type {string} */ n) => {
    await page.getByRole('spinbutton').first().fill(n);
    await page.getByRole('spinbutton').first().blur();
  };
  /**
   * Where a question is asked whose answer waits; how another is asked; what is then seen, and nothing else.
   * @type {{place: string, question: string, first: () => Promise<void>, then: () => Promise<void>, seen: string, old: string}[]}
   */
  const places = [
    {
      place: '/solve?board=6x6&kind=open',
      question: 'solve',
      first: () => button('Generate tour').click(),
      then: async () => {
        await page.getByLabel('Kind').selectOption('closed');
        await button('Generate tour').click();
      },
      seen: '.note:text("A closed tour of 36 squares")',
      old: '.note:text("An open tour of 36 squares")',
    },
    {
      place: '/explore?view=starts&board=5x5',
      question: 'starts',
      first: () => page.getByRole('button', { name: '6×6' }).click(),
      then: () => side('4'),
      seen: 'h2:text("A tour can begin on")',
      old: '.board [data-square=e6]',
    },
    {
      place: '/count?board=5x6',
      question: 'tours',
      first: () => page.locator('.tours-list input[type=checkbox]').first().click(),
      then: () => page.getByRole('button', { name: '6×6' }).click(),
      seen: '.gallery li:nth-child(24) .thumbnail[viewBox="0 0 6 6"]',
      old: '.gallery .thumbnail[viewBox="0 0 5 6"]',
    },
    {
      place: '/count?board=5x5',
      question: 'count',
      first: () => page.getByRole('button', { name: '6×6' }).click(),
      then: () => side('5'),
      seen: '.gallery .thumbnail[viewBox="0 0 5 6"]',
      old: '.big-number:text-is("9,862")',
    },
    {
      place: '/atlas?board=1000x1000',
      question: 'atlas',
      first: () => button('10⁴×10⁴').click(),
      then: () => button('100×100').click(),
      seen: 'dd:text-is("10,000")',
      old: 'dd:text-is("100,000,000")',
    },
    {
      place: '/lab?sizes=5..6&tries=10&ties=first',
      question: 'lab/warnsdorff',
      first: () => button('Run').click(),
      then: () => button('Race').click(),
      seen: '.lab-stage table',
      old: '.lab-stage caption:has-text("Greedy walks")',
    },
  ];
  for (const { place, question, first, then, seen, old } of places) {
    await page.goto(here.link(place));
    await page.locator('main .panel').waitFor();
    if (place.startsWith('/count'))
      await page.locator('.gallery li, .big-number:text-is("0")').first().waitFor();
    const go = await answers.hold(question);
    await first();
    await page.waitForTimeout(120);
    await then();
    await page.locator(seen).first().waitFor();
    assert.ok(await go(), `${place}: something came late`);
    await answers.settled();
    assert.ok(await page.locator(seen).first().isVisible(), place);
    assert.equal(await page.locator(old).filter({ visible: true }).count(), 0, place);
  }
});

test('results and running measurements are dropped when the experiment changes', async () => {
  const page = await here.visit('/lab?sizes=5..6&tries=40&ties=first,random&run=yes');
  const answers = await answersOf(page);
  await page.getByText('4 of 4 rows').waitFor();
  await page.getByLabel('Lowest index').or(page.locator('.checks input')).first().uncheck();
  assert.equal(await page.locator('.lab-stage :is(table, .plot)').count(), 0);
  assert.match(
    (await page.locator('.command:visible').textContent()) ?? '',
    /--ties random$|--ties random /,
  );
  assert.deepEqual(
    [
      await page.getByText('4 of 4 rows').count(),
      await page.getByRole('group', { name: 'Download' }).isVisible(),
    ],
    [0, false],
  );
  // A run ends with it.
  await page.goto(here.link('/lab?sizes=50..60&tries=20000&ties=first,random&run=yes'));
  await page.getByRole('progressbar').waitFor();
  await page.locator('.checks input').first().uncheck();
  await page.getByRole('progressbar').waitFor({ state: 'hidden' });
  await answers.settled();
  assert.equal((await answers.counted()).open, 0);
});

test('a zoom through the atlas requests its final view, and nothing on the way', async () => {
  const page = await here.visit('/play');
  const answers = await answersOf(page);
  await page.goto(here.link('/atlas'));
  await page.getByText('1,000,000,000,000,000,000').first().waitFor();
  const before = await answers.counted();
  const box = await page.locator('canvas.map').boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (let n = 0; n < 40; n++) await page.mouse.wheel(0, -200);
  await page.waitForTimeout(1500);
  const { asked, open } = await answers.counted();
  console.log(`a zoom: ${asked - before.asked} questions`);
  assert.ok(asked - before.asked < 80, `${asked - before.asked} questions`);
  assert.equal(open, 0, 'none is left running');
});

test('a task that a page cannot do is refused before it starts, with the command that does it', async () => {
  const page = await here.visit('/play');
  const answers = await answersOf(page);
  const { button } = parts(page);
  /** @type {[place: string, question: string, refused: import('./answers.js').Refusal|null, press: (() => Promise<void>)|null, said: RegExp, command: RegExp][]} */
  const places = [
    [
      '/solve?board=50x50&view=search&method=warnsdorff',
      'trace',
      null,
      () => button('Watch the search').click(),
      /the limit is 1,600/,
      /^ktour solve 50x50 --start a1 --method warnsdorff --tie first --trace -o search\.gif$/,
    ],
    [
      '/solve?board=40x40&method=backtrack',
      'solve',
      { code: 'search-stack', facts: { squares: 1600, bytes: 9 } },
      () => button('Generate tour').click(),
      /Recursion over 1,600 squares/,
      /^ktour solve 40x40 --method backtrack$/,
    ],
    [
      '/explore?view=ends&board=5x5',
      'starts',
      { code: 'memory', facts: { board: '5x5', needed: 9, most: 8 } },
      () => button('Starts').click(),
      /A search on 5x5 needs/,
      /^ktour starts 5x5 --open$/,
    ],
    [
      '/explore',
      'proof',
      { code: 'slow-proof' },
      async () => {
        await page.getByRole('gridcell', { name: '4 by 4: x' }).hover();
        await button('Download the proof').click();
      },
      /took too long/,
      /^ktour solve 4x4 --open --proof DIR$/,
    ],
    [
      '/atlas?board=10000x10000',
      'atlas',
      { code: 'memory', facts: { board: '100x100', needed: 9, most: 8 } },
      () => button('100×100').click(),
      /A search on 100x100 needs/,
      /^ktour at 100x100 --method parberry --step 1$/,
    ],
    [
      '/count?board=5x6',
      'sample',
      { code: 'tables', facts: { board: '5x6', states: '9e9', most: 8 } },
      async () => {
        await page.locator('.gallery li').first().waitFor();
        await button('Draw one at random').click();
      },
      /Counting 5x6 needs/,
      /^ktour sample 5x6 --closed -n 1 --seed \d+$/,
    ],
  ];
  for (const [place, question, refused, press, said, command] of places) {
    await page.goto(here.link(place));
    await page.locator('main .panel').waitFor();
    const back = refused && (await answers.instead(question, refused));
    await press?.();
    await page.getByText(said).first().waitFor();
    const line = page.locator('.remedy .command:visible');
    await line.waitFor();
    assert.match((await line.textContent()) ?? '', command);
    assert.equal(await page.locator('.watching').count(), 0, 'there is no film of nothing');
    await back?.();
  }
});

test('without its texts the page says so in the reader’s language', async () => {
  const context = await here.browser.newContext({ locale: 'vi' });
  const page = await context.newPage();
  await page.route('**/i18n/*', (route) => route.abort());
  await page.goto(here.link('/play'));
  await page.getByRole('alert').getByText('Không tải được văn bản').waitFor();
  await page.unroute('**/i18n/*');
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await page.locator('.board').waitFor();
  await context.close();
});

test('a tab whose files are not loaded can be retried, and the game is kept', async () => {
  const page = await here.visit('/play?board=6x6&after=a1,b3', { ...DESKTOP, locale: 'it' });
  // Of plain files all tabs but the first are one script.
  const files = SITE ? '**/*.js' : '**/tabs/solve/*';
  const { moves } = parts(page);
  await page.locator('.dot').first().waitFor();
  await page.route(files, (route) => route.abort('connectionrefused'));
  await page.locator('nav a[href$="solve"]').click();
  await page.getByRole('alert').getByText('controlla la connessione').waitFor();
  assert.deepEqual(await moves(), ['a1', 'b3']);
  await page.unroute(files);
  await page.getByRole('button', { name: 'Riprova' }).click();
  await page.locator('main .player').waitFor();
  await page.goBack();
  await page.locator('.dot').first().waitFor();
  assert.deepEqual(await moves(), ['a1', 'b3']);
});

test(
  'Play that is opened while the server is gone is played as soon as it is back',
  onServer,
  async () => {
    const page = await here.visit('/count?board=5x5');
    const back = await lose(page, '*');
    await page.locator('nav a[href="./play"]').click();
    const { cell, note, moves } = parts(page);
    // The first square is free; the squares it leads to are requested until an answer arrives.
    await cell('c3').click();
    assert.deepEqual(await moves(), ['c3']);
    await note.getByText('The server does not answer').waitFor();
    await back();
    await page.locator('.dot').first().waitFor();
    await cell('d5').click();
    assert.deepEqual(await moves(), ['c3', 'd5']);
  },
);

test(
  'a page that opens on a tab with missing files shows the tabs and a way to Play',
  onServer,
  async () => {
    const context = await here.browser.newContext({ locale: 'it', ...PHONE });
    const page = await context.newPage();
    await page.route('**/tabs/solve/*', (route) => route.abort());
    await page.goto(here.link('/solve?board=6x6&at=5'));
    await page.getByRole('alert').getByText('controlla la connessione').waitFor();
    assert.equal(await page.locator('nav a').count(), TABS.length);
    assert.equal(await page.locator('nav [aria-current=page] .name').textContent(), 'Risolvi');
    await page.locator('main').getByRole('button', { name: 'Gioca', exact: true }).tap();
    const { cell, moves } = parts(page);
    await cell('a1').tap();
    assert.deepEqual(await moves(), ['a1']);
    await page.goto(here.link('/solve?board=6x6&at=5'));
    const retry = page.getByRole('button', { name: 'Riprova' });
    await retry.waitFor();
    await page.unroute('**/tabs/solve/*');
    await retry.tap();
    await page.locator('main .player').waitFor();
    await context.close();
  },
);

/** What a browser keeps after a visit, by its key. @type {Record<string, any>} */
const KEPT = {
  settings: { language: 'en', theme: 'dark' },
  play: {
    board: { files: 6, ranks: 6, holes: ['f6'], leaper: 'camel' },
    squares: ['a1', 'b4'],
    undone: ['c1'],
    elapsed: 5,
    isHelped: false,
    left: [
      {
        board: { files: 5, ranks: 5, holes: [] },
        squares: ['a1'],
        undone: [],
        elapsed: 1,
        isHelped: true,
      },
    ],
    options: { numbers: true, path: true, onward: true, deadEnd: true, sound: false },
  },
  puzzle: {
    difficulty: 'easy',
    games: { '2026-11-15 easy': { entries: { a1: 3 }, elapsed: 5, hints: 1, isSolved: false } },
    done: { '2026-11-14 easy': { time: 5, hints: 0, on: '2026-11-14' } },
    options: { clock: true, path: true },
  },
  solve: { speeds: { tour: 2, search: 4, race: 3, merge: 0 } },
  learn: { solved: ['growth.fewest'] },
  atlas: { board: '100x100' },
  times: { '8x8--': { open: 5000, closed: 6000 } },
  explore: {},
  count: {},
  lab: {},
};
const GARBAGE = [null, true, -7, 1e300, 'x', '5x', [], [null], {}, { a: null }];
/** Of each kind one, where every value takes a page that is loaded again. */
const FEW = [null, -7, 'x', [null], { a: null }];

/** Everything that a value becomes when it, or a part of it, is garbage. @param {any} value @param {any[]} [garbage] @returns {any[]} */
function spoilt(value, garbage = GARBAGE) {
  const parts = value && typeof value === 'object' ? Object.keys(value) : [];
  const inside = parts.flatMap((name) =>
    spoilt(value[name], garbage).map((bad) =>
      Object.assign(Array.isArray(value) ? [...value] : { ...value }, { [name]: bad }),
    ),
  );
  return [...garbage, ...inside];
}

test('every tab survives any stored value, under every key', async () => {
  const page = await here.visit('/play');
  for (const name of TABS) {
    const words = name === 'puzzle' ? '?date=2026-11-15' : '';
    await page.evaluate(() => localStorage.clear());
    await page.goto(here.link(`/${name}${words}`));
    await page.locator('main .panel').waitFor();
    // A tab reads its own key and the times; all other keys are spoilt below, together.
    const cases = Object.entries(KEPT)
      .filter(([key]) => key === name || key === 'times' || key === 'settings')
      .flatMap(([key, value]) =>
        (key === 'settings' ? GARBAGE : spoilt(value)).map((bad) => [key, JSON.stringify(bad)]),
      );
    const lost = await page.evaluate(
      async ({ cases, link }) => {
        for (const [key, text] of [...cases, ...cases.map(([key]) => [key, '{"']).slice(-1)]) {
          localStorage.setItem(`ktour.${key}`, text);
          history.replaceState(null, '', link);
          dispatchEvent(new PopStateEvent('popstate'));
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          if (!document.querySelector('main .panel')) return `${key} ${text}`;
        }
        return '';
      },
      { cases, link: here.link(`/${name}${words}`) },
    );
    assert.equal(lost, '', name);
    // The same from the beginning: all keys at once, and the one for a page that is loaded again.
    for (const bad of FEW.map((bad) => JSON.stringify(bad))) {
      await page.evaluate(
        ({ keys, bad }) => {
          for (const key of keys) localStorage.setItem(`ktour.${key}`, bad);
          sessionStorage.setItem('ktour.left', bad);
        },
        { keys: Object.keys(KEPT), bad },
      );
      await page.goto(here.link(`/${name}${words}`));
      await page.locator('main .panel').waitFor();
    }
  }
});

test('broken settings and links are ignored', async () => {
  const page = await here.visit('/play');
  const links = ['http://elsewhere.example/', 5, null, {}, 'x:'].map((bad) => ['left', bad]);
  for (const [key, bad] of [
    ...spoilt(KEPT.settings, FEW).map((bad) => ['settings', bad]),
    ...links,
  ]) {
    await page.evaluate(
      ({ key, bad }) => {
        if (key === 'settings') localStorage.setItem('ktour.settings', JSON.stringify(bad));
        else sessionStorage.setItem('ktour.left', JSON.stringify([location.href, bad]));
      },
      { key, bad },
    );
    await page.reload();
    await page.locator('main .panel').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Play', exact: true }).isVisible());
  }
});
