/**
 * The engine in the page's own workers. It has three parts: a small one for a game, loaded at once, and a light and a heavy one, loaded when
 * first needed. Each has at most two workers: one for single replies, one request at a time; the other delivers
 * streams, slice by slice in turn. So a hint never waits for a film, and a cancelled hint does not end a film.
 *
 * A module is compiled once and reused: a new worker costs a few milliseconds.
 */

import { files } from '../app/home.js';
import { BYTES, DOCUMENT, EVENTS, FILE, REFUSED } from './wasm-engine.js';
import { FIRST } from './first.js';
import { HEAVY } from './heavy.js';
import { createWorkerQueue } from './worker-queue.js';
import { Refused } from './refused.js';

const text = (/** @type {ArrayBuffer|Uint8Array} */ bytes) => new TextDecoder().decode(bytes);
const MEDIA = /** @type {Record<number, string>} */ ({
  [DOCUMENT]: 'application/json',
  [BYTES]: 'application/octet-stream',
});

/** @typedef {'first'|'light'|'heavy'} Part  of the engine */

/**
 * @param {(part: Part) => import('./worker-queue.js').StartWorker} [startEngineWorker]
 * @returns {import('../types.js').EngineBackend}
 */
export function createWorkerEngine(startEngineWorker = startWorker) {
  const queues = (/** @type {Part} */ part) => ({
    whole: createWorkerQueue(startEngineWorker(part), 1),
    streams: createWorkerQueue(startEngineWorker(part), Infinity),
  });
  const [first, light, heavy] = [queues('first'), queues('light'), queues('heavy')];
  const queueOf = (/** @type {string} */ question) =>
    FIRST.includes(question) ? first : HEAVY.includes(question) ? heavy : light;
  first.whole.warm();
  return {
    async send(question, parameters, signal, onProgress) {
      signal?.throwIfAborted();
      const job = queueOf(question).whole.open(
        JSON.stringify({ question, words: parameters }),
        onProgress,
      );
      return received(await unless(signal, job.cancel, job.pull()));
    },

    async *stream(question, parameters, signal) {
      /** @type {(working: import('./worker-queue.js').Working) => void} */
      let onProgress;
      const job = queueOf(question).streams.open(
        JSON.stringify({ question, words: parameters }),
        (working) => onProgress(working),
      );
      let next = job.pull();
      for (;;) {
        /** @type {Promise<import('./worker-queue.js').Working>} */
        const progress = new Promise((done) => (onProgress = done));
        const received = await unless(signal, job.cancel, Promise.race([next, progress]));
        if ('share' in received) {
          yield { event: 'working', data: received };
          continue;
        }
        const { kind, body } = received;
        if (kind === REFUSED) throw new Refused(JSON.parse(text(body)));
        if (kind !== EVENTS) return;
        // The next slice is computed while this one is drawn.
        next = job.pull();
        next.catch(() => {});
        yield* JSON.parse(text(body));
      }
    },
  };
}

/**
 * Resolves with the answer, or rejects when the request is cancelled.
 * @template Answer
 * @param {AbortSignal|undefined} signal
 * @param {() => void} cancel
 * @param {Promise<Answer>} answer
 * @returns {Promise<Answer>}
 */
function unless(signal, cancel, answer) {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      cancel();
      reject(signal.reason);
    };
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** @param {import('./wasm-engine.js').Pulled} pulled */
function received({ kind, body }) {
  if (kind === REFUSED) throw new Refused(JSON.parse(text(body)));
  if (kind === FILE) {
    const line = new Uint8Array(body).indexOf(10);
    return { ...JSON.parse(text(body.slice(0, line))), body: body.slice(line + 1) };
  }
  if (kind in MEDIA) return { body, media: MEDIA[kind], name: '' };
  throw new Refused({ code: 'engine-stopped' });
}

/** Starts workers and sends them the compiled engine. @param {Part} part @returns {import('./worker-queue.js').StartWorker} */
function startWorker(part) {
  return (received, onLost) => {
    const worker = new Worker(files.worker, { type: 'module' });
    const lock = `ktour worker ${Math.random()}`;
    let isReady = false;
    worker.onmessage = ({ data }) => {
      if (!data.isReady) return received(data);
      isReady = true;
      // The worker holds the lock as long as it lives, so acquiring it means that the worker died.
      navigator.locks?.request(lock, () => onLost('engine-stopped'));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      onLost(isReady ? 'engine-stopped' : 'engine-missing');
    };
    module(files[part]).then(
      (module) => worker.postMessage({ module, lock }),
      () => onLost('engine-missing'),
    );
    return worker;
  };
}

/** @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/** Returns a compiled module; after a failure the next call fetches it again. @param {string} address */
function module(address) {
  const there = compiled.get(address) ?? compile(address);
  compiled.set(address, there);
  there.catch(() => compiled.delete(address));
  return there;
}

/**
 * Compiles a module while it arrives; or after it has arrived, if the host does not know its type, or if the service worker serves it,
 * because Firefox 140 sometimes never finishes compiling such a stream.
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
