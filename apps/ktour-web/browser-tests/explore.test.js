/** Explore and Count against the real server. */

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parts, PHONE, shot, world } from './harness.js';

const here = world();
const cell = (/** @type {import('playwright-core').Page} */ page, /** @type {string} */ name) =>
  page.getByRole('grid', { name: 'Existence table' }).getByRole('gridcell', { name, exact: true });

test('the table has a class for every board up to 20x20, with its reason', async () => {
  const page = await here.visit('/explore');
  const { note } = parts(page);
  await cell(page, '4 by 4: x').hover();
  await note.getByText(/^No tour\. (?!No )/).waitFor();
  await cell(page, '5 by 5: e').focus();
  await note.getByText('The missing square can be a1, e1, a5, e5.').waitFor();
  assert.equal(await page.getByRole('gridcell').count(), 400);
  assert.equal(await page.locator('.existence [tabindex="0"]').count(), 1);
  await page.keyboard.press('ArrowRight');
  await page.locator('h2', { hasText: '5 × 6' }).waitFor();
});

test('every proof of impossibility can be downloaded: of a board, of a start and of a dead end', async () => {
  const explore = await here.visit('/explore');
  await cell(explore, '4 by 4: x').hover();
  const solve = await here.visit('/solve?board=5x5&start=a2');
  await parts(solve).button('Generate tour').click();
  const play = await here.visit('/play?board=5x5&after=a2');
  await play.getByLabel('Dead ends').check();
  for (const [page, board] of /** @type {const} */ ([
    [explore, '4x4'],
    [solve, '5x5'],
    [play, '5x5'],
  ])) {
    const button = page.getByRole('button', { name: 'Download the proof' });
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    assert.equal(download.suggestedFilename(), `knights-tour-${board}.zip`);
    const bytes = readFileSync(await download.path());
    for (const name of ['README.md', 'board.json', 'check.py', 'formula.opb', 'proof.pbp'])
      assert.ok(bytes.includes(`knights-tour-${board}/${name}`), name);
    await page.getByText('The proof is saved; its README says how to check it.').waitFor();
  }
});

test('a click on a board opens it with a tour', async () => {
  const page = await here.visit('/explore');
  await cell(page, '6 by 8: c').click();
  await page.waitForURL(/solve[?&]board=8x6/);
  await parts(page).note.getByText('A closed tour of 48 squares').waitFor();
  await page.goBack();
  await cell(page, '7 by 3: e').waitFor();
  await cell(page, '7 by 3: e').hover();
  await parts(page).note.getByText('The missing square can be').waitFor();
  await page.getByRole('button', { name: 'Show a tour' }).click();
  await parts(page).note.getByText('A closed tour of 20 squares').waitFor();
});

test('the first tap shows a board, the second opens it', async () => {
  const page = await here.visit('/explore', PHONE);
  await cell(page, '5 by 6: c').tap();
  await page.locator('h2', { hasText: '5 × 6' }).waitFor();
  await cell(page, '5 by 6: c').tap();
  await page.waitForURL(/solve[?&]board=6x5/);
});

test('a switch marks where the printed tables are wrong', async () => {
  const page = await here.visit('/explore');
  await cell(page, '8 by 8: c').waitFor();
  assert.equal(await page.locator('.wrong').count(), 0);
  await page.getByLabel('Where the printed tables of the university report are wrong').check();
  await page.locator('.wrong').first().waitFor();
  assert.equal(await page.locator('.wrong').count(), 34);
  await cell(page, '3 by 3: e').hover();
  await parts(page).note.getByText('Figure 3.1 of the university report prints x.').waitFor();
  await shot(page, 'explore-figures');
});

test('the 5x5 map of starts: 13 yes, 12 no', async () => {
  const page = await here.visit('/explore?view=starts&board=5x5');
  await page.getByText('A tour can begin on 13 squares.').waitFor();
  assert.equal(await page.locator('.tint.yes').count(), 13);
  assert.equal(await page.locator('.tint.no').count(), 12);
  await page.getByRole('gridcell', { name: 'a2, no' }).hover();
  await parts(page).note.getByText('a2: no. Every leap changes the colour').waitFor();
  await shot(page, 'explore-starts');
  await page.getByRole('gridcell', { name: 'c3, yes' }).click();
  await parts(page).note.getByText('An open tour of 25 squares from c3').waitFor();
});

test('ends of a start, and squares that can be left out', async () => {
  const page = await here.visit('/explore?view=ends&board=5x5');
  await page.getByRole('gridcell', { name: 'c3' }).click();
  await page.getByText('From c3 a tour can end on 4 squares.').waitFor();
  await page.waitForURL(/view=ends&board=5x5&start=c3/);
  await page.getByRole('button', { name: 'Left out' }).click();
  await page.getByText('4 squares can be left out.').waitFor();
  await page.getByRole('gridcell', { name: 'a1, yes' }).click();
  await parts(page).note.getByText('A closed tour of 24 squares').waitFor();
});

test('a count says how tours are counted', async () => {
  const page = await here.visit('/count?board=6x6');
  await page.locator('.big-number', { hasText: '9,862' }).waitFor();
  await page.getByText('19,724').first().waitFor();
  await page.getByText('1,245').first().waitFor();
});

test('the tours of a count are listed page by page, and one opens in Solve', async () => {
  const page = await here.visit('/count?board=6x6');
  await page.locator('.gallery li').nth(23).waitFor();
  await page.locator('.gallery button').first().click();
  await parts(page).note.getByText('A closed tour of 36 squares').waitFor();
});

test('tours are sorted by a measure, with the number of tours for each value', async () => {
  const page = await here.visit('/count?board=5x6');
  await page.locator('.gallery li').first().waitFor();
  await page.getByLabel('One of each symmetry class').uncheck();
  await page.getByLabel('Sorted by').selectOption('turns');
  await page.getByRole('img', { name: /^Turns: from \d+ to \d+; most often/ }).waitFor();
  const shown = async () =>
    (await page.locator('.gallery span').allTextContents()).map((text) =>
      Number(/^Turns (\d+)$/.exec(text)?.[1]),
    );
  const values = await shown();
  assert.equal(values.length, 8);
  assert.deepEqual(
    values,
    values.toSorted((one, other) => one - other),
  );
  await page.getByLabel('Only').selectOption({ index: 1 });
  await page.waitForFunction(
    (n) => document.querySelectorAll('.gallery li').length === n,
    values.filter((value) => value === values[0]).length,
  );
  await page.waitForURL(new RegExp(`by=turns.*value=${values[0]}`));
  await page.getByLabel('Sorted by').selectOption('symmetry');
  await page.locator('.spread th').first().waitFor();
});

test('one at random opens in Solve', async () => {
  const page = await here.visit('/count?board=6x6');
  await page.locator('.big-number', { hasText: '9,862' }).waitFor();
  await page.getByRole('button', { name: 'Draw one at random' }).click();
  await page.waitForURL(/solve[?&].*squares=/);
  await parts(page).note.getByText('A closed tour of 36 squares').waitFor();
});

test('the cost of a count is shown before the count is started', async () => {
  const page = await here.visit('/count?board=7x7&kind=open');
  await page
    .getByText(/^Counting 7×7 takes about \S+ (seconds|minutes) and \S+ (MB|GB) of memory\./)
    .waitFor();
  assert.ok(await page.getByRole('progressbar').isHidden());
  await page
    .locator('.big-number', { hasText: '82,787,609,472' })
    .or(page.getByText('A known number'))
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Count it again here' }).click();
  await page.getByRole('progressbar').waitFor();
  await page.getByText(/^About \S+ (seconds|minutes) and/).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped.', { exact: true }).waitFor();
  // Where classes are not counted, the engine says why, and the tours are counted all the same.
  await page.goto(here.link('/count?board=5x6&holes=a1,a6'));
  await page.getByText('Classes are counted only for knights on full rectangles').waitFor();
  await page.locator('.big-number', { hasText: '1,096' }).waitFor();
  await page.goto(here.link('/count?board=5x5&kind=open'));
  await page.locator('.big-number', { hasText: '864' }).waitFor();
  await page.getByText('112 classes under the symmetries of the board').waitFor();
});

test('a board too wide to count is refused with a sentence', async () => {
  const page = await here.visit('/count?board=20x20');
  await page.locator('.note.sad', { hasText: 'Nobody knows this number' }).waitFor();
  assert.ok(
    await page.getByRole('button', { name: 'Count', exact: true }).isHidden(),
    'it is not begun',
  );
});

test('a number that is known needs no counting, nor does a board without a tour', async () => {
  const page = await here.visit('/count?board=8x8');
  await page.locator('.big-number', { hasText: '13,267,364,410,532' }).waitFor();
  await page.getByText('A known number: McKay 1997.').waitFor();
  assert.deepEqual(
    await page.locator('.chips .chip').allTextContents(),
    ['5×5', '6×6', '7×7', '8×8'],
    'boards that can be counted',
  );
  await page.getByRole('button', { name: '7×7' }).click();
  await page
    .locator('.counted', {
      hasText: /The 7×7 board has no closed tour\.\s*Every leap changes the colour/,
    })
    .waitFor();
  // The 25 and the 24 are painted.
  assert.deepEqual(
    [
      await page.locator('.counted .tint.one').count(),
      await page.locator('.counted .tint.other').count(),
    ],
    [25, 24],
  );
  await page.goto(here.link('/count?board=9x9'));
  await page.locator('.big-number', { hasText: /^0$/ }).waitFor();
});

test('the atlas opens a board of a billion by a billion squares', async () => {
  const page = await here.visit('/atlas');
  await page.locator('canvas.map').waitFor();
  await page.getByText('1,000,000,000,000,000,000').first().waitFor();
});

test('Count lists known numbers, says which are unknown, and why no tour can be drawn yet', async () => {
  const page = await here.visit('/count?board=10x10');
  await page.getByText('Nobody knows this number').waitFor();
  assert.equal(await page.locator('.command').isVisible(), false);
  await page.getByText('Count first; then one of all tours can be drawn').waitFor();
  await page.locator('summary', { hasText: 'Known numbers' }).click();
  const row = page.locator('.known tr', { hasText: '13,267,364,410,532' });
  await row.getByText('McKay 1997').waitFor();
  await row.getByRole('button', { name: '8×8' }).click();
  await page.locator('.big-number', { hasText: '13,267,364,410,532' }).waitFor();
});

test('the list of tours begins with the rare ones, and a reader’s own order is in the link', async () => {
  const page = await here.visit('/count?board=6x6');
  await page.locator('.gallery li').nth(23).waitFor();
  const texts = () => page.locator('.gallery li').allTextContents();
  assert.ok((await texts()).slice(0, 5).every((text) => text === 'Birotary'));
  assert.ok((await texts()).slice(5, 22).every((text) => text !== 'Asymmetric'));
  assert.doesNotMatch(page.url(), /by=/);
  await page.getByLabel('Sorted by').selectOption('The order of the list');
  await page.waitForURL(/by=list/);
  await page.reload();
  await page.locator('.gallery li', { hasText: 'no symmetry' }).nth(20).waitFor();
});

test('numbers that others have published are shown with their source, and no refusal beside them', async () => {
  const page = await here.visit('/count?board=9x10');
  await page.locator('.big-number', { hasText: '19,381,952,998,732,022,416,892' }).waitFor();
  await page.getByText('A known number: KeyTo9_Fans 2015').waitFor();
  assert.equal(await page.locator('.counted .note.sad').isVisible(), false);
  await page.goto(here.link('/count?board=8x32'));
  await page.locator('.note.sad', { hasText: 'Knuth has counted' }).waitFor();
});

test('the atlas says what is wrong beside the field where it was typed', async () => {
  const page = await here.visit('/atlas?board=abc');
  const form = (/** @type {string} */ name) => page.locator('form.target', { hasText: name });
  await form('Sides').getByText('Write two sides from 5 to 1,000,000,000').waitFor();
  assert.equal(await form('Sides').locator('input').inputValue(), 'abc');
  await page.getByText('1,000,000,000,000,000,000').first().waitFor();
  await page.waitForURL(/board=1000000000x1000000000/);
  const before = await form('Go to square').locator('input').boundingBox();
  await form('Go to square').locator('input').fill('z9z');
  await form('Go to square').getByRole('button').click();
  await form('Go to square').getByText('Write a square of this board').waitFor();
  assert.deepEqual(await form('Go to square').locator('input').boundingBox(), before);
  await form('Go to square').locator('input').fill('5 · 5');
  assert.equal(await form('Go to square').locator('.problem').isVisible(), false);
  await form('Go to step').locator('input').fill('0');
  await form('Go to step').getByRole('button').click();
  await form('Go to step').getByText('from 1 to 1,000,000,000,000,000,000').waitFor();
});
