/** Puzzle: a day's puzzle by mouse, by keyboard and by touch, with hints, checks and an archive. */

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { parts, PHONE, world } from './harness.js';
import { dayAfter, dayOf, streak, today } from '../page/js/tabs/puzzle/day.js';

const here = world();
const EASY = '/puzzle?date=2026-11-15&difficulty=easy';

/** The puzzle itself, from the server. @param {string} words */
async function made(words = 'board=5x5&difficulty=easy&date=2026-11-15') {
  const { givens, solution } = await (await fetch(`${here.api}/api/v1/puzzle?${words}`)).json();
  return {
    givens: /** @type {Record<string, number>} */ (givens),
    solution: /** @type {string[]} */ (solution),
  };
}

/** What is written on the board, by squares. @param {import('playwright-core').Page} page */
async function written(page) {
  const labels = await page
    .getByRole('gridcell')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
  return Object.fromEntries(
    labels
      .flatMap((label) => (/^(\w+), (\d+)/.exec(label) ?? []).slice(1, 3).join(' ') || [])
      .map((pair) => pair.split(' '))
      .map(([square, n]) => [square, Number(n)]),
  );
}

/** Opens a puzzle and waits for its numbers. @param {string} path @param {import('playwright-core').BrowserContextOptions} [options] */
async function opened(path, options) {
  const page = await here.visit(path, options);
  await page.locator('.labels .given').first().waitFor();
  return page;
}

test('a puzzle is solved by typing alone, and the result gives nothing away', async () => {
  const { givens, solution } = await made();
  const page = await opened(EASY);
  const { cell, live, note, button } = parts(page);
  for (const [at, square] of solution.entries()) {
    if (square in givens) continue;
    await cell(square).focus();
    await page.keyboard.type(String(at + 1));
    await page.keyboard.press('Tab');
  }
  await note.getByText('Solved! All 25 numbers').waitFor();
  assert.match((await live.textContent()) ?? '', /Solved!/);
  assert.match(
    (await page.locator('.result').textContent()) ?? '',
    /^♞ Knight's Tour · November 15, 2026 · Easy 5×5 · 0:\d\d · 0 hints$/,
  );
  assert.equal(await page.locator('.path line').count(), 24);
  // A strip in the order of the numbers, which says nothing of their squares.
  assert.deepEqual(
    await page.locator('.strip span').evaluateAll((all) => all.map(({ className }) => className)),
    solution.map((square) => (square in givens ? 'given' : 'found')),
  );
  await page.reload();
  await note.getByText('Solved!').waitFor();
  await page.getByRole('button', { name: 'Easy 5×5 ✓' }).waitFor();
  await button('Now Medium').click();
  await page.waitForURL(/difficulty=medium/);
});

test('with the mouse a path is continued from a clue, and numbers are dragged', async () => {
  const { givens, solution } = await made();
  const page = await opened(EASY);
  const { cell, button } = parts(page);
  // A given step with an open one behind it.
  const at = solution.findIndex(
    (square, at) => square in givens && at + 1 < solution.length && !(solution[at + 1] in givens),
  );
  await cell(solution[at]).click();
  await page.locator('.dot').first().waitFor();
  await cell(solution[at + 1]).click();
  assert.equal((await written(page))[solution[at + 1]], at + 2);
  await button('Undo').click();
  assert.ok(!(solution[at + 1] in (await written(page))));
  await button('Redo').click();
  assert.equal((await written(page))[solution[at + 1]], at + 2);
  // The next number from the tray, then from square to square.
  const [empty, other] = solution.filter(
    (square) => !(square in givens) && square !== solution[at + 1],
  );
  const chip = page.locator('.tray .chip').first();
  const n = Number(await chip.textContent());
  await drag(page, chip, cell(empty));
  assert.equal((await written(page))[empty], n);
  await drag(page, cell(empty), cell(other));
  assert.deepEqual([(await written(page))[empty], (await written(page))[other]], [undefined, n]);
  await cell(other).click();
  await button('Erase').click();
  assert.ok(!(other in (await written(page))));
});

test('on a phone a number of the tray goes to the tapped square, and progress survives a reload', async () => {
  const { givens, solution } = await made();
  const page = await opened(EASY, PHONE);
  const { cell } = parts(page);
  const empty = solution.filter((square) => !(square in givens));
  await cell(empty[0]).tap();
  await page.locator('.tray .chip').nth(1).tap();
  const first = await written(page);
  assert.ok(first[empty[0]]);
  // Without a square that is empty the number waits for one.
  await page.locator('.tray .chip').nth(0).tap();
  await cell(empty[1]).tap();
  assert.ok((await written(page))[empty[1]]);
  await cell(empty[0]).tap();
  const before = await written(page);
  await page.reload();
  await page.locator('.labels .written').first().waitFor();
  assert.deepEqual(await written(page), before);
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    'nothing is wider than the phone',
  );
});

test('mistakes are shown by Check, and not before', async () => {
  const { givens, solution } = await made();
  const page = await opened(EASY);
  const { cell, button, note } = parts(page);
  const [one, other] = solution
    .map((square, at) => ({ square, n: at + 1 }))
    .filter(({ square, n }) => !(square in givens) && n > 2);
  await cell(one.square).focus();
  await page.keyboard.type(String(other.n));
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('.labels .off').count(), 0);
  await button('Hint').click();
  await note.getByText('Something you wrote is wrong').waitFor();
  await button('Check').click();
  await note.getByText('1 number is wrong').waitFor();
  assert.equal(await page.locator('.labels .off').count(), 1);
  await cell(one.square).focus();
  await page.keyboard.type(String(one.n));
  await page.keyboard.press('Enter');
  await button('Check').click();
  await note.getByText('All right so far').waitFor();
  // What is given stays.
  await cell(Object.keys(givens)[0]).focus();
  await page.keyboard.type('9');
  await note.getByText('is given on').waitFor();
  assert.equal((await written(page))[Object.keys(givens)[0]], Object.values(givens)[0]);
});

test('hints show where, then why, then the number, and lead to the solution', async () => {
  const { givens, solution } = await made();
  const page = await opened(EASY);
  const { note, button } = parts(page);
  const height = async () => (await button('Undo').boundingBox())?.y;
  const before = await height();
  await button('Hint').click();
  await note.getByText(/^Look (around|at) /).waitFor();
  assert.equal(await height(), before, 'Undo stays where it is');
  await button('Hint').click();
  await note.getByText(/only one/i).waitFor();
  await button('Hint').click();
  await note.getByText(/^\w\d is \d+\. It is written in\.$/).waitFor();
  for (let at = 0; at < 80 && !(await note.getByText('Solved!').isVisible()); at++) {
    const before = await note.textContent();
    await button('Hint').click();
    await page.waitForFunction(
      (before) =>
        ![before, 'Looking for the next step …'].includes(
          document.querySelector('.note')?.textContent ?? '',
        ),
      before,
    );
  }
  await note.getByText('Solved!').waitFor();
  assert.ok(
    (await page.locator('.result').textContent())?.endsWith(
      `· ${solution.length - Object.keys(givens).length} hints`,
    ),
  );
});

test('a link opens the same puzzle in every time zone', async () => {
  const zones = [
    'Pacific/Kiritimati',
    'Asia/Ho_Chi_Minh',
    'Europe/Rome',
    'America/New_York',
    'Pacific/Pago_Pago',
  ];
  const [first] = zones;
  const page = await opened('/puzzle?difficulty=easy', { timezoneId: first });
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  await page.waitForURL(/date=/);
  const [link, givens] = [page.url(), await written(page)];
  for (const timezoneId of zones) {
    const page = await opened(link, { timezoneId });
    assert.equal(page.url(), link, timezoneId);
    assert.deepEqual(await written(page), givens, timezoneId);
    assert.ok(await page.getByText('There is no puzzle for').isHidden());
  }
});

test('a date without a puzzle is replaced with a sentence, in a link and in the archive', async () => {
  for (const date of ['2025-12-31', '2026-02-31', '1900-01-01', '2999-01-01', 'yesterday']) {
    const page = await opened(`/puzzle?date=${date}&difficulty=easy`);
    const { note, live } = parts(page);
    await note
      .getByText(`There is no puzzle for ${date}: this is today’s. The first is of January 1, 2026`)
      .waitFor();
    await page.waitForFunction(() =>
      document.querySelector('.unseen[role=status]')?.textContent?.startsWith('There is no puzzle'),
    );
    assert.match((await live.textContent()) ?? '', /this is today’s\. .*a new one comes at \d/);
    await page.waitForURL(new RegExp(`date=${today()}`));
  }
  const page = await opened(EASY);
  const { note } = parts(page);
  await page.locator('summary', { hasText: 'Archive' }).click();
  await page.getByLabel('Date', { exact: true }).fill('1900-01-01');
  await page.getByLabel('Date', { exact: true }).blur();
  await note.getByText('There is no puzzle for 1900-01-01').waitFor();
  await page.getByText(/A new puzzle comes every day at .* your time/).waitFor();
});

test('the archive goes by date, the clock hides, and days in a row are counted', async () => {
  const page = await opened('/puzzle?difficulty=easy');
  const { button } = parts(page);
  await page.waitForURL(new RegExp(`date=${today()}`)).catch(() => {});
  await button('Hide the clock').click();
  assert.ok(await page.locator('.clock').isHidden());
  await page.locator('summary', { hasText: 'Archive' }).click();
  await button('The day before').click();
  await page.waitForURL(new RegExp(`date=${dayAfter(today(), -1)}`));
  await page.getByLabel('Date', { exact: true }).fill('2026-02-28');
  await page.getByLabel('Date', { exact: true }).blur();
  await page.waitForURL(/date=2026-02-28/);
  assert.equal(await page.locator('.week button').count(), 7);
  await page.locator('.labels .given').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('button:visible, input:visible, nav:visible').count(), 0);
  assert.ok(await page.getByText("Knight's Tour · February 28, 2026 · Easy").isVisible());
  const on = (/** @type {string[]} */ days) =>
    Object.fromEntries(days.map((day) => [`${day} easy`, { time: 1, hints: 0, on: day }]));
  assert.deepEqual(
    streak(on(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-04']), '2026-03-05'),
    { now: 1, best: 3 },
  );
  assert.deepEqual(
    streak(
      { ...on(['2026-03-01']), '2026-02-28 easy': { time: 1, hints: 0, on: '2026-03-01' } },
      '2026-03-01',
    ),
    { now: 1, best: 1 },
  );
  assert.deepEqual(
    [
      dayOf('2026-02-30'),
      dayOf('1999-01-01'),
      dayOf('2999-01-01'),
      dayOf('x'),
      dayOf('2026-02-28'),
    ],
    [today(), today(), today(), today(), '2026-02-28'],
  );
});

/** @param {import('playwright-core').Page} page @param {import('playwright-core').Locator} from @param {import('playwright-core').Locator} to */
async function drag(page, from, to) {
  await from.scrollIntoViewIfNeeded();
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  assert.ok(a && b);
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 5 });
  await page.mouse.up();
}
