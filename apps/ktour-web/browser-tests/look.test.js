/** How the page looks and what it costs: languages, dark, still, narrow and wide, axe, weight. */

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  DESKTOP,
  NARROW,
  onServer,
  parts,
  PHONE,
  shared,
  shot,
  tour,
  WALL,
  world,
} from './harness.js';

const here = world();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const HALF = 'after=a1,b3,c5,d7,f8,h7,g5,h3,g1,e2,c1,a2,b4,a6,b8';
/** Every tab and view, each in a telling state. */
const PLACES = {
  welcome: '/play',
  play: `/play?board=8x8&${HALF}`,
  puzzle: '/puzzle?date=2026-11-15&difficulty=medium',
  solve: '/solve?board=8x8&start=d4&at=40',
  search: '/solve?board=5x5&start=a1&kind=open&method=backtrack&view=search&at=300',
  race: '/solve?board=6x6&start=a1&kind=open&view=race&at=30',
  merge: '/solve?board=14x14&view=merge&at=3',
  explore: '/explore?figures=1',
  starts: '/explore?view=starts&board=6x5',
  count: '/count?board=6x6',
  atlas: '/atlas',
  learn: '/learn?chapter=none',
  lab: '/lab?experiment=backtracking&boards=5x5,6x6&max_time=1s&run=yes',
};
const LANGUAGES = {
  en: ['English', 'Play', 'Undo'],
  vi: ['Tiếng Việt', 'Chơi', 'Hoàn tác'],
  zh: ['中文', '游戏', '撤销'],
  it: ['Italiano', 'Gioca', 'Annulla'],
};

/** Waits until the state of the link is there. @param {import('playwright-core').Page} page @param {string} name */
async function settled(page, name) {
  const sign =
    /** @type {Record<string, string>} */ ({
      welcome: '.welcome h1',
      learn: '.lesson figure .tint',
      puzzle: '.labels .given',
      race: '.lane .steps g',
      merge: '.tours path',
      explore: '.wrong',
      starts: '.tint',
      count: '.gallery li',
      atlas: 'canvas.map',
      lab: '.lab-stage table',
    })[name] ?? '.steps g';
  await page.locator(sign).first().waitFor();
  if (name === 'race')
    await page
      .locator('.note', { hasText: 'The knights are running' })
      .waitFor({ timeout: 30_000 });
}

/** Whether screenshots of all of them are saved. */
const isDrawn = !!process.env.SHOTS;

/** Screens on which the page is tested: laptops at 400 and 200 per cent, phones upright and on their side, a tablet, a laptop, a projector. */
const SCREENS = [
  '320x180',
  '320x256',
  '390x844',
  '844x390',
  '640x360',
  '768x1024',
  '1280x800',
  '1920x1080',
];
/** Screens on which axe runs by day; by night only the colours are others. */
const CHECKED = ['320x256', '390x844', '640x360', '1280x800'];
const CHECKED_BY_NIGHT = ['390x844', '1280x800'];

for (const [name, path] of Object.entries(PLACES)) {
  test(`${name}: on eight screens, light and dark, nothing is cut off and axe finds nothing serious`, async () => {
    const page = await here.visit(path, { ...DESKTOP, hasTouch: true });
    await settled(page, name);
    for (const colorScheme of shared(/** @type {('light'|'dark')[]} */ (['light', 'dark']))) {
      await page.emulateMedia({ colorScheme });
      const checked = colorScheme === 'light' ? CHECKED : CHECKED_BY_NIGHT;
      for (const screen of SCREENS) {
        const [width, height] = screen.split('x').map(Number);
        await page.setViewportSize({ width, height });
        if (isDrawn) await shot(page, `${name}-${screen}-${colorScheme}`);
        assert.ok(
          await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
          `no sideways scrolling on ${screen}`,
        );
        assert.deepEqual(await cutOff(page), [], `on ${screen}`);
        if (checked.includes(screen))
          assert.deepEqual(await serious(page, colorScheme === 'dark'), [], `on ${screen}`);
      }
    }
  });
}

test('on a wall screen the board is large and whole', async () => {
  const page = await here.visit(PLACES.play, WALL);
  const box = await parts(page).board.boundingBox();
  assert.ok(box && box.width > 1000 && box.y + box.height <= 1440, JSON.stringify(box));
  await shot(page, 'play-wall');
});

test('touch targets are 44 pixels high', async () => {
  for (const path of [PLACES.play, PLACES.puzzle, PLACES.solve]) {
    const page = await here.visit(path, NARROW);
    const small = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          'button, select, nav a, input:not([type=checkbox]):not([type=range]), summary, label.toggle, label.check',
        ),
      ]
        .filter((element) => element.getClientRects().length)
        .map((element) => ({
          name: element.textContent || element.tagName,
          height: element.getBoundingClientRect().height,
          width: element.getBoundingClientRect().width,
        }))
        .filter(({ height, width }) => height < 43.5 || width < 43.5),
    );
    assert.deepEqual(small, []);
  }
});

test('on an upright tablet the board has the full width, with the actions below it', async () => {
  const page = await here.visit(PLACES.play, {
    viewport: { width: 768, height: 1024 },
    hasTouch: true,
  });
  const box = async (/** @type {string} */ name) =>
    /** @type {NonNullable<Awaited<ReturnType<import('playwright-core').Locator['boundingBox']>>>} */ (
      await (name ? parts(page).button(name) : parts(page).board).boundingBox()
    );
  const [board, hint, bar] = [
    await box(''),
    await box('Hint'),
    await page.locator('nav').boundingBox(),
  ];
  assert.ok(board.width > 600, JSON.stringify(board));
  assert.ok(
    bar && hint.y >= board.y + board.height && hint.y + hint.height <= bar.y,
    JSON.stringify([board, hint, bar]),
  );
  const tops = await page
    .locator('.option')
    .evaluateAll((options) => options.map((option) => option.getBoundingClientRect().top));
  assert.deepEqual(new Set(tops).size, 1, 'what is shown is chosen in one row');
});

test('on a low screen the board keeps its size, and the page scrolls', async () => {
  for (const path of [PLACES.play, PLACES.puzzle, '/solve?board=8x8&start=d4&at=40']) {
    const page = await here.visit(path, { ...DESKTOP, hasTouch: true });
    for (const screen of SCREENS) {
      const [width, height] = screen.split('x').map(Number);
      await page.setViewportSize({ width, height });
      const board = await parts(page).board.boundingBox();
      assert.ok(
        board && board.width >= Math.min(width - 16, 320),
        `${path} ${width}: ${JSON.stringify(board)}`,
      );
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    }
    await page.setViewportSize({ width: 640, height: 360 });
    await page.evaluate(() => scrollTo(0, 400));
    const bar = await page.locator('nav').boundingBox();
    assert.ok(bar && bar.y + bar.height <= 0, 'the tabs scroll away');
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('link', { name: /^Atlas/ }).waitFor();
  }
});

test('the existence table fades at the edge behind which it continues, and has names for all headers', async () => {
  const page = await here.visit('/explore', PHONE);
  const table = page.locator('.existence-scroll');
  await page.locator('.class-c').first().waitFor();
  assert.match((await table.getAttribute('class')) ?? '', /more-right/);
  const cell = await page.locator('[data-files="8"][data-ranks="8"]').boundingBox();
  assert.ok(cell && cell.width >= 30, JSON.stringify(cell));
  await table.evaluate((box) => box.scrollTo(box.scrollWidth, 0));
  await page.locator('.existence-scroll.more-left:not(.more-right)').waitFor();
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    /** @type {any} */ (window).axe.run('.existence'),
  );
  assert.deepEqual(
    violations.map((/** @type {any} */ { id }) => id),
    [],
  );
});

test('coordinates of a large board are beside it, and never meet', async () => {
  for (const path of ['/play?board=20x20&after=a1', '/play?board=100x100&after=j10']) {
    const page = await here.visit(path, PHONE);
    await page.locator('.ruler span').first().waitFor();
    const boxes = (/** @type {string} */ selector) =>
      page
        .locator(selector)
        .evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().toJSON()));
    const board = await parts(page).board.boundingBox();
    const [files, ranks] = [await boxes('.ruler.files span'), await boxes('.ruler.ranks span')];
    assert.ok(board && files.length > 3 && ranks.length > 3);
    for (const [at, { left, right, top }] of files.entries())
      assert.ok(
        top >= board.y + board.height - 1 && left >= (files[at - 1]?.right ?? 0),
        String(right),
      );
    for (const [at, { bottom, right }] of ranks.entries())
      assert.ok(right <= board.x && (at === 0 || bottom <= ranks[at - 1].top));
    assert.equal(await page.locator('.coordinates text').first().isVisible(), false);
    const knight = await page.locator('.knight path').boundingBox();
    assert.ok(knight && knight.width > 9, JSON.stringify(knight));
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    const [near, frame] = [
      await page.locator('.knight path').boundingBox(),
      await page.locator('.board-scroll').boundingBox(),
    ];
    assert.ok(
      near &&
        frame &&
        near.x >= frame.x &&
        near.y + near.height <= frame.y + frame.height &&
        near.x + near.width <= frame.x + frame.width,
      JSON.stringify([near, frame]),
    );
  }
});

test('a filled screen can be left without a keyboard', async () => {
  const page = await here.visit(PLACES.play);
  await page.getByRole('button', { name: 'Fill the screen' }).click();
  await page.waitForFunction(() => document.fullscreenElement);
  await page.getByRole('button', { name: 'Leave the full screen' }).click();
  await page.waitForFunction(() => !document.fullscreenElement);
  assert.equal(
    await page.getByRole('button', { name: 'Leave the full screen' }).isVisible(),
    false,
  );
});

test('the path is the picture: beads are small, numbers are in corners, tints have no seams', async () => {
  const page = await here.visit(PLACES.play);
  await page.locator('.numbers text').nth(14).waitFor();
  const [square, bead, number] = await Promise.all(
    ['.square', '.steps circle', '.numbers text'].map((name) =>
      page.locator(name).first().boundingBox(),
    ),
  );
  assert.ok(square && bead && number && bead.width < 0.25 * square.width);
  const layers = await page
    .locator('.board > g')
    .evaluateAll((all) => all.map(({ classList }) => classList[0]));
  assert.ok(layers.indexOf('path') < layers.indexOf('numbers'));
  const first = await parts(page).cell('a1').boundingBox();
  assert.ok(first && number.y < first.y + first.height / 2 && number.x > first.x + first.width / 3);
  // One colour where tinted squares meet: a line of pixels across the edge has no third one.
  const tints = await page
    .locator('.stains rect')
    .evaluateAll((all) => all.map((rect) => getComputedStyle(rect).shapeRendering));
  assert.deepEqual(new Set(tints), new Set(['crispedges']));
});

test('large boards zoom and pan', async () => {
  const page = await here.visit('/play?board=20x20&after=j10', PHONE);
  const { cell, button } = parts(page);
  const width = async () => (await cell('j10').boundingBox())?.width ?? 0;
  const before = await width();
  await button('Zoom in').click();
  await button('Zoom in').click();
  assert.ok((await width()) > 2 * before);
  const scroll = page.locator('.board-scroll');
  await scroll.evaluate((box) => box.scrollTo(0, 0));
  assert.equal(await scroll.evaluate((box) => box.scrollWidth > box.clientWidth), true);
  await button('Whole board').click();
  assert.ok(Math.abs((await width()) - before) < 1);
});

for (const [language, [own, tab, undo]] of shared(Object.entries(LANGUAGES))) {
  test(`the page opens in the language of a browser that prefers ${language}`, async () => {
    const page = await here.visit(PLACES.play, { ...DESKTOP, locale: language });
    await page.getByRole('link', { name: tab, exact: true }).waitFor();
    await page.getByRole('button', { name: undo, exact: true }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), language);
    assert.equal(await page.locator('.language option:checked').textContent(), own);
    assert.doesNotMatch(
      await page.locator('body').innerText(),
      /\b[a-z]+\.[a-z]+[A-Z]?\w*\b(?<!\d)/,
      'no key stands in for a text',
    );
    await shot(page, `play-${language}`);
    await page.goto(here.link(PLACES.solve));
    await page.locator('.steps g').nth(30).waitFor();
    await shot(page, `solve-${language}`);
    assert.deepEqual(await cutOff(page), []);
    const phone = await here.visit(PLACES.play, { ...NARROW, locale: language });
    for (const [name, path] of Object.entries(PLACES)) {
      // The welcome is gone once a game was played.
      if (name === 'race' || name === 'welcome') continue;
      await phone.goto(here.link(path));
      await settled(phone, name);
      assert.deepEqual(await cutOff(phone), [], `${name} on 320 pixels`);
      assert.ok(
        await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        `${name} on 320 pixels`,
      );
      if (isDrawn) await shot(phone, `${name}-${language}-narrow`);
    }
  });
}

test('the language can be switched, is kept, and keeps the game', async () => {
  const page = await here.visit(PLACES.play);
  const { moves } = parts(page);
  const squares = await moves();
  await page.getByLabel('Language').selectOption('it');
  await page.getByRole('button', { name: 'Annulla' }).waitFor();
  assert.deepEqual(await moves(), squares);
  await page.waitForFunction(() => localStorage.getItem('ktour.settings')?.includes('it'));
  await page.reload();
  await page.getByRole('button', { name: 'Annulla' }).waitFor();
  await page.getByText('Da b8 c’è una mossa permessa.').waitFor();
});

test('reasons are in the reader’s language', async () => {
  for (const [language, words] of Object.entries({
    vi: 'Mỗi nước nhảy đổi màu ô',
    zh: '每次跳跃都改变格子的颜色',
    it: 'Ogni salto cambia il colore',
  })) {
    const page = await here.visit('/solve?board=5x5&start=a2&at=1', {
      ...DESKTOP,
      locale: language,
    });
    await page.locator('.note', { hasText: words }).waitFor();
  }
});

test('light and dark follow the system, or the reader', async () => {
  const page = await here.visit(PLACES.play, { ...DESKTOP, colorScheme: 'dark' });
  const ground = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await ground();
  await page.getByRole('button', { name: 'Colours: as the system' }).click();
  const light = await ground();
  assert.notEqual(light, dark);
  await page.getByRole('button', { name: 'Colours: light' }).click();
  assert.equal(await ground(), dark);
  // A map is painted, not styled: day comes over it too.
  await page.goto(here.link('/atlas?board=100x100'));
  await page.locator('.facts dd', { hasText: '10,000' }).waitFor();
  const corner = () =>
    page.locator('canvas.map').evaluate((map) => {
      const dot = /** @type {OffscreenCanvasRenderingContext2D} */ (
        new OffscreenCanvas(1, 1).getContext('2d')
      );
      dot.drawImage(/** @type {HTMLCanvasElement} */ (map), 2, 2, 1, 1, 0, 0, 1, 1);
      return String(dot.getImageData(0, 0, 1, 1).data);
    });
  const night = await corner();
  await page.getByRole('button', { name: 'Colours: dark' }).click();
  await page.getByRole('button', { name: 'Colours: as the system' }).click();
  while ((await corner()) === night) await page.waitForTimeout(50);
});

test('reduced motion shows results without animation', async () => {
  const page = await here.visit('/solve?board=6x6', { ...DESKTOP, reducedMotion: 'reduce' });
  const { button, moves, note } = parts(page);
  await button('Generate tour').click();
  await note.getByText('tour of 36 squares').waitFor();
  assert.equal((await moves()).length, 36);
  await page.goto(here.link('/play?board=6x6&after=a1'));
  await button('Finish').click();
  await note.getByText('Finished for you').waitFor();
  assert.equal((await moves()).length, 36);
});

test(
  'a first visit weighs less than 200 KB in every tab, and fetches nothing of another',
  onServer,
  async () => {
    for (const tab of ['play', 'puzzle', 'solve', 'explore', 'atlas', 'count', 'lab']) {
      const context = await here.browser.newContext();
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      let weight = 0;
      // The page's own files, as they came over the wire; answers to questions are not the page.
      const files = new Map();
      session.on('Network.responseReceived', ({ requestId, response }) =>
        files.set(requestId, new URL(response.url)),
      );
      session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        if (!files.get(requestId)?.pathname.startsWith('/api/')) weight += encodedDataLength;
      });
      await page.goto(here.link(`/${tab}`));
      await page.locator('main .panel').waitFor();
      await page.waitForLoadState('networkidle');
      await context.close();
      console.log(`first visit of ${tab}: ${weight} bytes`);
      assert.ok(weight < 200_000, `${tab}: ${weight} bytes`);
      // A browser's own pictures, such as that of a calendar, come from nowhere.
      const urls = [...files.values()].filter(({ protocol }) => protocol !== 'data:');
      assert.deepEqual([...new Set(urls.map(({ origin }) => origin))], [here.origin]);
      const others = urls
        .map(({ pathname }) => pathname)
        .filter(
          (path) =>
            /\/(?:tabs|i18n)\/\w+\//.test(path) &&
            !path.includes(`/${tab}/`) &&
            !path.includes('/tabs/play/'),
        );
      assert.deepEqual(others, []);
    }
  },
);

test('a tour by hand is the same in the picture and in the text', async () => {
  const squares = await tour(here.api, 'board=8x8&start=e4');
  const page = await here.visit(`/play?board=8x8&after=${squares.join()}`);
  const { moves } = parts(page);
  await page.locator('.path line.closing').waitFor();
  const labels = await page
    .getByRole('gridcell')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
  const byStep = labels
    .map((label) => /^(\w+), step (\d+)$/.exec(label) ?? [])
    .sort((a, b) => Number(a[2]) - Number(b[2]))
    .map(([, square]) => square);
  assert.deepEqual(byStep, squares);
  assert.deepEqual(await moves(), squares);
});

test('every state is visible in forced colours', async () => {
  const page = await here.visit(PLACES.play, { ...DESKTOP, forcedColors: 'active' });
  const ground = (/** @type {string} */ selector) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  const [on, off] = [
    await ground('.option:has(:checked)'),
    await ground('.option:not(:has(:checked))'),
  ];
  assert.notEqual(on, off, 'what is shown');
  assert.notEqual(
    await ground('nav a[aria-current]'),
    await ground('nav a:not([aria-current])'),
    'the tab',
  );
  assert.match(
    await page.locator('progress').evaluate((bar) => getComputedStyle(bar).borderTopStyle),
    /solid/,
    'how far the game is',
  );
  await page.goto(here.link(PLACES.solve));
  await page.locator('.steps g').nth(20).waitFor();
  assert.notEqual(
    await ground('.views [aria-pressed=true]'),
    await ground('.views [aria-pressed=false]'),
    'the view',
  );
  await page.goto(here.link(PLACES.count));
  await page.locator('.gallery li').first().waitFor();
  const toggle = page.getByLabel('One of each symmetry class');
  const shade = () => toggle.evaluate((input) => getComputedStyle(input).backgroundColor);
  const before = await shade();
  await toggle.uncheck();
  assert.notEqual(await shade(), before, 'a switch');
});

test('a printed page has boards and texts, and no buttons', async () => {
  const page = await here.visit(PLACES.solve);
  await page.locator('.steps g').nth(20).waitFor();
  await page.emulateMedia({ media: 'print' });
  assert.ok(
    (await page.locator('.board').isVisible()) && (await page.locator('.note').isVisible()),
  );
  assert.equal(
    await page.locator('button:visible, input:visible, select:visible, nav:visible').count(),
    0,
  );
});

/** Texts wider than what holds them. @param {import('playwright-core').Page} page */
function cutOff(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, label span, legend, h2, p, dd, nav a, .brand span')]
      .filter(
        (element) =>
          element.getClientRects().length &&
          !element.closest('.unseen') &&
          getComputedStyle(element).clipPath === 'none',
      )
      .filter(
        (element) =>
          element.scrollWidth > element.clientWidth + 1 &&
          getComputedStyle(element).display !== 'inline',
      )
      .map((element) => `${element.tagName} ${element.textContent}`),
  );
}

/** What axe finds that is serious or worse; of a table of four hundred cells, the first rows are enough. @param {import('playwright-core').Page} page @param {boolean} [isColourOnly] */
async function serious(page, isColourOnly) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(
    (isColourOnly) =>
      /** @type {any} */ (window).axe.run(
        { exclude: [['.existence tbody tr:nth-child(n+8)']] },
        isColourOnly ? { runOnly: ['color-contrast'] } : {},
      ),
    isColourOnly,
  );
  return violations
    .filter((/** @type {any} */ { impact }) => ['serious', 'critical'].includes(impact))
    .map(
      (/** @type {any} */ { id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((/** @type {any} */ node) => node.html.slice(0, 160))
          .join(' | ')}`,
    );
}

test('a printed puzzle is a rule and a board in grey, and a printed game has no dots and no instructions', async () => {
  const page = await here.visit(PLACES.puzzle);
  await page.locator('.labels .given').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  const text = await page.locator('main').innerText();
  assert.match(text, /Write the numbers 1 to 36/);
  assert.doesNotMatch(text, /Choose a number/);
  const fill = await page
    .locator('.square.dark')
    .first()
    .evaluate((rect) => getComputedStyle(rect).fill);
  assert.equal(fill, 'rgb(232, 232, 232)');
  await page.emulateMedia({ media: 'screen' });
  await page.goto(here.link(PLACES.play));
  await page.locator('.dot').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.dot').first().isVisible(), false);
  assert.doesNotMatch(await page.locator('main').innerText(), /legal move/);
});
