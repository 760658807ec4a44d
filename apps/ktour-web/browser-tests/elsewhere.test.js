/** The page in other places: a board in a page of another site, an unknown address, a drawing for a machine. */

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { DESKTOP, onServer, parts, tour, world } from './harness.js';

const here = world();

/** Somebody else's page, on a host of its own. @param {string} html */
async function foreign(html) {
  const host = createServer((_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><title>theirs</title>${html}`),
  );
  await new Promise((done) => host.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (host.address());
  return {
    origin: `http://localhost:${port}`,
    stop: () => (host.closeAllConnections(), host.close()),
  };
}

test('a board that was shared as code is played in another page, in its own language', async () => {
  const context = await here.browser.newContext({
    ...DESKTOP,
    locale: 'it',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await page.goto(here.link('/play?board=5x5&after=a1,b3'));
  await parts(page).button('Incorpora').click();
  await page.getByText('Il codice per la tua pagina è negli appunti').first().waitFor();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(
    code,
    /^<iframe src="http[^"]+embed[^"]*board=5x5&amp;after=a1,b3" title="Giro del cavallo"/,
  );
  const host = await foreign(code);
  await page.goto(host.origin);
  const frame = page.frameLocator('iframe');
  await frame.locator('.dot').first().waitFor();
  await frame.getByRole('gridcell', { name: /^c5$/ }).click();
  await frame.locator('.score', { hasText: '3' }).waitFor();
  await frame.getByRole('button', { name: 'Suggerimento' }).click();
  await frame.locator('.tint.hint').waitFor();
  // Only the board and its game: no tabs, no settings; the link leads to the same game on the whole page.
  assert.equal(await frame.locator('header, .share, .options, .welcome:not([inert])').count(), 0);
  const [whole] = await Promise.all([
    context.waitForEvent('page'),
    frame.getByRole('link', { name: 'Apri in Giro del cavallo' }).click(),
  ]);
  await whole.locator('.moves li').nth(2).waitFor({ state: 'attached' });
  assert.deepEqual(await parts(whole).moves(), ['a1', 'b3', 'c5']);
  await context.close();
  host.stop();
});

test('nothing but that board may be framed', onServer, async () => {
  const host = await foreign(`<iframe src="${here.origin}/play?board=5x5"></iframe>`);
  const context = await here.browser.newContext(DESKTOP);
  const page = await context.newPage();
  const refused = page.waitForEvent('console', {
    predicate: (message) => /frame-ancestors/.test(message.text()),
  });
  await page.goto(host.origin);
  await refused;
  assert.equal(await page.frameLocator('iframe').locator('.board').count(), 0);
  await context.close();
  host.stop();
});

test('an address that has no page has a way home', onServer, async () => {
  const context = await here.browser.newContext({ ...DESKTOP, colorScheme: 'dark' });
  const page = await context.newPage();
  const answer = await page.goto(`${here.origin}/no/such/page`);
  assert.equal(answer?.status(), 404);
  assert.equal(await page.locator('li[lang]').count(), 4);
  // Its style is its own, and allowed.
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).display), 'grid');
  await page.getByRole('link', { name: 'Back to the board' }).click();
  await page.locator('main .panel').waitFor();
  await context.close();
});

test('a tour is saved in one stroke, in millimetres', async () => {
  const squares = await tour(here.api, 'board=6x8&start=a1');
  const page = await here.visit(`/play?board=6x8&after=${squares.join()}`);
  const { button } = parts(page);
  await page.locator('summary', { hasText: 'Download' }).click();
  const across = page.getByLabel('Millimetres across');
  await across.fill('5');
  await button('One stroke (SVG)').click();
  await page.getByText('a whole number of millimetres from 10 to 2,000').first().waitFor();
  await across.fill('150');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button('One stroke (SVG)').click(),
  ]);
  const drawn = readFileSync(await download.path(), 'utf8');
  assert.match(drawn, /viewBox="[^"]+" width="150mm" height="[\d.]+mm"/);
  assert.equal(drawn.match(/<path/g)?.length, 1);
  // One line that is never lifted: where it begins, then from square to square.
  const [x, y, ...leaps] =
    (/ d="m([^z"]+)/.exec(drawn)?.[1] ?? '').match(/-?[\d.]+/g)?.map(Number) ?? [];
  const pen = [x, y];
  const points = [[x, y]];
  for (let at = 0; at < leaps.length; at += 2)
    points.push([(pen[0] += leaps[at]), (pen[1] += leaps[at + 1])]);
  // A closed tour comes back to where it began.
  assert.deepEqual(
    points.map(([x, y]) => `${'abcdef'[Math.floor(x)]}${8 - Math.floor(y)}`),
    [...squares, squares[0]],
  );
});
