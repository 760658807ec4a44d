/**
 * Bugs that users have found, each with the test that covers it.
 *
 * B1  Count shows tours of another board        robust: a late answer to an earlier question …
 * B2  a dead server shows raw errors            robust: without the server …; every tab retries …
 * B3  English for everybody                     lab: findings are in the language …; solve: a refusal of the server …; look: reasons are in …
 * B4  the knight cannot be dragged by a finger  play: the knight can be dragged with a finger …
 * B5  the search film leaves out in silence     solve: the film of a search says what it leaves out …
 * B6  merge refuses 31×29 for a web user        solve: the merge is shown stage by stage
 * B7  Count asks for hopeless sizes             explore: a number that is known needs no counting …; a board too wide to count …
 * B8  no state under high contrast              look: every state is visible in forced colours
 * B9  the game is lost without warning          kept: no game is lost …
 * B10 sizes are clamped in silence              setup: a size that is not drawn is refused …
 * B11 an empty board after Generate             solve: generate, step, back, play, pause, skip, restart
 * B12 Generate gives the same tour for ever     solve: every generated tour is another one …
 * B13 Finish trails behind and cannot be ended  play: a tour that is finished draws itself within three seconds …
 * B14 the race is over before it is             solve: methods race side by side on the same board
 * B15 the atlas merges labels, floods, breaks   here; robust: a zoom through the atlas …
 * B16 buttons and tabs jump                     play: nothing jumps …
 * B17 tabs off the screen of a phone            setup: every tab can be reached on a phone …
 * B18 3×20 is cut off                           setup: … and long boards are seen whole
 * B19 a dead stop for the keyboard              play: the board is one stop for the keyboard
 * B20 print has no style                        look: a printed page …
 * B21 small ones                                here; elsewhere: an address that has no page has a way home
 */

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { onServer, parts, world } from './harness.js';

const here = world();

test('B15: steps of eighteen digits do not overlap, each in its square', async () => {
  const page = await here.visit('/atlas');
  await page.getByText('1,000,000,000,000,000,000').first().waitFor();
  // What is written on the map, in the last of its frames: the line, where it stands and how wide it is.
  await page.evaluate(() => {
    const labels = /** @type {any} */ (window.labels = /** @type {any[]} */ ([]));
    const { fillRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillRect = function (...box) {
      if (this.canvas.matches('.map') && box[2] >= this.canvas.clientWidth) labels.length = 0;
      return fillRect.apply(this, box);
    };
    const write = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      if (/^\d[\d\s]+$/.test(text)) labels.push([text, x, y, this.measureText(text).width]);
      return write.call(this, text, x, y);
    };
  });
  await page.locator('form.target input').first().fill('500000000,500000000');
  await page.locator('form.target button').first().click();
  await page.getByText('37 pixels a square').waitFor();
  for (let n = 0; n < 2; n++) await parts(page).button('Zoom in').click();
  await page.waitForFunction(() => /** @type {any} */ (window).labels.length > 40);
  const labels = /** @type {[string, number, number, number][]} */ (
    await page.evaluate(() => /** @type {any} */ (window).labels)
  );
  for (const [text, x, y, width] of labels) {
    const over = labels.find(
      ([, right, line, wide]) =>
        Math.abs(line - y) < 1 && right > x + 1 && right - wide / 2 <= x + width / 2,
    );
    assert.equal(over, undefined, text);
  }
});

test('B15: numbers break between their groups only, and the sentence about a wrong square uses the map’s notation', async () => {
  const page = await here.visit('/atlas', { viewport: { width: 1024, height: 768 } });
  await page.getByText('1,000,000,000,000,000,000').first().waitFor();
  const broken = await page.locator('.facts dd').evaluateAll((lines) =>
    lines.flatMap((line) => {
      const text = line.firstChild;
      if (!text?.textContent) return [];
      const range = document.createRange();
      const top = (/** @type {number} */ at) => (
        range.setStart(text, at),
        range.setEnd(text, at + 1),
        range.getBoundingClientRect().top
      );
      return [...text.textContent].flatMap((letter, at, all) =>
        at && /\d/.test(letter) && /\d/.test(all[at - 1]) && top(at) > top(at - 1) + 4
          ? [text.textContent]
          : [],
      );
    }),
  );
  assert.deepEqual(broken, []);
  await page.locator('form.target input').first().fill('1000000000,5');
  await page.locator('form.target button').first().click();
  const said = page.getByText('999,999,999 · 999,999,999').first();
  await said.waitFor();
  assert.doesNotMatch(await said.innerText(), /\ba1\b|999999999/);
});

test('B21: Stop looks like Stop, and a search comes back after a reload', async () => {
  const page = await here.visit('/count?board=7x7&kind=open');
  const { button } = parts(page);
  // A count may be over before anybody looks: the button itself is watched.
  const [go, stop] = await page
    .locator('.panel button.primary')
    .first()
    .evaluate(
      (start) =>
        new Promise((done) => {
          const picture = () => start.querySelector('path')?.getAttribute('d');
          const before = picture();
          new MutationObserver(
            () => start.textContent === 'Stop' && done([before, picture()]),
          ).observe(start, { childList: true });
          /** @type {HTMLElement} */ (start).click();
        }),
    );
  assert.notEqual(stop, go);
  await page.goto(here.link('/solve?board=5x5&method=backtrack&view=search'));
  await button('Watch the search').click();
  // Some way into the film: at its beginning there are no four squares to come back to.
  await page.waitForURL(/at=\d\d/);
  await page.reload();
  await page.locator('.steps g').nth(3).waitFor();
  // The number of the square under the knight is beside it.
  const [knight, number] = await Promise.all(
    ['.knight path', '.numbers text:last-child'].map((name) =>
      page.locator(name).last().boundingBox(),
    ),
  );
  assert.ok(knight && number && number.x + number.width / 2 > knight.x + knight.width / 2);
});

test('B21: dead ends are named as soon as the switch is on, and reasons name colours that exist', async () => {
  const page = await here.visit('/play?board=6x6&after=a1,c2,b4,d3,e5,c6');
  await page.locator('.dot').first().waitFor();
  await page.getByLabel('Dead ends').check();
  await parts(page).note.getByText('From here no tour can be finished').waitFor();
  await page.goto(here.link('/solve?board=5x5&holes=a1,c1&kind=closed'));
  await parts(page).button('Generate tour').click();
  const { note } = parts(page);
  await note.getByText('dark squares').waitFor();
  assert.doesNotMatch(await note.innerText(), /a1/);
});

test(
  'B21: numbers are written one way in tables, on axes and on the map, in the page’s own type',
  onServer,
  async () => {
    const page = await here.visit('/lab?experiment=growth&sizes=64,96,128,192&repeats=1&run=yes');
    await page.locator('.plot .axis text', { hasText: /\d/ }).first().waitFor();
    const family = (/** @type {string} */ place) =>
      page
        .locator(place)
        .first()
        .evaluate((element) => getComputedStyle(element).fontFamily);
    assert.equal(await family('.plot .axis text'), await family('body'));
    const texts = [
      ...(await page.locator('.plot .axis text').allTextContents()),
      ...(await page.locator('.lab-stage td').allTextContents()),
    ];
    assert.ok(
      texts.some((text) => /\d,\d{3}/.test(text)),
      'thousands are grouped',
    );
    assert.deepEqual(
      texts.filter((text) => /\d[ \u00a0\u202f]\d{3}|\d{5}|^\d+K$/.test(text)),
      [],
    );
    await page.goto(here.link('/atlas'));
    await page
      .locator('.facts dd', { hasText: /^\d{3},\d{3},\d{3} · / })
      .first()
      .waitFor();
  },
);
