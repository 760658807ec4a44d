/**
 * The engine in the page's own workers. It comes in three parts, a small one for a game at once, a light and a heavy one when they are
 * asked for the first time, and of each there are two workers at most: one answers whole questions, one at a time; the other tells
 * streams, slice by slice in turn. So a hint never waits for a film, and a film does not end with a hint that was taken back.
 *
 * A module is compiled once and kept: a fresh worker costs a few milliseconds.
 */

import { files } from '../app/home.js';
import { BYTES, DOCUMENT, EVENTS, FILE, REFUSED } from './desk.js';
import { FIRST } from './first.js';
import { HEAVY } from './heavy.js';
import { createLane } from './lane.js';
import { Refused } from './refused.js';

const text = (/** @type {ArrayBuffer|Uint8Array} */ bytes) => new TextDecoder().decode(bytes);
const MEDIA = /** @type {Record<number, string>} */ ({
  [DOCUMENT]: 'application/json',
  [BYTES]: 'application/octet-stream',
});

/** @typedef {'first'|'light'|'heavy'} Part  of the engine */

/**
 * @param {(part: Part) => import('./lane.js').Hire} [hire]
 * @returns {import('../types.js').Room}
 */
export function createWorkerRoom(hire = hireWorker) {
  const lanes = (/** @type {Part} */ part) => ({
    whole: createLane(hire(part), 1),
    streams: createLane(hire(part), Infinity),
  });
  const [first, light, heavy] = [lanes('first'), lanes('light'), lanes('heavy')];
  const lane = (/** @type {string} */ question) =>
    FIRST.includes(question) ? first : HEAVY.includes(question) ? heavy : light;
  first.whole.warm();
  return {
    async send(question, words, signal, tell) {
      signal?.throwIfAborted();
      const job = lane(question).whole.open(JSON.stringify({ question, words }), tell);
      return received(await unless(signal, job.drop, job.pull()));
    },

    async *hear(question, words, signal) {
      /** @type {(working: import('./lane.js').Working) => void} */
      let tell;
      const job = lane(question).streams.open(JSON.stringify({ question, words }), (working) =>
        tell(working),
      );
      let next = job.pull();
      for (;;) {
        /** @type {Promise<import('./lane.js').Working>} */
        const told = new Promise((done) => (tell = done));
        const heard = await unless(signal, job.drop, Promise.race([next, told]));
        if ('share' in heard) {
          yield { event: 'working', data: heard };
          continue;
        }
        const { kind, body } = heard;
        if (kind === REFUSED) throw new Refused(JSON.parse(text(body)));
        if (kind !== EVENTS) return;
        // The next slice is worked on while this one is drawn.
        next = job.pull();
        next.catch(() => {});
        yield* JSON.parse(text(body));
      }
    },
  };
}

/**
 * An answer, unless the question is taken back first.
 * @template Answer
 * @param {AbortSignal|undefined} signal
 * @param {() => void} drop
 * @param {Promise<Answer>} answer
 * @returns {Promise<Answer>}
 */
function unless(signal, drop, answer) {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const takeBack = () => {
      drop();
      reject(signal.reason);
    };
    if (signal.aborted) return takeBack();
    signal.addEventListener('abort', takeBack, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', takeBack));
  });
}

/** @param {import('./desk.js').Pulled} pulled */
function received({ kind, body }) {
  if (kind === REFUSED) throw new Refused(JSON.parse(text(body)));
  if (kind === FILE) {
    const line = new Uint8Array(body).indexOf(10);
    return { ...JSON.parse(text(body.slice(0, line))), body: body.slice(line + 1) };
  }
  if (kind in MEDIA) return { body, media: MEDIA[kind], name: '' };
  throw new Refused({ code: 'engine-stopped' });
}

/** Workers whose engine is on the way. @param {Part} part @returns {import('./lane.js').Hire} */
function hireWorker(part) {
  return (heard, lost) => {
    const worker = new Worker(files.worker, { type: 'module' });
    const lock = `ktour worker ${Math.random()}`;
    let isThere = false;
    worker.onmessage = ({ data }) => {
      if (!data.isThere) return heard(data);
      isThere = true;
      // The worker holds the lock as long as it lives: whoever gets it knows that it died, however silently.
      navigator.locks?.request(lock, () => lost('engine-stopped'));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      lost(isThere ? 'engine-stopped' : 'engine-missing');
    };
    module(files[part]).then(
      (module) => worker.postMessage({ module, lock }),
      () => lost('engine-missing'),
    );
    return worker;
  };
}

/** @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/** A compiled module; where it could not be had it is fetched again the next time. @param {string} address */
function module(address) {
  const there = compiled.get(address) ?? compile(address);
  compiled.set(address, there);
  there.catch(() => compiled.delete(address));
  return there;
}

/**
 * Compiles while it arrives, or when it has arrived: from a host that does not know its type, and from what the service worker keeps,
 * which arrives at once. Of that, Firefox 140 has now and then compiled for ever.
 * @param {string} address
 */
async function compile(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(response.statusText);
  const isTyped = response.headers.get('content-type')?.startsWith('application/wasm');
  return isTyped && !navigator.serviceWorker?.controller
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}
