/** What every browser test needs: the real server, a browser, and pages that watch what they ask for. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { after, afterEach, before } from 'node:test';
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

const HERE = new URL('.', import.meta.url).pathname;
export const PAGE = `${HERE}../page/`;
const PROGRAM = process.env.KTOUR ?? `${HERE}../../../target/debug/ktour`;
const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium';
const QUIET = ['--headless', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** What a browser says of a question that the server refused with a sentence. */
const REFUSED = /status of 4\d\d|ERR_CONNECTION_REFUSED/;

/** Sizes that the page is looked at in. */
export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
export const NARROW = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
export const WALL = { viewport: { width: 2560, height: 1440 } };

/** Starts the server for the tests of one file. @param {(origin: string) => Promise<void>} then  what is done when it is there */
export function served(then) {
  const served = { origin: '' };
  /** @type {import('node:child_process').ChildProcess} */
  let server;
  before(async () => {
    server = spawn(PROGRAM, ['serve', '--addr', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(/** @type {import('node:stream').Readable} */ (server.stdout), 'data');
    served.origin = String(line).trim().replace(/\/$/, '');
    await then(served.origin);
  });
  after(() => server?.kill());
  return served;
}

/** Starts the server and the browser for the tests of one file. */
export function world() {
  const world = Object.assign(served(open), { /** @type {import('playwright-core').Browser} */ browser: /** @type {any} */ (null), visit });
  /** @type {{context: import('playwright-core').BrowserContext, faults: string[]}[]} */
  let visits = [];
  afterEach(async () => {
    const faults = visits.flatMap((visit) => visit.faults);
    await Promise.all(visits.map(({ context }) => context.close()));
    visits = [];
    assert.deepEqual(faults, []);
  });
  after(() => world.browser?.close());
  return world;

  async function open() {
    mkdirSync(`${HERE}shots`, { recursive: true });
    world.browser = await chromium.launch({ executablePath: BROWSER, args: [...QUIET, ...asRoot] });
  }

  /**
   * Opens the page; nothing may leave the server's origin, and nothing may be complained of.
   * @param {string} path
   * @param {import('playwright-core').BrowserContextOptions} [options]
   */
  async function visit(path, options = DESKTOP) {
    const context = await world.browser.newContext({ locale: 'en-US', ...options });
    const page = await context.newPage();
    /** @type {string[]} */
    const faults = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && !REFUSED.test(message.text()) && faults.push(message.text()));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (!['blob:', 'data:'].includes(protocol) && origin !== world.origin) faults.push(`asked ${request.url()}`);
    });
    visits.push({ context, faults });
    await page.goto(world.origin + path);
    await page.locator('main .panel').waitFor();
    return page;
  }
}

/** @param {import('playwright-core').Page} page @param {string} name */
export async function shot(page, name) {
  await page.screenshot({ path: `${HERE}shots/${name}.png`, fullPage: true, animations: 'disabled' });
}

/** @param {import('playwright-core').Page} page */
export function parts(page) {
  const button = (/** @type {string} */ name) => page.getByRole('button', { name, exact: true });
  return {
    board: page.getByRole('grid', { name: 'Board' }),
    cell: (/** @type {string} */ square) => page.getByRole('gridcell', { name: new RegExp(`^${square}(,|$)`) }),
    button,
    live: page.locator('[role=status]'),
    note: page.locator('.note').first(),
    moves: async () => page.locator('.moves li').allTextContents(),
  };
}

/** A whole tour of the 5x5 board, from the server itself. @param {string} origin @param {string} query */
export async function tour(origin, query = 'board=5x5&start=a1') {
  const answer = await (await fetch(`${origin}/api/v1/solve?${query}`)).json();
  assert.equal(answer.outcome, 'found');
  return /** @type {string[]} */ (answer.squares);
}
