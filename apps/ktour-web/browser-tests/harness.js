/**
 * What every browser test needs: the page, a browser, and pages that watch what they ask for.
 *
 * The page is that of the real server, or with `SITE=folder` the same page as plain files on a host without any: the tests
 * are the same, and the server is asked only by the tests themselves, for what should come out.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { after, afterEach, before } from 'node:test';
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';
import { FOLDER, startHost } from './host.js';

const HERE = new URL('.', import.meta.url).pathname;
export const PAGE = `${HERE}../page/`;
export const PROGRAM = process.env.KTOUR ?? `${HERE}../../../target/debug/ktour`;
const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium';
const QUIET = [
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** The folder of the page as plain files, if it is tested so. */
export const SITE = process.env.SITE ?? '';
/** For tests of what only the server's page has, or only the other. */
export const onServer = { skip: SITE ? 'the page is not the server’s' : false };
export const onSite = { skip: SITE ? false : 'the page is the server’s' };

/**
 * What is only looked at, by day and by night or in every language, is shared where the page is tested both ways: each takes its half.
 * @template Item @param {Item[]} items
 */
export const shared = (items) =>
  process.env.SHARED ? items.filter((_, at) => at % 2 === Number(SITE !== '')) : items;

/** What a browser says of a question that the server refused with a sentence. */
const REFUSED = /status of 4\d\d|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED/;

/** Sizes that the page is looked at in. */
export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};
export const NARROW = {
  viewport: { width: 320, height: 640 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};
export const WALL = { viewport: { width: 2560, height: 1440 } };

/** A browser without a window. */
export const launch = () =>
  chromium.launch({ executablePath: BROWSER, args: [...QUIET, ...asRoot] });

/** A server on a port of its own. @param {Record<string, string>} [variables]  of its environment */
export async function serve(variables = {}) {
  const server = spawn(PROGRAM, ['serve', '--addr', '127.0.0.1:0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...variables },
  });
  const [line] = await once(/** @type {import('node:stream').Readable} */ (server.stdout), 'data');
  return { origin: String(line).trim().replace(/\/$/, ''), stop: () => server.kill() };
}

/** Starts the server for the tests of one file. @param {(origin: string) => Promise<void>} then  what is done when it is there */
export function served(then) {
  const served = { origin: '' };
  let stop = () => false;
  before(async () => {
    ({ origin: served.origin, stop } = await serve());
    await then(served.origin);
  });
  after(() => stop());
  return served;
}

/** Starts the server and the browser for the tests of one file. */
export function world() {
  const world = Object.assign(served(open), {
    api: '',
    /** @type {import('playwright-core').Browser} */ browser: /** @type {any} */ (null),
    visit,
    link,
  });
  /** @type {Awaited<ReturnType<typeof startHost>>|null} */
  let host = null;
  /** @type {{context: import('playwright-core').BrowserContext, faults: string[]}[]} */
  let visits = [];
  afterEach(async () => {
    const faults = visits.flatMap((visit) => visit.faults);
    await Promise.all(visits.map(({ context }) => context.close()));
    visits = [];
    assert.deepEqual(faults, []);
  });
  after(async () => {
    host?.stop();
    await world.browser?.close();
  });
  return world;

  /** The address of a state, written as the server's page has it. @param {string} path */
  function link(path) {
    if (!SITE || path.startsWith('http'))
      return path.startsWith('http') ? path : world.origin + path;
    const [, tab, query = ''] = /** @type {RegExpExecArray} */ (/^\/(\w*)\??(.*)$/.exec(path));
    return `${world.origin}${FOLDER}${tab && `?tab=${tab}`}${query && `&${query}`}`;
  }

  async function open() {
    world.api = world.origin;
    if (SITE) host = await startHost(SITE);
    if (host) world.origin = host.origin;
    mkdirSync(`${HERE}shots`, { recursive: true });
    world.browser = await launch();
  }

  /**
   * Opens the page; nothing may leave the server's origin, and nothing may be complained of.
   * @param {string} path  or a whole address
   * @param {import('playwright-core').BrowserContextOptions} [options]
   */
  async function visit(path, options = DESKTOP) {
    const context = await world.browser.newContext({ locale: 'en-US', ...options });
    const page = await context.newPage();
    /** @type {string[]} */
    const faults = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on(
      'console',
      (message) =>
        ['error', 'warning'].includes(message.type()) &&
        !REFUSED.test(message.text()) &&
        faults.push(message.text()),
    );
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (!['blob:', 'data:'].includes(protocol) && origin !== world.origin)
        faults.push(`asked ${request.url()}`);
    });
    visits.push({ context, faults });
    await page.goto(link(path));
    await page.locator('main .panel').waitFor();
    return page;
  }
}

/** @param {import('playwright-core').Page} page @param {string} name */
export async function shot(page, name) {
  await page.screenshot({
    path: `${HERE}shots/${name}.png`,
    fullPage: true,
    animations: 'disabled',
  });
}

/** @param {import('playwright-core').Page} page */
export function parts(page) {
  const button = (/** @type {string} */ name) => page.getByRole('button', { name, exact: true });
  return {
    board: page.getByRole('grid', { name: 'Board' }),
    cell: (/** @type {string} */ square) =>
      page.getByRole('gridcell', { name: new RegExp(`^${square}(,|$)`) }),
    button,
    live: page.locator('.unseen[role=status]'),
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

/** A finger that touches, moves and lifts as the browser's own gestures see it. @param {import('playwright-core').Page} page */
export async function finger(page) {
  const hand = await page.context().newCDPSession(page);
  return (/** @type {'touchStart'|'touchMove'|'touchEnd'} */ type, /** @type {number[]} */ ...at) =>
    hand.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at.length ? [{ x: at[0], y: at[1] }] : [],
    });
}
