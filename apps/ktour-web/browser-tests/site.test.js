/** The page as plain files: without a network, with a worker that dies, on a host that knows no types, in two tabs at once. */

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { gzipSync } from 'node:zlib';
import { FOLDER, startHost } from './host.js';
import { answersOf } from './answers.js';
import { DESKTOP, onSite, PAGE, parts, PHONE, serve, SITE, world } from './harness.js';

const here = world();

/** Whether the limits of the page are asserted, or only that nothing is far beyond them: machines that run tests beside are slow. */
const isStrict = Boolean(process.env.LIMITS);
/** Noise only makes slower: of some tries the fastest counts. */
const TRIES = isStrict ? 5 : 2;
/** What a time may be at most. @param {string} what @param {number} time @param {number} limit @param {number} far */
const within = (what, time, limit, far) =>
  assert.ok(
    time <= (isStrict ? limit : far),
    `${what}: ${time.toFixed(0)} ms, and ${limit} are allowed`,
  );

/** What the engine's files are called. */
const engine = () =>
  Object.fromEntries(
    [...readFileSync(`${SITE}/index.html`, 'utf8').matchAll(/ data-(\w+)="([^"]+)"/g)].map(
      ([, part, file]) => [part, file],
    ),
  );

/** Waits until the service worker has kept every file. @param {import('playwright-core').Page} page */
const kept = (page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));

test('a second visit needs no network, in any tab', onSite, async () => {
  const host = await startHost(SITE);
  const context = await here.browser.newContext({ locale: 'en-US', ...DESKTOP });
  const page = await context.newPage();
  await page.goto(`${host.origin}${FOLDER}?tab=play&board=6x6&after=a1,b3`);
  await kept(page);
  // The heavy part of the engine is kept in a quiet moment.
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage('keep all');
    const { dataset } = /** @type {HTMLMetaElement} */ (
      document.querySelector('meta[name=engine]')
    );
    const late = [
      dataset.light,
      dataset.heavy,
      'learn/en.json',
      'learn/learn.css',
      'i18n/lab/en.json',
      'data/counts.json',
    ];
    while (
      !(await Promise.all(late.map((file) => caches.match(/** @type {string} */ (file))))).every(
        Boolean,
      )
    )
      await new Promise((done) => setTimeout(done, 50));
  });
  host.stop();
  await page.reload();
  const { button, note, moves } = parts(page);
  await page.locator('.moves li').first().waitFor({ state: 'attached' });
  assert.deepEqual(await moves(), ['a1', 'b3']);
  await button('Hint').click();
  await note.getByText('Go to').waitFor();
  await page.goto(`${host.origin}${FOLDER}?tab=solve&board=8x8&at=64`);
  await note.getByText('tour of 64 squares').waitFor();
  await page.locator('summary', { hasText: 'Download' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button('Download as SVG').click(),
  ]);
  assert.match(readFileSync(await download.path(), 'utf8'), /<svg[\s\S]*<\/svg>/);
  /** Signs that the engine has answered. @type {Record<string, string>} */
  const signs = {
    puzzle: '.labels .given',
    learn: '[data-figure][data-ready]',
    explore: '.class-c',
    'count&board=6x6': '.gallery .thumbnail',
    'atlas&board=100x100': 'dd:text-is("10,000")',
    lab: '.lab-stage table',
  };
  for (const [tab, sign] of Object.entries(signs)) {
    await page.goto(`${host.origin}${FOLDER}?tab=${tab}`);
    await page.locator(sign).first().waitFor();
  }
  await page.getByLabel('Language').selectOption('vi');
  await page.getByRole('link', { name: 'Giải', exact: true }).waitFor();
  await context.close();
});

test(
  'without a network soon after the first look, every tab shows the tabs and a way to Play, or itself',
  onSite,
  async () => {
    for (const isLong of [false, true]) {
      const host = await startHost(SITE);
      const context = await here.browser.newContext({ locale: 'en-US', ...DESKTOP });
      const page = await context.newPage();
      await page.goto(`${host.origin}${FOLDER}`);
      await kept(page);
      // The page keeps the rest by itself.
      const took = isLong
        ? await page.evaluate(async () => {
            const begun = performance.now();
            while (!(await caches.match('data/growth.json')) && performance.now() - begun < 20_000)
              await new Promise((done) => setTimeout(done, 50));
            return performance.now() - begun;
          })
        : 0;
      within('the rest of the page is kept', took, 5000, 12_000);
      host.stop();
      await page.goto(`${host.origin}${FOLDER}?tab=explore`);
      await page.locator('nav a').nth(7).waitFor();
      assert.equal(await page.locator('nav a').count(), 8);
      if (isLong) {
        await page.locator('.views').first().waitFor();
        assert.equal(await page.getByText('A file of this page could not be loaded').count(), 0);
      } else {
        await page
          .getByRole('alert')
          .getByText('A file of this page could not be loaded')
          .waitFor();
        await parts(page).button('Play').click();
        await parts(page).cell('a1').click();
        assert.deepEqual(await parts(page).moves(), ['a1']);
      }
      await context.close();
    }
  },
);

test(
  'behind its server the worker answers, and the server what a browser cannot',
  onSite,
  async () => {
    const server = await serve({ KTOUR_PAGE: SITE });
    const context = await here.browser.newContext({ locale: 'en-US', ...DESKTOP });
    const page = await context.newPage();
    /** @type {string[]} */
    const asked = [];
    page.on(
      'request',
      (request) => request.url().includes('/api/') && asked.push(new URL(request.url()).pathname),
    );
    await page.goto(`${server.origin}/play?board=6x6&after=a1,b3`);
    const { button, note } = parts(page);
    await button('Hint').click();
    await note.getByText('Go to').waitFor();
    assert.deepEqual(asked, [], 'the worker is enough for a hint');
    await Promise.all([
      page.waitForRequest('**/api/v1/count*'),
      page.goto(`${server.origin}/count?board=8x9&kind=open`),
    ]);
    assert.deepEqual(asked, ['/api/v1/count'], 'for which a browser has too little memory');
    // Without an engine the server answers everything.
    await page.route('**/engine*.wasm', (route) => route.fulfill({ status: 404, body: 'no' }));
    await page.goto(`${server.origin}/play?board=5x5&after=a1,b3`);
    await button('Hint').click();
    await note.getByText('Go to').waitFor();
    assert.ok(asked.includes('/api/v1/hint'));
    const script = await page.locator('script[type=module]').getAttribute('src');
    const { headers } = await fetch(`${server.origin}/${script}`);
    assert.match(headers.get('cache-control') ?? '', /immutable/);
    // With the engine there, the server may go.
    await page.unroute('**/engine*.wasm');
    await page.goto(`${server.origin}/play?board=6x6&after=a1,b3`);
    await page.locator('.dot').first().waitFor();
    server.stop();
    await button('Hint').click();
    await note.getByText('Go to').waitFor();
    await context.close();
  },
);

test(
  'a worker that dies, with an error or without, costs at most one question',
  onSite,
  async () => {
    for (const death of ['throw', 'close']) {
      const page = await here.visit('/play?board=6x6&after=a1,b3');
      const { button, note, moves } = parts(page);
      await page.locator('.dot').first().waitFor();
      for (const worker of page.workers()) {
        await worker.evaluate(
          (death) =>
            void setTimeout(() => {
              if (death === 'close') return self.close();
              throw new Error('lost');
            }),
          death,
        );
      }
      await page.waitForTimeout(300);
      // Play asks again by itself.
      await button('Hint').click();
      await note.getByText('Go to').waitFor();
      assert.deepEqual(await moves(), ['a1', 'b3']);
    }
  },
);

test('after a cancelled question the next one is answered at once', onSite, async () => {
  const page = await here.visit('/solve?board=20x20&kind=closed&method=backtrack-iterative');
  const { button, note } = parts(page);
  await button('Generate tour').click();
  await page.waitForTimeout(300);
  await button('Stop').click();
  await note.getByText('Stopped.').waitFor();
  await page.getByLabel('Method').selectOption('auto');
  await button('Generate tour').click();
  await note.getByText('tour of 400 squares').waitFor({ timeout: 30_000 });
});

test(
  'a long count gives way to the next board at once, and another comes to its end',
  onSite,
  async () => {
    const page = await here.visit('/count?board=8x8');
    const { button } = parts(page);
    await button('Count it again here').click();
    const share = page.getByText(/^\d+% of the way/);
    await share.waitFor();
    await page.getByRole('button', { name: '6×6' }).click();
    await page.locator('.big-number', { hasText: '9,862' }).waitFor({ timeout: 60_000 });
    await page.locator('.gallery .thumbnail[viewBox="0 0 6 6"]').first().waitFor();
    assert.ok(await share.isHidden());
    // A count of less than two seconds begins by itself; a longer one says what it takes, and waits.
    await page.goto(here.link('/count?board=7x8'));
    await page.locator('.big-number', { hasText: '34,524,432,316' }).waitFor({ timeout: 60_000 });
    await page.getByText('8,631,113,571 classes').waitFor();
    await page.goto(here.link('/count?board=7x8&kind=open'));
    await page.getByText(/^Counting 7×8 takes about/).waitFor();
    await button('Count it again here').or(button('Count')).first().waitFor();
  },
);

/** A light question of each part of the engine, and where there is one, a question that takes long. */
const PARTS = /** @type {[string, any, any][]} */ ([
  ['first', { question: 'board', words: { board: '8x8' } }, null],
  [
    'light',
    { question: 'exists', words: { board: '4x4' } },
    {
      question: 'solve',
      words: { board: '20x20', kind: 'closed', method: 'backtrack-iterative', max_time: '1m' },
    },
  ],
  [
    'heavy',
    { question: 'verify', words: { board: '3x4', squares: 'a1,b3,c1' } },
    { question: 'given', words: { board: '6x6', givens: 'a1:1', solutions: true, max_time: '1m' } },
  ],
]);

test('a fresh worker from the compiled module answers soon', onSite, async () => {
  const page = await here.visit('/play');
  for (const [part, light] of PARTS) {
    const times = await page.evaluate(
      async ({ part, text, rounds }) => {
        const { dataset } = /** @type {HTMLMetaElement} */ (
          document.querySelector('meta[name=engine]')
        );
        const module = await WebAssembly.compileStreaming(
          fetch(/** @type {string} */ (dataset[part])),
        );
        const times = [];
        for (let round = 0; round < rounds; round++) {
          const begun = performance.now();
          const worker = new Worker(/** @type {string} */ (dataset.worker), { type: 'module' });
          worker.postMessage({ module, lock: `measured ${part} ${round}` });
          worker.postMessage({ id: 1, text });
          await new Promise(
            (done) => (worker.onmessage = ({ data }) => data.id === 1 && done(undefined)),
          );
          times.push(performance.now() - begun);
          worker.terminate();
        }
        return times.sort((a, b) => a - b);
      },
      { part, text: JSON.stringify(light), rounds: TRIES + 2 },
    );
    console.log(`a fresh worker, ${part}: ${times.map((time) => time.toFixed(0)).join(' ')} ms`);
    within(`a fresh worker of ${part}`, times[0], 50, 500);
  }
});

test(
  'after a cancelled long question the next is answered as soon as a fresh worker has started',
  onSite,
  async () => {
    const page = await here.visit('/play');
    // The door to the engine as it is written: the page has it in one script with everything else.
    await page.route('**/door/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: readFileSync(`${PAGE}js/${route.request().url().split('/door/')[1]}`),
      }),
    );
    for (const [part, light, long] of PARTS.filter(([, , long]) => long)) {
      const { times, reported } = await page.evaluate(
        async ({ light, long, rounds }) => {
          const { createWorkerEngine } = await import(
            `${document.baseURI.split('?')[0]}door/engine/worker-client.js`
          );
          const room = createWorkerEngine();
          const [times, reported] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
          for (let round = 0; round < rounds; round++) {
            const abort = new AbortController();
            let reports = 0;
            const answer = room.send(long.question, long.words, abort.signal, () => reports++);
            await new Promise((done) => setTimeout(done, 600));
            const begun = performance.now();
            abort.abort();
            const next = room.send(light.question, light.words);
            await answer.catch(() => {});
            await next;
            times.push(performance.now() - begun);
            reported.push(reports);
          }
          return { times: times.sort((a, b) => a - b), reported: reported.sort((a, b) => b - a) };
        },
        { light, long, rounds: TRIES },
      );
      console.log(
        `taken back, ${part}: the next answer after ${times.map((time) => time.toFixed(0)).join(' ')} ms; ${reported.join(' ')} reports in 600 ms`,
      );
      within(`the next answer of ${part}`, times[0], 50, 1000);
      assert.ok(reported[0] >= (isStrict ? 10 : 2), `${reported} reports of progress`);
    }
  },
);

test('long work reports its progress many times a second, and stops at once', onSite, async () => {
  for (const [address, begin, words] of [
    [
      '/lab?experiment=backtracking&boards=20x20&max_time=1m',
      'Run',
      /trials in the search that runs/,
    ],
    ['/solve?board=20x20&kind=closed&method=backtrack-iterative', 'Generate tour', /trials so far/],
  ]) {
    const page = await here.visit(String(address));
    const { button } = parts(page);
    await button(String(begin)).click();
    const progress = page.locator('.panel p', { hasText: words });
    await progress.waitFor();
    const changes = await progress.evaluate(
      (line) =>
        new Promise((done) => {
          let changes = 0;
          new MutationObserver(() => changes++).observe(line, {
            characterData: true,
            childList: true,
            subtree: true,
          });
          setTimeout(() => done(changes), 2000);
        }),
    );
    console.log(`${address}: ${changes} times in 2 s`);
    assert.ok(changes >= 8, `${address}: ${changes} times in 2 s`);
    await button('Stop').click();
    await progress.waitFor({ state: 'hidden', timeout: 30_000 });
  }
});

test('a host that serves the engine with an unknown type is sufficient', onSite, async () => {
  for (const type of ['text/plain', 'application/octet-stream']) {
    const host = await startHost(SITE, { '.wasm': type });
    const context = await here.browser.newContext({ locale: 'en-US', ...DESKTOP });
    const page = await context.newPage();
    await page.goto(`${host.origin}${FOLDER}index.html?tab=solve&board=6x6&at=36`);
    await parts(page).note.getByText('tour of 36 squares').waitFor();
    await context.close();
    host.stop();
  }
});

test(
  'in every tab a missing engine or file is one sentence, in every language, and a button to retry',
  onSite,
  async () => {
    const { worker, first, light, heavy } = engine();
    /** Where it is, which file is lost, and what is seen when it is back. @type {[place: string, file: string, sign: string][]} */
    const places = [
      ['/play?board=6x6&after=a1,b3', first, '.dot'],
      ['/puzzle', heavy, '.labels .given'],
      ['/solve?board=6x6&at=5', light, '.steps g'],
      ['/learn', 'learn/*.json', '[data-figure]'],
      ['/explore', light, '.class-c'],
      ['/count?board=5x6', heavy, '.gallery li'],
      ['/atlas?board=100x100', worker, '.facts dd:has-text("000")'],
      ['/lab?sizes=5..6&tries=10&ties=first&run=yes', heavy, '.lab-stage table'],
    ];
    for (const [at, [place, file, sign]] of places.entries()) {
      const language = ['en', 'it', 'vi', 'zh'][at % 4];
      const texts = JSON.parse(readFileSync(`${PAGE}i18n/${language}.json`, 'utf8'));
      const context = await here.browser.newContext({
        locale: language,
        serviceWorkers: 'block',
        ...DESKTOP,
      });
      const page = await context.newPage();
      await page.route(`**/${file}`, (route) => route.fulfill({ status: 404, body: 'no' }));
      await page.goto(here.link(place));
      const sentence = page
        .locator('main')
        .getByText(texts[file.endsWith('json') ? 'engine.file' : 'engine.missing'])
        .filter({ visible: true });
      await sentence.first().waitFor();
      const again = page
        .getByRole('button', { name: texts['engine.retry'] })
        .filter({ visible: true });
      assert.deepEqual([await sentence.count(), await again.count()], [1, 1], place);
      assert.doesNotMatch(
        await page.locator('body').innerText(),
        /fetch|TypeError|wasm|404/i,
        place,
      );
      await page.unroute(`**/${file}`);
      await again.click();
      await page.locator(sign).first().waitFor();
      assert.equal(await sentence.count(), 0, place);
      await context.close();
    }
  },
);

test('without an engine everything that needs none works', onSite, async () => {
  const context = await here.browser.newContext({
    locale: 'it',
    serviceWorkers: 'block',
    ...DESKTOP,
  });
  const page = await context.newPage();
  await page.route('**/engine*.wasm', (route) => route.fulfill({ status: 404, body: 'no' }));
  await page.goto(here.link('/play?board=6x6'));
  await page.getByText('Il motore non si è caricato').first().waitFor();
  await page.getByRole('gridcell').first().click();
  assert.equal((await parts(page).moves()).length, 1, 'the first square is free');
  await context.close();
});

/** A module with the names of an engine, which breaks at every question. */
const BROKEN = Buffer.from(
  '0061736d010000000110' +
    '0360017f017f6000017f60027f7c017f' +
    '030403000102' +
    '0503010001' +
    '071e04' +
    '066d656d6f72790200' +
    '04726f6f6d0000' +
    '0361736b0001' +
    '0470756c6c0002' +
    '0a0f03' +
    '040041000b' +
    '040041010b' +
    '0300000b',
  'hex',
);

test(
  'an engine that breaks: a sentence, the game kept, and the other engines answer',
  onSite,
  async () => {
    const context = await here.browser.newContext({
      locale: 'en-US',
      serviceWorkers: 'block',
      ...DESKTOP,
    });
    const page = await context.newPage();
    const answers = await answersOf(page);
    await page.route(`**/${engine().first}`, (route) =>
      route.fulfill({ status: 200, contentType: 'application/wasm', body: BROKEN }),
    );
    await page.goto(here.link('/play?board=6x6&after=a1,b3'));
    const { button, note, moves } = parts(page);
    await note.getByText('The engine stopped').waitFor();
    await button('Try again').click();
    await note.getByText('The engine stopped').waitFor();
    assert.deepEqual(await moves(), ['a1', 'b3']);
    assert.doesNotMatch(await page.locator('body').innerText(), /unreachable|RuntimeError|wasm/i);
    await page.goto(here.link('/solve?board=6x6'));
    await page.locator('main .panel').waitFor();
    // A trap in the middle of a question; the next worker does better.
    const back = await answers.instead('solve', 'trap');
    await button('Generate tour').click();
    await note.getByText('The engine stopped').waitFor();
    await back();
    // Without a server no sentence mentions one.
    const heard = await answers.instead('solve', {});
    await button('Try again').click();
    await note.getByText('The engine gave no answer: try again.').waitFor();
    await heard();
    await button('Try again').click();
    await note.getByText('tour of 36 squares').waitFor();
    await context.close();
  },
);

test('two tabs at once do not disturb each other', onSite, async () => {
  const page = await here.visit(
    '/solve?board=8x8&start=a1&kind=closed&method=backtrack&view=search',
  );
  await parts(page).button('Watch the search').click();
  await page.waitForFunction(
    () => Number(document.querySelector('.scrubber')?.getAttribute('max')) > 500,
  );
  const other = await page.context().newPage();
  await other.goto(here.link('/solve?board=6x6&at=36'));
  await parts(other).note.getByText('tour of 36 squares').waitFor();
  const frames = () =>
    page.evaluate(() => Number(document.querySelector('.scrubber')?.getAttribute('max')));
  const before = await frames();
  await page.bringToFront();
  await page.waitForFunction(
    (before) => Number(document.querySelector('.scrubber')?.getAttribute('max')) > before,
    before,
  );
});

test('a new version is offered, and never forced', onSite, async () => {
  const folder = mkdtempSync(`${tmpdir()}/site-`);
  cpSync(SITE, folder, { recursive: true });
  const host = await startHost(folder);
  const context = await here.browser.newContext({ locale: 'en-US', ...DESKTOP });
  const page = await context.newPage();
  await page.goto(`${host.origin}${FOLDER}?tab=play&board=6x6&after=a1,b3`);
  await page.locator('main .panel').waitFor();
  await kept(page);
  await page.reload();
  await page.locator('.moves li').first().waitFor({ state: 'attached' });
  const button = page.getByRole('button', { name: 'A new version is available: load it' });
  assert.ok(await button.isHidden());
  writeFileSync(
    `${folder}/sw.js`,
    readFileSync(`${folder}/sw.js`, 'utf8').replace(/VERSION = '\w+'/, "VERSION = 'next'"),
  );
  writeFileSync(
    `${folder}/index.html`,
    readFileSync(`${folder}/index.html`, 'utf8').replace(
      '<title>',
      '<meta name="next" content="yes"><title>',
    ),
  );
  await page.reload();
  await button.waitFor();
  assert.equal(await page.locator('meta[name=next]').count(), 0, 'the old version goes on');
  await button.click();
  await page.locator('meta[name=next]').waitFor({ state: 'attached' });
  await page.locator('.moves li').first().waitFor({ state: 'attached' });
  assert.deepEqual(await parts(page).moves(), ['a1', 'b3']);
  await context.close();
  host.stop();
  rmSync(folder, { recursive: true });
});

test('a first visit is light, and the board is drawn before any script', onSite, async () => {
  const host = await startHost(SITE);
  const context = await here.browser.newContext({ locale: 'en-US', ...DESKTOP });
  const page = await context.newPage();
  await page.goto(`${host.origin}${FOLDER}`);
  await page.locator('.panel').waitFor();
  await kept(page);
  const places = async (/** @type {import('playwright-core').Page} */ page) => [
    await page.locator('.board').boundingBox(),
    await page.locator('.welcome h1:visible').boundingBox(),
  ];
  const drawn = await places(page);
  const { requests, bytes } = host.seen;
  const { length } = gzipSync(
    readFileSync(`${SITE}/${await page.locator('meta[name=engine]').getAttribute('data-heavy')}`),
  );
  console.log(
    `first visit: ${requests} requests, ${bytes} bytes; the heavy engine, later: ${length} bytes`,
  );
  assert.ok(requests <= 12, `${requests} requests`);
  assert.ok(bytes <= 600_000, `${bytes} bytes`);
  await context.close();
  const still = await here.browser.newContext({ javaScriptEnabled: false, ...DESKTOP });
  const bare = await still.newPage();
  await bare.goto(`${host.origin}${FOLDER}`);
  const bareBoxes = await places(bare);
  assert.ok(bareBoxes[0] && bareBoxes[0].width > 400, JSON.stringify(bareBoxes));
  assert.deepEqual(drawn, bareBoxes, 'nothing moves when the script comes');
  await still.close();
  host.stop();
});

/**
 * Before a worker's script: whatever its engine takes, it takes four times as long. A browser slows a page's own thread when it is asked to,
 * and says of a worker's that this is only for pages.
 */
const SLOW = `{
  const slowly = (f) => (...all) => {
    const begun = performance.now();
    const done = f(...all);
    const until = performance.now() + 3 * (performance.now() - begun);
    while (performance.now() < until);
    return done;
  };
  WebAssembly.instantiate = async (module, env) => {
    const { exports } = slowly(() => new WebAssembly.Instance(module, env))();
    return { exports: { ...exports, ask: slowly(exports.ask), pull: slowly(exports.pull) } };
  };
}
`;

test(
  'on a slow line and a slow processor the board and the first hint are shown soon',
  onSite,
  async () => {
    const folder = mkdtempSync(`${tmpdir()}/site-`);
    cpSync(SITE, folder, { recursive: true });
    const worker = /data-worker="([^"]+)"/.exec(readFileSync(`${SITE}/index.html`, 'utf8'))?.[1];
    writeFileSync(`${folder}/${worker}`, SLOW + readFileSync(`${SITE}/${worker}`, 'utf8'));
    const host = await startHost(folder);
    const server = await serve({ KTOUR_PAGE: folder });
    const state = 'board=8x8&after=a1';
    try {
      for (const [name, link] of [
        ['plain files', `${host.origin}${FOLDER}?tab=play&${state}`],
        ['the server', `${server.origin}/play?${state}`],
      ]) {
        const visits = [];
        for (let round = 0; round < TRIES; round++) visits.push(await slowVisit(link));
        const fastest = (/** @type {'board'|'hint'} */ what) =>
          Math.min(...visits.map((times) => times[what]));
        console.log(
          `slow, ${name}: ${visits.map(({ board, hint }) => `board after ${board.toFixed(0)} ms, first hint after ${hint.toFixed(0)} ms`).join('; ')}`,
        );
        within(`the board, from ${name}`, fastest('board'), 1000, 3000);
        within(`the first hint, from ${name}`, fastest('hint'), 2000, 10_000);
      }
    } finally {
      host.stop();
      server.stop();
      rmSync(folder, { recursive: true });
    }
  },
);

/** When the board and the first hint are there, on a first visit with everything slow. @param {string} address */
async function slowVisit(address) {
  const context = await here.browser.newContext({ locale: 'en-US', ...DESKTOP });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 200_000,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  // The page itself presses the button when it is there: looking for it from outside would take the processor's time.
  await page.addInitScript(() =>
    new MutationObserver((_, watch) => {
      const button = [...document.querySelectorAll('button')].find(
        ({ textContent }) => textContent === 'Hint',
      );
      if (!button) return;
      watch.disconnect();
      setTimeout(() => button.click());
      new MutationObserver((_, watch) => {
        if (!document.querySelector('.tint.hint')) return;
        watch.disconnect();
        performance.mark('hint');
      }).observe(document, { childList: true, subtree: true, attributes: true });
    }).observe(document, { childList: true, subtree: true }),
  );
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('hint').length, null, {
    timeout: 60_000,
    polling: 500,
  });
  const times = await page.evaluate(() => ({
    board: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    hint: performance.getEntriesByName('hint')[0].startTime,
  }));
  await context.close();
  return times;
}

test(
  'the heading is in the HTML in the reader’s language, and nothing shifts',
  onSite,
  async () => {
    for (const locale of ['en-US', 'vi', 'zh-CN', 'it']) {
      const context = await here.browser.newContext({ locale, ...PHONE });
      const page = await context.newPage();
      await page.addInitScript(() => {
        const seen = /** @type {any} */ (window.seen = { shift: 0, headings: [] });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) seen.shift += /** @type {any} */ (entry).value;
        }).observe({ type: 'layout-shift', buffered: true });
        // What is there with the first paint.
        new PerformanceObserver(() => {
          seen.headings = [...document.querySelectorAll('.welcome h1')]
            .filter((heading) => heading.getClientRects().length)
            .map((heading) => heading.textContent);
        }).observe({ type: 'paint', buffered: true });
      });
      await page.goto(here.origin + FOLDER);
      await page.locator('.welcome button').first().waitFor();
      const title = await page.locator('.welcome h1').innerText();
      const { shift, headings } = await page.evaluate(() => /** @type {any} */ (window).seen);
      assert.deepEqual(headings, [title], locale);
      assert.equal(shift, 0, locale);
      await context.close();
    }
  },
);

test('the policy is in the HTML, and nothing breaks it', onSite, async () => {
  const begins = {
    'index.html': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';",
    'embed.html': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';",
    '404.html': "default-src 'none'; style-src 'self';",
  };
  for (const [file, policy] of Object.entries(begins)) {
    const html = readFileSync(`${SITE}/${file}`, 'utf8');
    assert.ok(html.includes(`<meta http-equiv="Content-Security-Policy" content="${policy}`), file);
    assert.doesNotMatch(
      html,
      /<script(?![^>]*src=)|<style|\sstyle=|\son\w+=|unsafe-inline|'unsafe-eval'/,
      file,
    );
  }
  for (const tab of ['play', 'puzzle', 'solve', 'learn', 'explore', 'atlas', 'lab', 'count'])
    await here.visit(`/${tab}`);
  const page = await here.visit(`${here.origin}${FOLDER}embed.html?board=5x5`);
  await page.locator('.board').waitFor();
  await page.goto(`${here.origin}${FOLDER}404.html`);
  assert.equal(
    await page.evaluate(() => getComputedStyle(document.body).display),
    'grid',
    'its style is its own, and allowed',
  );
});

test('the page can be installed', onSite, async () => {
  const page = await here.visit('/play');
  await kept(page);
  // A browser without windows installs nothing: it reads the manifest, and the rest of what others ask for is looked at here.
  const session = await page.context().newCDPSession(page);
  const { url, errors, data = '' } = await session.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  const { name, short_name: short, start_url: start, scope, display, icons } = JSON.parse(data);
  assert.ok(name && short && display === 'standalone');
  const home = new URL('.', page.url()).href;
  assert.deepEqual(
    [start, scope].map((path) => new URL(path, url).href),
    [home, home],
  );
  for (const side of [192, 512]) {
    const { src } = icons.find(
      (/** @type {{sizes: string, type: string, purpose?: string}} */ { sizes, type, purpose }) =>
        sizes === `${side}x${side}` && type === 'image/png' && !purpose,
    );
    const bytes = readFileSync(`${SITE}/${src}`);
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [side, side], src);
  }
  assert.equal(
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.scope),
    home,
  );
});
