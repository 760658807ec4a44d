/** What fails is said in one sentence, and asked again; what comes late is not drawn. */

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { DESKTOP, onServer, parts, SITE, world } from './harness.js';

const here = world();

/** The server is gone for these questions, until it is let back. @param {import('playwright-core').Page} page @param {string} questions */
async function lose(page, questions) {
  const route = `**/api/v1/${questions}`;
  await page.route(route, (route) => route.abort('connectionrefused'));
  return () => page.unroute(route);
}

test('a server that is gone: a sentence, the game kept, a button that asks again, and Play that needs no button', onServer, async () => {
  for (const [locale, said, again, hint] of [['en', 'The server does not answer', 'Try again', 'Hint'], ['it', 'Il server non risponde', 'Riprova', 'Suggerimento']]) {
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
});

test('every tab asks again when it is told to', onServer, async () => {
  /** @type {[string, string, string][]} */
  const places = [['/solve?board=6x6&at=5', 'solve', '.steps g'], ['/explore', 'table', '.class-c'], ['/atlas?board=1000x1000', 'atlas', 'dd:has-text("1,000,000")'],
    ['/lab?sizes=5..6&tries=10&ties=first&run=yes', 'lab/*', '.lab-stage table'], ['/count?board=5x6', 'exists', '.gallery li']];
  for (const [place, questions, sign] of places) {
    const page = await here.visit('/play');
    const back = await lose(page, questions);
    await page.goto(here.link(place));
    await page.getByText('The server does not answer').first().waitFor();
    // A map without a tour is paper, not a black hole.
    if (questions === 'atlas') {
      await page.waitForFunction(() => /** @type {HTMLCanvasElement} */ (document.querySelector('canvas.map')).getContext('2d')?.getImageData(9, 9, 1, 1).data.slice(0, 3).some((part) => part > 0));
    }
    await back();
    await parts(page).button('Try again').click();
    await page.locator(sign).first().waitFor();
  }
});

test('an answer to the board before is never drawn', onServer, async () => {
  const page = await here.visit('/count?board=6x6');
  await page.locator('.gallery li').first().waitFor();
  // The list of the one board comes when another is already counted.
  /** @type {() => void} */
  let let_go = () => {};
  const held = new Promise((done) => (let_go = () => done(undefined)));
  await page.route('**/api/v1/tours', async (route) => {
    if (route.request().postDataJSON().board === '6x6') await held;
    await route.continue().catch(() => {});
  });
  await page.getByLabel('Up to symmetry').or(page.locator('.tours-list input[type=checkbox]')).first().click();
  await page.getByRole('spinbutton').first().fill('5');
  await page.getByRole('spinbutton').first().blur();
  await page.locator('.gallery .thumbnail[viewBox="0 0 5 6"]').first().waitFor();
  let_go();
  await page.waitForTimeout(400);
  assert.equal(await page.locator('.gallery .thumbnail:not([viewBox="0 0 5 6"])').count(), 0);
});

test('a zoom through the atlas asks for what it comes to, and for nothing on the way', onServer, async () => {
  const page = await here.visit('/atlas');
  await page.getByText('1,000,000,000,000,000,000').first().waitFor();
  let asked = 0;
  page.on('request', (request) => (asked += Number(request.url().includes('/api/'))));
  const box = await page.locator('canvas.map').boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (let n = 0; n < 40; n++) await page.mouse.wheel(0, -200);
  await page.waitForTimeout(1500);
  console.log(`a zoom: ${asked} questions`);
  assert.ok(asked < 80, `${asked} questions`);
});

test('without its texts the page says so in the language of the reader', async () => {
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

test('a tab whose files do not come is asked for again, and the game is kept', async () => {
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

test('Play that is opened while the server is gone is played as soon as it is back', onServer, async () => {
  const page = await here.visit('/count?board=5x5');
  const back = await lose(page, '*');
  await page.locator('nav a[href="./play"]').click();
  const { cell, note, moves } = parts(page);
  // The first square is free; what leads on from it is asked for until somebody answers.
  await cell('c3').click();
  assert.deepEqual(await moves(), ['c3']);
  await note.getByText('The server does not answer').waitFor();
  await back();
  await page.locator('.dot').first().waitFor();
  await cell('d5').click();
  assert.deepEqual(await moves(), ['c3', 'd5']);
});
