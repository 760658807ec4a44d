/** Boards to play on: their sizes, shapes, holes and leapers, and how they fit the screen. */

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { DESKTOP, finger, NARROW, parts, PHONE, SITE, world } from './harness.js';

const here = world();

test('holes are edited on the board', async () => {
  const page = await here.visit('/play?board=5x5');
  const { cell, button, note } = parts(page);
  await page.locator('summary', { hasText: /^Board/ }).click();
  await button('Paint holes').click();
  await cell('c3').click();
  await cell('e5').click();
  await cell('e5').click();
  await button('Paint holes').click();
  assert.equal(await cell('c3').getAttribute('aria-label'), 'c3, hole');
  await cell('c3').click();
  await note.getByText('c3 is a hole.').waitFor();
  await page.waitForURL(/holes=c3/);
});

test('a size that is not drawn is refused with a sentence, in a field and in a link', async () => {
  const page = await here.visit('/play?board=999x999');
  const { button } = parts(page);
  await page
    .getByText('999×999 is not drawn here: sides are whole numbers from 3 to 100.')
    .waitFor();
  await page.getByLabel('Files').fill('8.5');
  await page.getByLabel('Files').blur();
  await page.getByText('8.5 is not drawn here').waitFor();
  assert.equal(await page.getByRole('gridcell').count(), 64);
  await page.getByLabel('Files').fill('6');
  await page.getByLabel('Files').blur();
  await page.locator('.board[aria-colcount="6"]').waitFor();
  assert.ok(await page.getByText('is not drawn here').isHidden());
  await page.goto(here.link('/play?board=999x999'));
  await button('Larger boards in the Atlas').click();
  await page.locator('canvas.map').waitFor();
});

test('a board of 100×100 is played, looked at from near, hinted within a second, and finished', async () => {
  const page = await here.visit('/play?board=100x100&after=ax50,ay52');
  const { cell, button, note, moves } = parts(page);
  await page.locator('.dot').first().waitFor();
  const side = async () => (await page.locator('[data-square="ay52"]').boundingBox())?.width ?? 0;
  for (let n = 0; n < 6; n++) await button('Zoom in').click();
  assert.ok((await side()) > 44, `${await side()} pixels`);
  await cell('az54').click();
  assert.equal((await moves()).length, 3);
  // Near enough to be read, a step has its number.
  assert.ok(
    (await page
      .locator('.numbers text')
      .first()
      .evaluate((text) => Number(getComputedStyle(text).opacity))) > 0.9,
  );
  // A worker receives the same parameters, which the test cannot see.
  const [request] = await Promise.all([
    SITE ? null : page.waitForRequest('**/api/v1/hint'),
    button('Hint').click(),
  ]);
  await note.getByText(/^Go to|Not known/).waitFor();
  if (request) assert.equal(request.postDataJSON().max_time, '1s');
  await button('Finish').click();
  await note.getByText('Finished for you').waitFor();
  assert.equal((await moves()).length, 10_000);
});

test('every tab can be reached on a phone, and long boards are seen whole', async () => {
  for (const size of [PHONE, NARROW]) {
    const page = await here.visit('/play?board=3x20', size);
    const { board } = parts(page);
    const box = await board.boundingBox();
    const screen = /** @type {{width: number, height: number}} */ (page.viewportSize());
    assert.ok(
      box && box.height <= screen.height && box.x >= 0 && box.x + box.width <= screen.width,
      JSON.stringify(box),
    );
    for (const tab of ['Solve', 'Count', 'Laboratory', 'Atlas']) {
      const link = page.getByRole('link', { name: tab, exact: true });
      if (!(await link.isVisible())) await parts(page).button('More').tap();
      await link.tap();
      await page
        .locator(`nav [aria-current="page"]`, { hasText: tab })
        .waitFor({ state: 'attached' });
    }
  }
  for (const board of ['3x20', '20x3']) {
    const page = await here.visit(`/play?board=${board}`, DESKTOP);
    const box = await parts(page).board.boundingBox();
    assert.ok(box && box.y + box.height <= 800 && box.x + box.width <= 1280, JSON.stringify(box));
  }
  // A laptop at 200 %: the board keeps its size, below the tabs.
  const near = await here.visit('/play?board=8x8', { viewport: { width: 640, height: 360 } });
  const [box, bar] = [
    await parts(near).board.boundingBox(),
    await near.locator('nav').boundingBox(),
  ];
  assert.ok(
    box && bar && box.width >= 320 && box.y >= bar.y + bar.height,
    JSON.stringify([box, bar]),
  );
});

test('holes are painted in one stroke, by shape, and from a file', async () => {
  const page = await here.visit('/play?board=8x8');
  const { cell, button } = parts(page);
  await page.locator('summary', { hasText: /^Board/ }).click();
  await button('Paint holes').click();
  const [from, to] = [await cell('a1').boundingBox(), await cell('d1').boundingBox()];
  assert.ok(from && to);
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 12 });
  await page.mouse.up();
  await page
    .getByText('4 holes leave 30 dark and 30 light squares. A closed tour needs just that.')
    .waitFor();
  await button('Ring').click();
  await page.getByText('leave 24 dark and 24 light squares').waitFor();
  await button('Clear').click();
  assert.equal(await page.locator('.square.hole').count(), 0);
  await page.locator('input[type=file]').setInputFiles({
    name: 'board.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('.....\n.#.#.\n.....\n'),
  });
  await page.waitForURL(/board=5x3&holes=b2,d2/);
});

test('another piece has other moves, and is part of the link', async () => {
  const page = await here.visit('/play?board=8x8&leaper=2,3&after=a1');
  await page.waitForFunction(() => document.querySelectorAll('.dot').length === 2);
  await parts(page).cell('c4').click();
  await page.waitForURL(/leaper=2(,|%2C)3&after=a1,c4/);
});

test('holes are painted by a finger, along, across and back, and the page stays where it is', async () => {
  for (const [from, to, square, strokes] of /** @type {[string, string, string, string[]][]} */ ([
    ['b7', 'b3', 'b5', ['b3', 'b4', 'b5', 'b6', 'b7']],
    ['b7', 'g7', 'e7', ['b7', 'c7', 'd7', 'e7', 'f7', 'g7']],
    ['g2', 'b2', 'd2', ['b2', 'c2', 'd2', 'e2', 'f2', 'g2']],
  ])) {
    const page = await here.visit('/play?board=8x8', PHONE);
    const { cell, button } = parts(page);
    await page.locator('summary', { hasText: /^Board/ }).click();
    await button('Paint holes').click();
    await page.evaluate(() => scrollTo(0, 0));
    const touch = await finger(page);
    const stroke = async (/** @type {number} */ moves) => {
      const [a, b] = await Promise.all(
        [from, to].map(async (name) => await cell(name).boundingBox()),
      );
      assert.ok(a && b);
      await touch('touchStart', a.x + 20, a.y + 20);
      for (let n = 1; n <= moves; n++)
        await touch(
          'touchMove',
          a.x + 20 + ((b.x - a.x) * n) / moves,
          a.y + 20 + ((b.y - a.y) * n) / moves,
        );
      await touch('touchEnd');
    };
    const holes = () =>
      page
        .locator('.square.hole')
        .evaluateAll((squares) =>
          squares.map((square) => square.getAttribute('data-square')).sort(),
        );
    await stroke(24);
    assert.deepEqual(await holes(), strokes);
    assert.equal(await page.evaluate(() => scrollY), 0);
    assert.equal(await cell(square).getAttribute('aria-label'), `${square}, hole`);
    // A quick finger is seen in few places.
    await stroke(2);
    assert.deepEqual(await holes(), [], 'a stroke that begins on a hole mends');
    assert.match(page.url(), /play/);
  }
});
