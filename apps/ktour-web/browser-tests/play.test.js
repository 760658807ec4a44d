/** Play, by mouse, by keyboard and by touch, against the real server. */

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { finger, parts, PHONE, shot, tour, world } from './harness.js';

const here = world();

test('a whole game by mouse is celebrated', async () => {
  const page = await here.visit('/play?board=5x5');
  const { cell, note, moves, button } = parts(page);
  const squares = await tour(here.api);
  for (const square of squares.slice(0, 24)) await cell(square).click();
  const height = async () => (await page.locator('.status').boundingBox())?.height;
  const before = await height();
  await cell(squares[24]).click();
  assert.deepEqual(await moves(), squares);
  await note.getByText('Tour complete! All 25 squares').waitFor();
  assert.equal(await cell(squares[24]).getAttribute('aria-label'), `${squares[24]}, step 25`);
  // The next board takes the place of the hint, so that nothing moves.
  await button('Next board: 6×6').waitFor();
  assert.ok(await button('Hint').isHidden());
  assert.equal(await height(), before);
  await shot(page, 'play-done');
});

test('a closed tour is celebrated as closed', async () => {
  const squares = await tour(here.api, 'board=6x6&start=a1&kind=closed');
  const page = await here.visit(`/play?board=6x6&after=${squares.slice(0, 35).join()}`);
  const { cell, note } = parts(page);
  await cell(squares[35]).click();
  await note.getByText('A closed tour!').waitFor();
  assert.equal(await page.locator('.path line.closing').count(), 1);
});

test('a whole game by keyboard alone', async () => {
  const page = await here.visit('/play?board=5x5');
  const { moves, note, live, cell } = parts(page);
  const squares = await tour(here.api, 'board=5x5&start=c3');
  // One tab stop leads to the board, whatever its size.
  await page.keyboard.press('Tab');
  for (
    let tabs = 0;
    tabs < 20 && !(await page.evaluate(() => document.activeElement?.matches('[role=gridcell]')));
    tabs++
  )
    await page.keyboard.press('Tab');
  assert.equal(await page.locator('[role=gridcell][tabindex="0"]').count(), 1);
  let [file, rank] = [0, 1];
  for (const square of squares) {
    const [to, up] = [square.charCodeAt(0) - 97, Number(square[1])];
    for (; file < to; file++) await page.keyboard.press('ArrowRight');
    for (; file > to; file--) await page.keyboard.press('ArrowLeft');
    for (; rank < up; rank++) await page.keyboard.press('ArrowUp');
    for (; rank > up; rank--) await page.keyboard.press('ArrowDown');
    await page.keyboard.press(rank % 2 ? 'Enter' : 'Space');
  }
  assert.deepEqual(await moves(), squares);
  await note.getByText('Tour complete!').waitFor();
  assert.match((await live.textContent()) ?? '', new RegExp(`${squares[24]}, move 25 of 25`));
  assert.ok(await cell(squares[24]).evaluate((cell) => cell === document.activeElement));
});

test('keys for the next legal square, undo, redo and a hint', async () => {
  const page = await here.visit('/play?board=8x8&after=a1');
  const { cell, moves, live, note } = parts(page);
  await note.getByText('2 legal moves').waitFor();
  await cell('a1').focus();
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  assert.deepEqual(await moves(), ['a1', 'c2']);
  await page.keyboard.press('u');
  assert.deepEqual(await moves(), ['a1']);
  assert.match((await live.textContent()) ?? '', /a1, move 1 of 64\. 2 legal moves: c2 and b3/);
  await page.keyboard.press('r');
  assert.deepEqual(await moves(), ['a1', 'c2']);
  await page.keyboard.press('Control+z');
  assert.deepEqual(await moves(), ['a1']);
  await page.keyboard.press('h');
  await note.getByText('Go to').waitFor();
});

test('a whole game by touch on a phone', async () => {
  const page = await here.visit('/play?board=5x5', PHONE);
  const { cell, moves, note } = parts(page);
  const squares = await tour(here.api, 'board=5x5&start=e5');
  for (const square of squares) await cell(square).tap();
  assert.deepEqual(await moves(), squares);
  await note.getByText('Tour complete!').waitFor();
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    'nothing is wider than the phone',
  );
});

test('a tap beside a small square goes to the legal one', async () => {
  const page = await here.visit('/play?board=20x20&after=j10', PHONE);
  const { cell, moves } = parts(page);
  const box = await cell('l11').boundingBox();
  assert.ok(box && box.width < 22);
  await page.touchscreen.tap(box.x + box.width + 4, box.y + 4);
  assert.deepEqual(await moves(), ['j10', 'l11']);
});

test('the knight can be dragged', async () => {
  const page = await here.visit('/play?board=8x8&after=b1');
  const { cell, moves } = parts(page);
  await cell('c3').waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.dot').length === 3);
  const [from, to] = [await cell('b1').boundingBox(), await cell('c3').boundingBox()];
  assert.ok(from && to);
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 30, to.y + 30, { steps: 6 });
  await page.mouse.up();
  assert.deepEqual(await moves(), ['b1', 'c3']);
});

test('undo, redo and restart', async () => {
  const page = await here.visit('/play?board=8x8');
  const { cell, button, moves, note } = parts(page);
  for (const square of ['a1', 'b3', 'c5']) await cell(square).click();
  await button('Undo').click();
  await button('Undo').click();
  assert.deepEqual(await moves(), ['a1']);
  await button('Redo').click();
  assert.deepEqual(await moves(), ['a1', 'b3']);
  await cell('h8').click();
  await note.getByText('h8 is not a knight’s move from b3.').waitFor();
  await cell('a1').click();
  await note.getByText('a1 was visited at step 1.').waitFor();
  await button('Restart').click();
  assert.deepEqual(await moves(), []);
  await note.getByText('Your game on 8×8, with 2 squares, is kept: Undo brings it back.').waitFor();
  await button('Undo').click();
  assert.deepEqual(await moves(), ['a1', 'b3']);
});

test('a hint can be followed to the end', async () => {
  const page = await here.visit('/play?board=5x5&after=a1,b3,c1');
  const { cell, button, note, moves } = parts(page);
  for (let at = 4; at <= 25; at++) {
    await button('Hint').click();
    await note.getByText('Go to').waitFor();
    const square = /Go to (\w+)/.exec((await note.textContent()) ?? '')?.[1] ?? '';
    await cell(square).click();
    assert.equal((await moves()).length, at);
  }
  await note.getByText('Tour complete!').waitFor();
});

test('a dead end is named only with the switch on, with its reason and its squares', async () => {
  const page = await here.visit('/play?board=5x5');
  const { cell, note, button } = parts(page);
  await cell('a2').click();
  await note.getByText('From a2 there are 3 legal moves.').waitFor();
  await page.getByLabel('Dead ends').check();
  await note
    .getByText('From here no tour can be finished. Every leap changes the colour')
    .waitFor();
  await button('Restart').click();
  for (const square of ['c3', 'b1', 'a3', 'b5', 'd4']) await cell(square).click();
  await note.getByText('It can still be finished.').waitFor();
});

test('the squares concerned are marked, and a hint says why there is none', async () => {
  const page = await here.visit('/play?board=6x6&after=a1,c2,b4,d3,e5,c6');
  const { button, note } = parts(page);
  await button('Hint').click();
  await note
    .getByText('From here no tour can be finished. e1 and a6 have only one neighbour each')
    .waitFor();
  assert.equal(await page.locator('.tint.trouble').count(), 2);
  await button('Undo').click();
  assert.equal(await page.locator('.tint.trouble').count(), 0);
  await button('Redo').click();
  await page.getByLabel('Dead ends').check();
  await note.getByText('have only one neighbour each').waitFor();
  await page.locator('.tint.trouble').first().waitFor();
  await shot(page, 'play-dead-end');
});

test('finish from here completes the tour, or says why not', async () => {
  const page = await here.visit('/play?board=6x6&after=a1,b3');
  const { button, note, moves } = parts(page);
  await button('Finish').click();
  await note.getByText('Finished for you from step 2').waitFor({ timeout: 20_000 });
  const squares = await moves();
  assert.equal(new Set(squares).size, 36);
  assert.deepEqual(squares.slice(0, 2), ['a1', 'b3']);
  await page.goto(here.link('/play?board=5x5&after=a2'));
  await button('Finish').click();
  await note.getByText('From here no tour can be finished.').waitFor();
});

test('onward numbers, numbers and path are shown or not', async () => {
  const page = await here.visit('/play?board=8x8&after=a1,b3');
  const numbers = () => page.locator('.dot text').allTextContents();
  assert.deepEqual((await numbers()).filter(Boolean), []);
  await page.getByLabel('Onward moves').check();
  // From b3: a5, c5, d4, d2, c1.
  assert.deepEqual((await numbers()).sort(), ['3', '3', '5', '7', '7']);
  await page.getByLabel('Path', { exact: true }).uncheck();
  assert.equal(await page.locator('.path line').count(), 0);
  await page.getByLabel('Numbers', { exact: true }).uncheck();
  assert.equal((await page.locator('.numbers text').allTextContents()).join(''), '');
});

test('the welcome explains the game, draws a tour, and can show another', async () => {
  const page = await here.visit('/');
  const { button, moves } = parts(page);
  await page
    .getByRole('heading', { name: 'Visit every square of the board exactly once' })
    .waitFor();
  await page.locator('.ghost path').waitFor({ state: 'attached' });
  await button('How it works').click();
  await page.getByRole('heading', { name: 'The leap' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'What is this?' }).click();
  await page.getByRole('dialog').getByText('A knight leaps two squares one way').waitFor();
  await button('Close').click();
  await button('Play').click();
  await page.locator('.dot').first().waitFor();
  assert.equal((await moves()).length, 1);
  assert.equal(await page.locator('.ghost path').count(), 0);
  await button('Undo').click();
  await button('Show me a tour').or(page.locator('summary')).first().waitFor();
  await page.goto(here.link('/play?board=6x6'));
  await button('Show me a tour').click();
  await page.waitForFunction(() => document.querySelectorAll('.moves li').length === 36, null, {
    timeout: 60_000,
  });
});

test('the knight can be dragged with a finger, and the square below lights up', async () => {
  const page = await here.visit('/play?board=8x8&after=d4', PHONE);
  const { cell, moves } = parts(page);
  await page.waitForFunction(() => document.querySelectorAll('.dot').length === 8);
  const [from, to] = [await cell('d4').boundingBox(), await cell('e6').boundingBox()];
  assert.ok(from && to);
  const touch = await finger(page);
  await touch('touchStart', from.x + 20, from.y + 20);
  for (let n = 1; n <= 8; n++)
    await touch(
      'touchMove',
      from.x + 20 + ((to.x - from.x) * n) / 8,
      from.y + 20 + ((to.y - from.y) * n) / 8,
    );
  await page.locator('.tint.target').waitFor();
  await touch('touchEnd');
  assert.deepEqual(await moves(), ['d4', 'e6']);
});

test('a tour that is finished draws itself within three seconds, or at once', async () => {
  const page = await here.visit('/play?board=20x20&after=a1');
  const { button, moves, note } = parts(page);
  await button('Finish').click();
  await button('Skip').waitFor();
  const begun = Date.now();
  await note.getByText('Finished for you').waitFor();
  assert.ok(Date.now() - begun < 30_000, `${Date.now() - begun} ms`);
  assert.equal((await moves()).length, 400);
  await page.goto(here.link('/play?board=20x20&after=a1'));
  await button('Finish').click();
  await button('Skip').click();
  assert.equal((await moves()).length, 400);
});

test('nothing jumps: Undo and the tabs stay where they are', async () => {
  const page = await here.visit('/play?board=6x6&after=a1,c2,b4,d3,e5,c6');
  const { button, note } = parts(page);
  const top = async () => (await button('Undo').boundingBox())?.y;
  const before = await top();
  await button('Hint').click();
  await note.getByText('From here no tour can be finished').waitFor();
  assert.equal(await top(), before);
  const places = () =>
    page
      .locator('nav a')
      .evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().x)));
  const tabs = await places();
  await page.locator('nav a', { hasText: 'Count' }).click();
  await page.locator('.counted').waitFor();
  assert.deepEqual(await places(), tabs);
});

test('a wrong click is answered on the square, and a dead end on the board', async () => {
  const page = await here.visit('/play?board=5x5&after=a1,b3,c1,a2,b4,d5,e3,d1,b2,a4,b5,c3');
  const { cell, note } = parts(page);
  await page.locator('.dot').first().waitFor();
  await cell('a1').click();
  await page.locator('.wrong-square').waitFor();
  await note.getByText('a1 was visited at step 1.').waitFor();
  await page.goto(here.link('/play?board=3x3&after=a1,b3,c1,a2,c3,b1,a3,c2'));
  await page.locator('.tint.stuck').waitFor();
  assert.equal(await page.locator('.tint.unvisited').count(), 1);
});

test('the board is one stop for the keyboard', async () => {
  const page = await here.visit('/play?board=5x5&after=c3');
  await page.locator('.dot').first().waitFor();
  /** @type {string[]} */
  const stops = [];
  for (let n = 0; n < 24; n++) {
    await page.keyboard.press('Tab');
    stops.push(
      await page.evaluate(() =>
        document.activeElement?.closest('.board')
          ? (document.activeElement.getAttribute('role') ?? document.activeElement.tagName)
          : '',
      ),
    );
  }
  assert.deepEqual(stops.filter(Boolean), ['gridcell']);
});

test('there is no sound until it is switched on', async () => {
  const page = await here.visit('/play?board=5x5');
  const { cell, button } = parts(page);
  await page.evaluate(() => {
    const heard = /** @type {any} */ (window.heard = /** @type {number[]} */ ([]));
    const plug = { connect: (/** @type {any} */ next) => next };
    /** @type {any} */ (window).AudioContext = class {
      currentTime = 0;
      resume() {}
      createGain = () => ({
        ...plug,
        gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
      });
      createOscillator = () => ({
        ...plug,
        frequency: {
          set value(/** @type {number} */ pitch) {
            heard.push(pitch);
          },
        },
        start() {},
        stop() {},
      });
    };
  });
  const heard = () => page.evaluate(() => /** @type {any} */ (window).heard.length);
  await cell('a1').click();
  await page.locator('.dot').first().waitFor();
  await cell('b3').click();
  assert.equal(await heard(), 0);
  await button('Sound').click();
  assert.equal(await button('Sound').getAttribute('aria-pressed'), 'true');
  await cell('c5').click();
  assert.equal(await heard(), 1);
  await cell('a1').click();
  assert.equal(await heard(), 2, 'a wrong square has a sound of its own');
});

test('the halo of a leap is never ahead of its line', async () => {
  const page = await here.visit('/play?board=8x8&after=a1');
  const { cell } = parts(page);
  await page.locator('.dot').first().waitFor();
  const frames = page.evaluate(
    () =>
      new Promise((done) => {
        /** @type {number[][]} */
        const seen = [];
        const look = () => {
          const leap = document.querySelector('.path g');
          const halo = leap
            ?.querySelector('.halo')
            ?.getAttribute('d')
            ?.match(/[-\d.]+/g)
            ?.slice(2)
            .map(Number);
          const line = leap?.querySelector('line');
          if (halo && line)
            seen.push([...halo, Number(line.getAttribute('x2')), Number(line.getAttribute('y2'))]);
          if (seen.length < 30) requestAnimationFrame(look);
          else done(seen);
        };
        look();
      }),
  );
  await cell('c2').click();
  const seen = /** @type {number[][]} */ (await frames);
  for (const [x, y, toX, toY] of seen) assert.deepEqual([x, y], [toX, toY]);
  assert.ok(
    seen.some(([x]) => x > 0.5 && x < 2.5),
    'the leap is seen on its way',
  );
  assert.deepEqual(seen.at(-1), [2.5, 6.5, 2.5, 6.5]);
});

test('the end of a game is the tour alone, with its kind, time, symmetry and number, to be shared and printed', async () => {
  const squares = await tour(here.api);
  const page = await here.visit(`/play?board=5x5`);
  await page
    .context()
    .grantPermissions(['clipboard-read', 'clipboard-write'], { origin: here.origin });
  const { cell, button } = parts(page);
  for (const square of squares) await cell(square).click();
  const line = page.locator('.end .result');
  await line.getByText(/^5×5 · Open · 0:\d\d · Asymmetric · tour no\. [\d,]+ of 864$/).waitFor();
  await page.locator('.board.bare').waitFor();
  assert.equal(await page.locator('.numbers text').count(), 0);
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await button('Share').click();
  await page.getByText('The result is copied').first().waitFor();
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(shared, /^♞ Knight's Tour · 5×5 · Open .*\nhttp.*after=/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button('Poster (A3)').click(),
  ]);
  assert.equal(download.suggestedFilename(), 'knights-tour-5x5-poster.pdf');
  assert.ok(readFileSync(await download.path()).includes('/MediaBox[0 0 842 1191]'));
  // The numbers come back, and a game goes on as before.
  await page.getByRole('checkbox', { name: 'Numbers' }).click();
  assert.equal(await page.locator('.numbers text').count(), 25);
  await button('Undo').click();
  assert.equal(await page.locator('.end').isVisible(), false);
});
