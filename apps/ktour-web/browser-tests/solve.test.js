/** Solve: generate, step, watch, race, merge, take along. */

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parts, shot, SITE, tour, world, DESKTOP } from './harness.js';

const here = world();

test('generate, step, back, play, pause, skip, restart', async () => {
  const page = await here.visit('/solve?board=6x6');
  const { cell, button, moves, note } = parts(page);
  await cell('c3').click();
  await button('Generate tour').click();
  await note.getByText('tour of 36 squares from c3').waitFor();
  assert.doesNotMatch(
    (await note.textContent()) ?? '',
    /3[56] moves/,
    'what was built was not moved',
  );
  // A tour that was found draws itself.
  await page.waitForFunction(() => document.querySelectorAll('.moves li').length === 36, null, {
    timeout: 60_000,
  });
  await button('Restart').click();
  assert.deepEqual(await moves(), ['c3']);
  await button('Step').click();
  await button('Step').click();
  assert.equal((await moves()).length, 3);
  await button('Back').click();
  const [, second] = await moves();
  assert.equal((await moves()).length, 2);
  assert.equal(await cell(second).getAttribute('aria-label'), `${second}, step 2`);
  await button('Skip to end').click();
  const all = await moves();
  assert.equal(new Set(all).size, 36);
  assert.equal(
    await page.locator('.path line').count(),
    36,
    'a closed tour has as many leaps as squares',
  );
  await shot(page, 'solve-tour');
  await button('Restart').click();
  assert.deepEqual(await moves(), ['c3']);
  await button('Play').click();
  await page.waitForFunction(() => document.querySelectorAll('.moves li').length > 3);
  await button('Pause').click();
  const { length } = await moves();
  await page.waitForTimeout(700);
  assert.equal((await moves()).length, length, 'a pause is a pause');
});

test('the scrubber and the speed', async () => {
  const page = await here.visit('/solve?board=8x8&at=1');
  const { button, moves } = parts(page);
  await page.getByRole('slider', { name: 'Position' }).fill('40');
  assert.equal((await moves()).length, 40);
  await page.getByRole('slider', { name: 'Speed' }).fill('8');
  await page.getByText('at once').waitFor();
  await button('Play').click();
  await page.waitForFunction(() => document.querySelectorAll('.moves li').length === 64);
  await button('Play').waitFor();
});

test('a start without a tour gets its reason', async () => {
  const page = await here.visit('/solve?board=5x5');
  const { cell, button, note } = parts(page);
  await cell('a2').click();
  await button('Generate tour').click();
  await note
    .getByText('There is no such tour. Every leap changes the colour of the square')
    .waitFor();
});

test('a refusal of the server is in the reader’s language', async () => {
  for (const [locale, said] of [
    ['en-US', '1,1 in the move order is not a leap.'],
    ['vi-VN', '1,1 trong thứ tự nước đi không phải là nước nhảy.'],
    ['zh-CN', '走法顺序中的 1,1 不是跳跃。'],
    ['it-IT', '1,1 nell’ordine delle mosse non è un salto.'],
  ]) {
    const page = await here.visit('/solve?board=8x8&method=backtrack&order=1,1', { locale });
    await page.locator('button.primary').first().click();
    await page.locator('.note.sad').getByText(said).waitFor();
  }
});

test('start, end, kind, method and options are sent as chosen', async () => {
  const page = await here.visit('/solve?board=6x6');
  const { cell, button, moves, note } = parts(page);
  await cell('a1').click();
  await button('End: any').click();
  await cell('b1').click();
  await page.getByLabel('Method').selectOption('backtrack');
  await page.getByLabel('Move order').selectOption('d0');
  const asked = SITE
    ? null
    : page.waitForRequest(
        (request) => request.url().endsWith('/solve') && request.method() === 'POST',
      );
  await button('Generate tour').click();
  if (asked)
    assert.deepEqual((await asked).postDataJSON(), {
      board: '6x6',
      start: 'a1',
      end: 'b1',
      method: 'backtrack',
      order: 'd0',
    });
  await button('Stop').or(button('Generate tour')).waitFor();
  await page.goto(here.link('/solve?board=6x6&start=a1&end=b1&at=36'));
  await note.getByText('An open tour of 36 squares from a1 to b1.').waitFor();
  assert.equal((await moves())[35], 'b1');
});

test('the D3 page: 6x6 from its square in its order comes out as it printed it', async () => {
  const page = await here.visit(
    '/solve?board=6x6&start=c4&kind=open&method=backtrack&order=d0&at=36',
  );
  const { moves, note } = parts(page);
  await note.getByText('An open tour of 36 squares from c4').waitFor();
  assert.deepEqual(
    await moves(),
    await tour(here.api, 'board=6x6&start=2,2&kind=open&method=backtrack&order=d0'),
  );
});

test('a goal is pursued: a symmetry, or the fewest turns with the best so far; a tour is woven', async () => {
  const page = await here.visit('/solve?board=6x6&start=&seed=1');
  const { button, note } = parts(page);
  const beauty = page.getByLabel('Beauty');
  await beauty.selectOption('quarter-turn');
  await note.getByText('A closed tour of 36 squares').waitFor();
  await page.getByText('Birotary: a quarter turn keeps it.').waitFor();
  await page.getByRole('checkbox', { name: 'Woven' }).check({ force: true });
  await button('Skip to end')
    .click()
    .catch(() => {});
  await page.waitForFunction(() => document.querySelectorAll('.path .band').length === 36, null, {
    timeout: 60_000,
  });
  await page.waitForURL(/beauty=quarter-turn/);
  await page.goto(here.link('/solve?board=8x8&kind=closed'));
  await beauty.selectOption('fewest-turns');
  await note.getByText('turns so far').waitFor();
  await button('Stop').click();
  await note.getByText(/A closed tour of 64 squares .* It has \d+ turns\./).waitFor();
  // What took long to find is in the link.
  await page.waitForFunction(() => location.href.includes('squares='));
  await page.reload();
  await note.getByText('A closed tour of 64 squares').waitFor();
  await beauty.selectOption('mirror');
  await note.getByText('changes the colour of every square').waitFor();
});

test('a search is watched: squares entered and left, counted, both ways', async () => {
  const page = await here.visit('/solve?board=5x5&start=a1&kind=open&method=backtrack&view=search');
  const { button, note } = parts(page);
  await button('Watch the search').click();
  await note.getByText('An open tour of 25 squares').waitFor();
  await button('Pause').click();
  const slider = page.getByRole('slider', { name: 'Position' });
  const count = async (/** @type {string} */ name) =>
    Number(
      (
        (await page.locator('.counts div', { hasText: name }).locator('dd').textContent()) ?? ''
      ).replaceAll(',', ''),
    );
  const steps = () => page.locator('.steps g').count();
  await slider.fill('300');
  const [moved, back] = [await count('Moves'), await count('Taken back')];
  assert.equal(moved + back, 300, 'an event is a move or a way back');
  // The start is a step and no move.
  assert.equal(await steps(), moved - back + 1);
  assert.ok(back > 0 && (await page.locator('.heat').count()) > 0);
  await shot(page, 'solve-search');
  await button('Back').click();
  await button('Step').click();
  assert.equal(await steps(), moved - back + 1);
  await button('Skip to end').click();
  const answer = await (
    await fetch(`${here.api}/api/v1/solve?board=5x5&start=a1&kind=open&method=backtrack`)
  ).json();
  assert.deepEqual(
    [await count('Trials'), await count('Moves'), await count('Taken back')],
    [answer.stats.trials, answer.stats.moves, answer.stats.backtracks],
  );
  assert.equal(await count('On the path'), 25);
});

test('millions of trials pass in time-lapse', async () => {
  const page = await here.visit(
    '/solve?board=8x8&start=a1&kind=closed&method=backtrack&view=search',
  );
  const { button } = parts(page);
  await button('Watch the search').click();
  await page.waitForFunction(
    () => Number(document.querySelector('.scrubber')?.getAttribute('max')) > 20_003,
    null,
    { timeout: 20_000 },
  );
  await button('Stop').click();
  await page.getByText('Stopped.').first().waitFor();
  await button('Skip to end').click();
  const trials = Number(
    ((await page.locator('.counts dd').first().textContent()) ?? '').replaceAll(',', ''),
  );
  assert.ok(trials > 100_000, `${trials} trials`);
});

test('methods race side by side on the same board', async () => {
  const page = await here.visit(
    '/solve?board=6x6&start=a1&kind=open&view=race&methods=backtrack,warnsdorff,warnsdorff-backtrack,divide',
  );
  const { button, note } = parts(page);
  await button('Run the race').click();
  // While the knights run, the page does not say that the race is over.
  await note.getByText('The knights are running.').waitFor({ timeout: 30_000 });
  assert.equal(await page.locator('.lane').count(), 4);
  await button('Skip to end').click();
  await note.getByText('The race is over.').waitFor();
  const verdicts = await page.locator('.lane .verdict').allTextContents();
  assert.equal(
    verdicts.filter((verdict) => /Finished: place/.test(verdict)).length,
    4,
    verdicts.join(),
  );
  assert.ok((await page.locator('.lane.won').count()) >= 1);
  await shot(page, 'solve-race');
  await page.getByRole('checkbox', { name: 'Divide and conquer' }).uncheck();
  assert.ok(await page.getByRole('checkbox', { name: 'Backtracking', exact: true }).isEnabled());
});

test('an empty view shows a faint tour, which disappears with the first choice', async () => {
  const page = await here.visit('/solve?board=6x6&view=race');
  await page.locator('.ghost path').waitFor();
  await page.goto(here.link('/solve?board=12x12&view=merge'));
  await page.locator('.ghost path').waitFor();
  await parts(page).button('Show the merge').click();
  await page.locator('.regions rect').first().waitFor();
  assert.equal(await page.locator('.ghost path').count(), 0);
});

test('a merge plays by itself, a stage a second, and a link with a seed shows its tour', async () => {
  const page = await here.visit('/solve?board=12x12&view=merge');
  const { button, note } = parts(page);
  await button('Show the merge').click();
  await page.getByText('1 stage a second').waitFor();
  await note.getByText('What remains is one closed tour.').waitFor();
  await page.goto(here.link('/solve?board=6x6&seed=3'));
  await note.getByText('tour of 36 squares').waitFor();
});

test('squares that a piece cannot reach are marked on the board', async () => {
  const page = await here.visit('/solve?board=10x10&leaper=camel&at=1');
  await parts(page).note.getByText('1+3 is even').waitFor();
  assert.equal(await page.locator('.board .tint.one').count(), 50);
  assert.equal(await page.locator('.board .tint.other').count(), 50);
});

test('the merge is shown stage by stage', async () => {
  const page = await here.visit('/solve?board=12x12&view=merge');
  const { button, note } = parts(page);
  await button('Show the merge').click();
  await button('Split').click();
  await note.getByText('The board is split into 4 blocks.').waitFor();
  assert.equal(await page.locator('.regions rect').count(), 4);
  await button('Step').click();
  await note.getByText('Each block has a closed tour of its own: 4 of them.').waitFor();
  assert.equal(await page.locator('.tours path').count(), 4);
  await button('Step').click();
  await note.getByText('4 leaps are added').waitFor();
  assert.equal(await page.locator('.lines .added').count(), 4);
  await button('Step').click();
  await note.getByText('4 leaps are removed').waitFor();
  assert.equal(await page.locator('.lines .removed').count(), 4);
  await shot(page, 'solve-merge');
  await button('Step').click();
  await note.getByText('What remains is one closed tour.').waitFor();
  assert.equal(await page.locator('.tours path').count(), 1);
  await button('Split').click();
  await note.getByText('The board is split into 4 blocks.').waitFor();
  await page.goto(here.link('/solve?board=24x24&view=merge&at=4'));
  await note.getByText('What remains is 4 larger closed tours.').waitFor();
  await page.goto(here.link('/solve?board=31x29&view=merge&at=0'));
  await note
    .getByText('Parberry’s quarters make closed tours and need sides of at least 6')
    .waitFor();
  // A flag of the command line is a button here.
  await button('Leave out a1').click();
  await note.getByText('The board is split into').waitFor();
  // An 8x8 board has nothing to merge: the merge begins with a telling one.
  await page.goto(here.link('/solve?board=8x8'));
  await button('Merge').click();
  await page.locator('.board[aria-rowcount="14"]').waitFor();
});

test('a copied link opens exactly this state', async () => {
  const page = await here.visit(
    '/solve?board=7x6&holes=a1,g6&start=c3&kind=open&method=warnsdorff-backtrack&tie=random&seed=5',
  );
  await page
    .context()
    .grantPermissions(['clipboard-read', 'clipboard-write'], { origin: here.origin });
  const { button, moves, note } = parts(page);
  // A link with a seed is the link to a tour, and the tour draws itself.
  await note.getByText('from c3').waitFor();
  await button('Restart').click();
  for (let n = 0; n < 4; n++) await button('Step').click();
  await button('Copy link').click();
  await page.getByText('The link is copied').first().waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await here.visit(link);
  const twin = parts(other);
  await twin.note.getByText('from c3').waitFor();
  assert.deepEqual(await twin.moves(), await moves());
  assert.equal(await other.getByLabel('Seed').inputValue(), '5');
  assert.equal(await twin.cell('a1').getAttribute('aria-label'), 'a1, hole');
  await button('Copy link').click();
  assert.equal(new URL(other.url()).search, new URL(link).search);
});

test('a played game is a link too', async () => {
  const page = await here.visit('/play?board=6x4&holes=f4&after=a1,b3');
  const { cell, moves } = parts(page);
  await cell('d4').click();
  await page.waitForURL(/board=6x4&holes=f4&after=a1,b3,d4$/);
  const other = await here.visit(page.url());
  assert.deepEqual(await parts(other).moves(), await moves());
});

test('downloads open', async () => {
  const page = await here.visit('/solve?board=6x6&at=36');
  const { button, note } = parts(page);
  await note.getByText('tour of 36 squares').waitFor();
  const [seen] = await Promise.all([page.waitForEvent('download'), button('Save as seen').click()]);
  assert.match(
    readFileSync(await seen.path(), 'utf8'),
    /^<svg[^>]*viewBox="0 0 6 6"[\s\S]*<line[\s\S]*<\/svg>$/,
  );
  await button('QR code').click();
  await page.getByRole('img', { name: `QR code of ${page.url()}` }).waitFor();
  await page.locator('summary', { hasText: 'Download' }).click();
  /** @type {Record<string, (bytes: Buffer) => boolean>} */
  const opens = {
    SVG: (bytes) => bytes.includes('<svg') && bytes.includes('</svg>'),
    PNG: (bytes) =>
      bytes.readUInt32BE(0) === 0x89504e47 &&
      bytes.subarray(-8).toString('latin1').startsWith('IEND'),
    GIF: (bytes) =>
      bytes.subarray(0, 6).toString() === 'GIF89a' && bytes[bytes.length - 1] === 0x3b,
    PDF: (bytes) => bytes.subarray(0, 5).toString() === '%PDF-' && bytes.includes('%%EOF'),
    JSON: (bytes) => JSON.parse(bytes.toString()).squares.length === 36,
    CSV: (bytes) => bytes.toString().trim().split('\n').length === 37,
    NPY: (bytes) => bytes.subarray(0, 6).toString('latin1') === '\x93NUMPY',
  };
  for (const [format, isWhole] of Object.entries(opens)) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(`Download as ${format}`).click(),
    ]);
    assert.equal(download.suggestedFilename(), `knights-tour-6x6.${format.toLowerCase()}`);
    assert.ok(isWhole(readFileSync(await download.path())), format);
  }
});

test('a picture that is downloaded is the one on the screen, with a title in the reader’s language', async () => {
  for (const colorScheme of /** @type {('light'|'dark')[]} */ (['light', 'dark'])) {
    const page = await here.visit('/solve?board=6x6&at=36', {
      ...DESKTOP,
      colorScheme,
      locale: 'it',
    });
    await page.locator('.path line.closing, .path g').nth(30).waitFor();
    await page.locator('summary', { hasText: 'Scarica' }).click();
    const fetched = async (/** @type {string} */ name) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name, exact: true }).click(),
      ]);
      return { bytes: readFileSync(await download.path()), name: download.suggestedFilename() };
    };
    const { bytes: png } = await fetched('Scarica come PNG');
    // The middles of the edges of two squares, where neither path nor number is.
    const [drawn, shown] = await page.evaluate(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), {
        width: image.width,
        height: image.height,
      });
      const ink = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
      ink.drawImage(image, 0, 0);
      const side = image.width / 6;
      const hole = ink.getImageData(side * 5.06, side * 5.94, 1, 1).data;
      const style = getComputedStyle(document.documentElement);
      return [[...hole.slice(0, 3)], [style.colorScheme, image.width]];
    }, png.toString('base64'));
    const isDark = drawn.reduce((sum, part) => sum + part, 0) < 384;
    assert.equal(isDark, colorScheme === 'dark', JSON.stringify([drawn, shown]));
    // Warm by day: more red than blue, as on the screen and not as in the engine's own grey.
    if (colorScheme === 'light') assert.ok(drawn[0] > drawn[2] + 10, String(drawn));
    const { bytes: svg } = await fetched('Scarica come SVG');
    assert.match(svg.toString(), /<title>Giro del cavallo sulla scacchiera 6×6<\/title>/);
    assert.ok(svg.length < 60_000, `${svg.length} bytes`);
    const { bytes: pdf } = await fetched('Scarica come PDF');
    const title = Buffer.from('\ufeffGiro del cavallo sulla scacchiera 6×6', 'utf16le').swap16();
    assert.ok(pdf.includes(`/Title<${title.toString('hex')}>`));
    // In vectors: each number is a text, each leap a line, and there is no picture.
    assert.equal((pdf.toString('latin1').match(/\(\d+\) Tj/g) ?? []).length >= 36, true);
    assert.ok(!/\/DCTDecode|Do Q/.test(pdf.toString('latin1')));
    await page.evaluate(() => {
      const words = /** @type {string[]} */ (/** @type {any} */ (window).words = []);
      const write = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
        words.push(text);
        return write.call(this, text, ...at);
      };
    });
    const { name, bytes: sheet } = await fetched('Scheda: scacchiera vuota e soluzione');
    assert.equal(name, 'knights-tour-6x6-worksheet.pdf');
    assert.ok(sheet.includes('/Count 2'));
    assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).words), [
      'Cavallo (1,2): visita ogni casa una sola volta e torna alla prima',
      'Soluzione',
    ]);
  }
});

test('every generated tour is another one, and the link has its seed', async () => {
  const page = await here.visit('/solve?board=8x8', { reducedMotion: 'reduce' });
  const { button, moves, note } = parts(page);
  const seen = new Set();
  for (let n = 0; n < 3; n++) {
    await button('Generate tour').click();
    await note.getByText('tour of 64 squares').waitFor();
    seen.add((await moves()).join());
  }
  assert.equal(seen.size, 3);
  await page.waitForURL(({ searchParams }) => searchParams.has('seed') && searchParams.has('at'));
  const other = await here.visit(page.url());
  await parts(other).note.getByText('tour of 64 squares').waitFor();
  assert.ok(seen.has((await parts(other).moves()).join()));
});

test('the film of a search says what it leaves out, and describes each step', async () => {
  const page = await here.visit(
    '/solve?board=6x6&start=c4&kind=open&method=backtrack&order=d0&view=search&at=20',
  );
  const { note, button } = parts(page);
  await note.getByText('An open tour of 36 squares').waitFor();
  await page.locator('.happens', { hasText: /^(To|Dead end at) \w+/ }).waitFor();
  assert.equal(await page.locator('.pseudocode [aria-current]').count(), 1);
  await page
    .getByText(/The film shows [\d,]+ leaps one by one; [\d,]+ more pass in time-lapse\./)
    .waitFor();
  await button('Skip to end').click();
  await page
    .locator('.happens', { hasText: /Time-lapse: [\d,]+ trials are skipped here/ })
    .waitFor();
});

test('a start is typed, random or clicked; keys step through the film', async () => {
  const page = await here.visit('/solve?board=6x6', { reducedMotion: 'reduce' });
  const { button, moves, note } = parts(page);
  const field = page.getByLabel('Square, such as c4 or 2,2');
  await field.fill('(2,2)');
  await field.press('Enter');
  await button('Start: c4').waitFor();
  await field.fill('z9');
  await field.press('Enter');
  await page.getByText('“z9” is not a square').waitFor();
  await button('Random').click();
  await button('Generate tour').click();
  await note.getByText('tour of 36 squares').waitFor();
  await page.locator('main').click({ position: { x: 2, y: 2 } });
  await page.keyboard.press('Home');
  assert.equal((await moves()).length, 1);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  assert.equal((await moves()).length, 2);
  await page.keyboard.press('End');
  assert.equal((await moves()).length, 36);
  await page.locator('summary', { hasText: 'Squares in order' }).click();
  await page.locator('.matrix', { hasText: '36' }).waitFor();
  const matrix = ((await page.locator('.matrix').textContent()) ?? '')
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/ +/).map(Number));
  assert.deepEqual(
    matrix.flat().sort((a, b) => a - b),
    Array.from({ length: 36 }, (_, at) => at + 1),
  );
});

test('a tour is measured when the group is opened, which stays open in another language', async () => {
  const page = await here.visit('/solve?board=6x6&kind=closed&at=36');
  await parts(page).note.getByText('tour of 36 squares').waitFor();
  const measured = page.locator('.measures');
  assert.equal(await measured.locator('dd').count(), 0, 'it is not requested yet');
  await page.locator('summary', { hasText: 'Measures' }).press('Enter');
  const [leaps, turns, straight] = await numbers(measured.locator('dl').first().locator('dd'));
  assert.deepEqual([leaps, turns + straight], [36, 36]);
  for (const name of ['Angles between a leap and the next', 'Slopes of the leaps']) {
    const counts = await numbers(page.getByRole('table', { name }).locator('td:last-child'));
    assert.equal(
      counts.reduce((sum, n) => sum + n, 0),
      36,
      name,
    );
  }
  await shot(page, 'solve-measures');
  await page.getByLabel('Language').selectOption('it');
  await measured.getByText('Svolte', { exact: true }).waitFor();
  assert.deepEqual((await numbers(measured.locator('dl').first().locator('dd'))).slice(0, 3), [
    leaps,
    turns,
    straight,
  ]);
});

/** @param {import('playwright-core').Locator} cells  the first of which is waited for */
async function numbers(cells) {
  await cells.first().waitFor();
  return (await cells.allTextContents()).map(Number);
}

test('“Closed if possible” gives a closed tour by every method that does not go square by square; the others say what they do', async () => {
  const page = await here.visit('/solve?board=12x12&start=a1');
  const { button, note } = parts(page);
  const first = page.getByLabel('Kind').locator('option').first();
  for (const method of ['auto', 'divide', 'parberry', 'tidy', 'repair', 'exact']) {
    await page.goto(here.link(`/solve?board=12x12&start=a1&method=${method}`));
    assert.equal(await first.textContent(), 'Closed if possible');
    await button('Generate tour').click();
    await note.getByText('A closed tour of 144 squares from a1.').waitFor();
  }
  for (const method of ['warnsdorff', 'warnsdorff-backtrack', 'backtrack']) {
    await page.getByLabel('Method').selectOption(method);
    assert.equal(await first.textContent(), 'Whichever is found first');
  }
});
