/** What is played is not lost: by a reload, by another board, by time. */

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { parts, tour, world } from './harness.js';

const here = world();

test('progress and the display options survive a reload', async () => {
  const page = await here.visit('/play?board=7x5');
  const { cell, moves } = parts(page);
  for (const square of ['a1', 'b3', 'd4']) await cell(square).click();
  await page.getByLabel('Onward moves').check();
  await page.waitForURL(/after=a1,b3,d4/);
  await page.goto(here.link('/'));
  await page.locator('.moves li').first().waitFor({ state: 'attached' });
  assert.deepEqual(await moves(), ['a1', 'b3', 'd4']);
  assert.ok(await page.getByLabel('Onward moves').isChecked());
});

test('a reload restores a move that was made a moment before', async () => {
  const page = await here.visit('/play?board=8x8&after=a1');
  const { cell, moves } = parts(page);
  await page.locator('.dot').first().waitFor();
  await cell('a1').focus();
  await page.evaluate(() => {
    for (const key of ['n', 'Enter', 'n', 'Enter', 'n', 'Enter'])
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    location.reload();
  });
  await page.locator('.moves li').nth(3).waitFor({ state: 'attached' });
  const played = await moves();
  assert.equal(played.length, 4);
  assert.equal(new URL(page.url()).searchParams.get('after'), played.join());
});

test('no game is lost: another board can be undone, and a reload keeps the clock', async () => {
  const page = await here.visit('/play?board=8x8');
  const { cell, button, moves, note } = parts(page);
  for (const square of ['a1', 'b3', 'c5']) await cell(square).click();
  await page.locator('.clock', { hasText: '0:01' }).waitFor();
  await page.locator('summary', { hasText: /^Board/ }).click();
  await button('5×5').click();
  await note.getByText('Your game on 8×8, with 3 squares, is kept').waitFor();
  assert.deepEqual(await moves(), []);
  await button('Undo').click();
  assert.deepEqual(await moves(), ['a1', 'b3', 'c5']);
  await page.waitForURL(/board=8x8/);
  await page.reload();
  await page.locator('.moves li').nth(2).waitFor({ state: 'attached' });
  assert.notEqual(await page.locator('.clock').textContent(), '0:00');
});

test('the best time of a board is kept, for tours without help', async () => {
  const squares = await tour(here.api, 'board=3x4&start=a1');
  const page = await here.visit('/play?board=3x4');
  const { cell, button, note } = parts(page);
  const best = page.locator('.best');
  const walk = async () => {
    for (const square of squares) await cell(square).click();
  };
  await walk();
  await note.getByText('Tour complete!').waitFor();
  assert.doesNotMatch(await note.innerText(), /best/, 'the first time beats none');
  await page.evaluate(() => {
    const times = JSON.parse(localStorage.getItem('ktour.times') ?? '{}');
    for (const kinds of Object.values(times)) kinds.open = kinds.closed = 1e9;
    localStorage.setItem('ktour.times', JSON.stringify(times));
  });
  await button('Restart').click();
  await walk();
  await note.getByText('Your best time on this board!').waitFor();
  const time = await best.getAttribute('title');
  assert.match(time ?? '', /^Best time: \d+:\d\d$/);
  await page.waitForURL((url) => url.href.endsWith(squares.join()));
  await page.reload();
  await page.getByRole('img', { name: time ?? '' }).waitFor();
  // An earlier game that is brought back is no better time.
  await button('Restart').click();
  await button('Undo').click();
  await note.getByText('Tour complete!').waitFor();
  assert.doesNotMatch(await note.innerText(), /best/);
  assert.equal(await best.getAttribute('title'), time);
  await page.goto(here.link('/play?board=5x5'));
  await page.locator('main .panel').waitFor();
  assert.ok(await best.isHidden(), 'another board has another');
});

test('Restart loses no game: the note says so, and Undo brings back the latest ones whole', async () => {
  const page = await here.visit('/play?board=8x8');
  const { cell, button, moves, note } = parts(page);
  const game = ['a1', 'b3', 'c5', 'd7'];
  for (const square of game) await cell(square).click();
  await button('Restart').click();
  assert.deepEqual(await moves(), []);
  await note.getByText('Your game on 8×8, with 4 squares, is kept: Undo brings it back.').waitFor();
  await button('Undo').click();
  assert.deepEqual(await moves(), game);
  // A square, another new beginning and a reload in between change nothing.
  await button('Restart').click();
  await cell('h1').click();
  await button('Restart').click();
  await page.waitForURL((url) => !url.search.includes('after'));
  await page.goto(here.link('/play'));
  await note.getByText('with 1 square, is kept').waitFor();
  await button('Undo').click();
  assert.deepEqual(await moves(), ['h1']);
  await button('Undo').click();
  assert.deepEqual(await moves(), []);
  await button('Undo').click();
  assert.deepEqual(await moves(), game);
});
