/**
 * Answers on their way to a page, from the server or from its workers: held back, or others in their place. It is put in
 * between before the page is opened, and says what was asked.
 *
 * @typedef {{code?: string, facts?: Record<string, string|number>}} Refusal  without a code nothing is known of it
 * @typedef {{id: number, text?: string, forget?: true}} Posted
 * @typedef {{asked: number, open: Set<string>, holds: string[], held: (() => void)[], others: Record<string, Refusal|'trap'>}} Between  what the page's side of it knows
 */

import { SITE } from './harness.js';

/** The page's side of it: what its workers are asked, and what they say. */
function standBetween() {
  /** @type {Between} */
  const between = { asked: 0, open: new Set(), holds: [], held: [], others: {} };
  const Plain = Worker;
  let many = 0;
  window.Worker = class extends Plain {
    /** @type {Map<number, string>} */
    questions = new Map();
    n = many++;

    /** @param {string|URL} file @param {WorkerOptions} [options] */
    constructor(file, options) {
      super(file, options);
      // Before the page's own ear.
      this.addEventListener('message', (event) => {
        const question = this.questions.get(event.data.id) ?? '';
        between.open.delete(`${this.n} ${event.data.id}`);
        if (!between.holds.includes(question)) return;
        between.holds = between.holds.filter((each) => each !== question);
        event.stopImmediatePropagation();
        between.held.push(() => this.onmessage?.(event));
      });
    }

    /** @param {Posted} message */
    postMessage(message) {
      const { id, text, forget } = message;
      if (text) this.questions.set(id, JSON.parse(text).question);
      const other = text && between.others[this.questions.get(id) ?? ''];
      if (other) return this.say(id, other);
      if (id && !forget) between.asked++;
      if (id) between.open[forget ? 'delete' : 'add'](`${this.n} ${id}`);
      super.postMessage(message);
    }

    /** @param {number} id @param {Refusal|'trap'} other */
    say(id, other) {
      const data =
        other === 'trap'
          ? { id, trap: 'unreachable' }
          : { id, kind: 2, body: new TextEncoder().encode(JSON.stringify(other)).buffer, heap: 0 };
      queueMicrotask(() => this.onmessage?.(new MessageEvent('message', { data })));
    }

    terminate() {
      for (const each of between.open) if (each.startsWith(`${this.n} `)) between.open.delete(each);
      super.terminate();
    }
  };
  Object.assign(window, { between });
}

/** @param {import('playwright-core').Page} page */
export async function answersOf(page) {
  const seen = { asked: 0, open: new Set() };
  const isQuestion = (/** @type {import('playwright-core').Request} */ request) =>
    request.url().includes('/api/');
  page.on('request', (request) => {
    if (!isQuestion(request)) return;
    seen.asked++;
    seen.open.add(request);
  });
  for (const end of /** @type {const} */ (['requestfinished', 'requestfailed']))
    page.on(end, (request) => void seen.open.delete(request));
  if (SITE) await page.addInitScript(standBetween);
  const inside = () =>
    page.evaluateHandle(
      () => /** @type {{between: Between}} */ (/** @type {unknown} */ (window)).between,
    );
  const route = (/** @type {string} */ question) => `**/api/v1/${question}*`;
  return { hold, instead, counted, settled };

  /** The next answer to a question waits until it is let go, which says whether there was one. @param {string} question @returns {Promise<() => Promise<boolean>>} */
  async function hold(question) {
    if (SITE) {
      await (
        await inside()
      ).evaluate((between, question) => void between.holds.push(question), question);
      return async () =>
        (await inside()).evaluate(
          (between) => between.held.splice(0).map((tell) => tell()).length > 0,
        );
    }
    /** @type {() => void} */
    let go = () => {};
    let isHeld = false;
    const gone = new Promise((done) => (go = () => done(undefined)));
    await page.route(
      route(question),
      async (route) => {
        isHeld = true;
        await gone;
        await route.continue().catch(() => {});
      },
      { times: 1 },
    );
    return async () => (go(), isHeld);
  }

  /** Another answer to a question, until the real one is let through. @param {string} question @param {Refusal|'trap'} other */
  async function instead(question, other) {
    if (SITE) {
      await (
        await inside()
      ).evaluate(
        (between, [question, other]) => void (between.others[question] = other),
        /** @type {const} */ ([question, other]),
      );
      return async () =>
        (await inside()).evaluate(
          (between, question) => void delete between.others[question],
          question,
        );
    }
    await page.route(route(question), (route) => route.fulfill({ status: 422, json: other }));
    return () => page.unroute(route(question));
  }

  /** How many questions were asked, and how many of them wait for an answer. */
  async function counted() {
    if (!SITE) return { asked: seen.asked, open: seen.open.size };
    return (await inside()).evaluate(({ asked, open }) => ({ asked, open: open.size }));
  }

  /** Waits until nothing waits for an answer, and what came is drawn. */
  async function settled() {
    for (const until = Date.now() + 3000; (await counted()).open && Date.now() < until;)
      await page.waitForTimeout(20);
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))),
    );
  }
}
