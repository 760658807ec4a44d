/** The core of the page as plain files, in every browser that is there: each tab, a game, a hint, a tour, a film, a count, a download, no network. */

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { ENGINES, patiently } from './engines.js';
import { FOLDER, startHost } from './host.js';
import { SITE } from './harness.js';

const TABS = ['play', 'puzzle', 'solve', 'learn', 'explore', 'atlas', 'lab', 'count'];
/** A tour of the 5×5 board. */
const TOUR = 'a1 b3 a5 c4 e5 d3 e1 c2 a3 b5 d4 e2 c1 a2 b4 d5 e3 d1 b2 a4 c5 e4 d2 b1 c3'.split(
  ' ',
);

for (const { name, isReady, open } of ENGINES) {
  const skip = !SITE ? 'the page is the server’s' : isReady ? false : `${name} is not there`;
  test(`the core of the page in ${name}`, { skip }, async (context) => {
    const [host, browser] = [await startHost(SITE), await open()];
    context.after(() => (host.stop(), browser.close()));
    const go = (/** @type {string} */ query) => browser.goto(`${host.origin}${FOLDER}?${query}`);
    /** Waits until the text of the page has this. @param {string} text */
    const shows = (text) =>
      patiently(() =>
        browser.ask(`return document.body.innerText.includes(${JSON.stringify(text)})`),
      ).catch(async (error) => {
        throw new Error(
          `${text}: ${error.message}; there is ${await browser.ask('return document.body.innerText')}`,
        );
      });
    const has = (/** @type {string} */ css) =>
      patiently(() => browser.ask(`return !!document.querySelector(${JSON.stringify(css)})`));
    const press = (/** @type {string} */ label) =>
      patiently(() =>
        browser.ask(
          `const button = [...document.querySelectorAll('button')].find((button) => !button.disabled && [button.innerText.trim(), button.ariaLabel, button.title].includes(${JSON.stringify(label)}));
       button?.click(); return !!button`,
        ),
      );

    await context.test('every tab opens', async () => {
      for (const tab of TABS) {
        await go(`tab=${tab}`);
        await has('main .panel');
        await has('nav [aria-current]');
        assert.ok(
          await browser.ask(
            `return !!document.querySelector('nav [aria-current]') && !document.querySelector('.note.sad:not([hidden])')`,
          ),
          tab,
        );
      }
    });

    await context.test('a hint, and a game to its end', async () => {
      await go(`tab=play&board=5x5&after=${TOUR.slice(0, 3)}`);
      await press('Hint');
      await shows('Go to');
      for (const square of TOUR.slice(3)) {
        await patiently(() =>
          browser.ask(`const cell = [...document.querySelectorAll('[role=gridcell]')].find((cell) => /^${square}(,|$)/.test(cell.getAttribute('aria-label')));
          cell?.dispatchEvent(new MouseEvent('click', { bubbles: true })); return !!cell`),
        );
        await patiently(() =>
          browser.ask(
            `return [...document.querySelectorAll('.moves li')].at(-1)?.textContent === '${square}'`,
          ),
        );
      }
      await shows('Tour complete! All 25 squares');
    });

    await context.test('a tour, and a file of it', async () => {
      await go('tab=solve&board=8x8&at=64');
      await shows('tour of 64 squares');
      await browser.ask(
        `const make = page.URL.createObjectURL; page.URL.createObjectURL = (blob) => { page.made = blob.type + ' ' + (blob.size > 1000); return make(blob); }; return true`,
      );
      await press('Download as PDF');
      await patiently(() => browser.ask(`return page.made === 'application/pdf true'`));
    });

    await context.test('a film', async () => {
      await go('tab=solve&board=5x5&start=a1&kind=open&method=backtrack&view=search');
      await press('Watch the search');
      await shows('An open tour of 25 squares');
    });

    await context.test('a count', async () => {
      await go('tab=count&board=6x6');
      await shows('9,862');
      await has('.gallery .thumbnail');
    });

    await context.test('no network', async () => {
      await patiently(() =>
        browser.ask(
          `page.navigator.serviceWorker.ready.then(() => (page.isKept = true)); return page.isKept`,
        ),
      );
      await go('tab=play&board=6x6&after=a1,b3');
      await patiently(() => browser.ask('return !!navigator.serviceWorker.controller'));
      host.stop();
      await go('tab=play&board=6x6&after=a1,b3,c5');
      await press('Hint');
      await shows('Go to');
    });
  });
}
