/**
 * Three browsers behind two verbs: go to an address, and ask the page something, whose own `window` is `page`. Whatever else a test does to a page is made
 * of these, so that it is written once for all.
 *
 * Chromium is driven as in all tests; Firefox by Marionette, which it speaks itself; WebKit by its WebDriver.
 *
 * @typedef {{goto: (address: string) => Promise<void>, ask: (script: string) => Promise<any>, close: () => Promise<void>}} Driver
 */

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { launch } from './harness.js';

const FIREFOX =
  process.env.FIREFOX ?? ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync) ?? '';
const WEBDRIVER = process.env.WEBKIT ?? '/usr/bin/WebKitWebDriver';

/** @type {{name: string, isReady: boolean, open: () => Promise<Driver>}[]} */
export const ENGINES = [
  { name: 'Chromium', isReady: true, open: chromium },
  { name: 'Firefox', isReady: existsSync(FIREFOX), open: firefox },
  {
    name: 'WebKit',
    isReady: existsSync(WEBDRIVER) && existsSync('/usr/bin/xvfb-run') && Boolean(miniBrowser()),
    open: webkit,
  },
];

/** @returns {Promise<Driver>} */
async function chromium() {
  const browser = await launch();
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  return {
    goto: async (address) => void (await page.goto(address)),
    ask: (script) => page.evaluate(`(() => { const page = window; ${script} })()`),
    close: () => browser.close(),
  };
}

/** @returns {Promise<Driver>} */
async function firefox() {
  const profile = mkdtempSync(`${tmpdir()}/firefox-`);
  writeFileSync(
    `${profile}/user.js`,
    [
      ['marionette.port', 0],
      ['intl.locale.requested', 'en-US'],
      ['intl.accept_languages', 'en-US'],
      ['datareporting.policy.dataSubmissionEnabled', false],
      ['app.update.enabled', false],
    ]
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  );
  const program = spawn(
    FIREFOX,
    ['--headless', '--marionette', '--no-remote', '--profile', profile],
    { stdio: 'ignore' },
  );
  const port = await patiently(() =>
    Number(readFileSync(`${profile}/MarionetteActivePort`, 'utf8')),
  );
  const socket = connect(port, '127.0.0.1');
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
  const waiting = new Map();
  let [last, rest] = [0, Buffer.alloc(0)];
  // A message is its length, a colon and JSON: a greeting, then [1, id, error, answer].
  socket.on('data', (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      const colon = rest.indexOf(':');
      const end = colon + 1 + Number(rest.subarray(0, colon));
      if (colon < 0 || rest.length < end) return;
      const message = JSON.parse(rest.subarray(colon + 1, end).toString());
      rest = rest.subarray(end);
      const [, id, error, answer] = Array.isArray(message) ? message : [];
      const { resolve, reject } = waiting.get(id) ?? {};
      waiting.delete(id);
      if (error) reject?.(new Error(error.message));
      else resolve?.(answer);
    }
  });
  const tell = (/** @type {string} */ command, /** @type {any} */ words) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      const text = JSON.stringify([0, last, command, words]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  await tell('WebDriver:NewSession', {});
  return {
    goto: (url) => tell('WebDriver:Navigate', { url }),
    ask: async (script) =>
      (
        await tell('WebDriver:ExecuteScript', {
          script: `const page = window; ${script}`,
          args: [],
        })
      ).value,
    async close() {
      socket.destroy();
      program.kill();
      await new Promise((done) => program.once('exit', done));
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** @returns {Promise<Driver>} */
async function webkit() {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const isRoot = process.getuid?.() === 0;
  const env = {
    ...process.env,
    LANG: 'en_US.UTF-8',
    LANGUAGE: 'en_US',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    ...(isRoot && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
  };
  const program = spawn('xvfb-run', ['-a', WEBDRIVER, `--port=${port}`], {
    stdio: 'ignore',
    env,
    detached: true,
  });
  const tell = async (/** @type {string} */ path, /** @type {any} */ words, method = 'POST') => {
    const answer = await (
      await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        body: words && JSON.stringify(words),
      })
    ).json();
    if (answer.value?.error) throw new Error(answer.value.message);
    return answer.value;
  };
  await patiently(() => tell('/status', undefined, 'GET'));
  const options = { 'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] } };
  const { sessionId } = await tell('/session', { capabilities: { alwaysMatch: options } });
  return {
    goto: (url) => tell(`/session/${sessionId}/url`, { url }),
    ask: (script) =>
      tell(`/session/${sessionId}/execute/sync`, {
        script: `const page = window; ${script}`,
        args: [],
      }),
    async close() {
      await tell(`/session/${sessionId}`, undefined, 'DELETE').catch(() => {});
      // The driver and its screen are a group of their own.
      if (program.pid) process.kill(-program.pid);
    },
  };
}

/** Where WebKit's small browser is. */
function miniBrowser() {
  const { stdout } = spawnSync('dpkg', ['-L', 'libwebkit2gtk-4.1-0'], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').find((file) => file.endsWith('/MiniBrowser'));
}

/** Asks until there is an answer. @template Answer @param {() => Answer|Promise<Answer>} ask @returns {Promise<Awaited<Answer>>} */
export async function patiently(ask, seconds = 30) {
  for (const until = Date.now() + seconds * 1000; ;) {
    try {
      const answer = await ask();
      if (answer) return answer;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
    if (Date.now() > until) throw new Error(`nothing after ${seconds} s: ${ask}`);
    await sleep(50);
  }
}
