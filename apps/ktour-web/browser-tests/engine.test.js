/** The door to the engine in a worker, against an engine of a few lines with the same exports. */

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFallback } from '../page/js/engine/fallback.js';
import { createWasmEngine } from '../page/js/engine/wasm-engine.js';
import { Refused } from '../page/js/engine/refused.js';
import { createWorkerEngine } from '../page/js/engine/worker-client.js';
import { createRequestQueue } from '../page/js/engine/request-queue.js';

/**
 * An engine: `echo` answers its parameters, `long` reports progress first, `refuse`, `file` and `bytes` answer as their names say, `trap` breaks it, `trace` streams numbers.
 * @param {string[]} log  receives the requests
 */
function fakeEngine(log) {
  const memory = new WebAssembly.Memory({ initial: 1 });
  let [length, reply, handle] = [0, 0, 0];
  /** @type {Map<number, any>} */
  const open = new Map();
  const say = (/** @type {number} */ kind, /** @type {string} */ text) => {
    const bytes = new TextEncoder().encode(text);
    // Memory grows while an answer is made, as it may.
    if (bytes.length > 1000) memory.grow(1);
    new Uint8Array(memory.buffer).set(bytes, 4096);
    reply = bytes.length;
    return kind;
  };
  return {
    memory,
    room: (/** @type {number} */ bytes) => ((length = bytes), 16),
    ask() {
      const text = new TextDecoder().decode(new Uint8Array(memory.buffer, 16, length));
      open.set(++handle, { ...JSON.parse(text), at: 0 });
      log.push(text);
      return handle;
    },
    pull(/** @type {number} */ handle, /** @type {number} */ milliseconds) {
      const request = open.get(handle);
      // No slice keeps the worker from listening for longer than this.
      assert.ok(request && milliseconds > 0 && milliseconds <= 50);
      const { question, words: parameters } = request;
      if (question === 'trace') {
        const events = [
          { event: 'step', data: request.at },
          ...(request.at === parameters.to ? [{ event: 'end', data: {} }] : []),
        ];
        if (request.at > parameters.to) return say(0, '');
        request.at++;
        return say(5, JSON.stringify(parameters.isQuiet ? [] : events));
      }
      open.delete(handle);
      if (question === 'trap') throw new WebAssembly.RuntimeError('unreachable');
      if (question === 'refuse')
        return say(2, JSON.stringify({ error: 'no', code: 'word-unknown', facts: { word: 'x' } }));
      if (question === 'file')
        return say(
          3,
          `${JSON.stringify({ media: 'image/svg+xml', name: 'tour.svg' })}\n<svg>\n</svg>`,
        );
      if (question === 'bytes') return say(4, 'abcd');
      return say(1, JSON.stringify(parameters));
    },
    reply_at: () => 4096,
    reply_length: () => reply,
    forget: (/** @type {number} */ handle) => {
      log.push('forget');
      open.delete(handle);
    },
  };
}

/** What a worker says from within a pull of a long question. */
const WORKING = [
  { done: 4096, share: 0.25 },
  { done: 8192, share: 0.5 },
];

/** A room whose workers live in this thread; `slow` is never answered. */
function place() {
  /** @type {string[]} */
  const log = [];
  const worker = {
    parts: /** @type {string[]} */ ([]),
    count: 0,
    ended: 0,
    isMissing: false,
    /** @type {(code: string) => void} */ lose: () => {},
  };
  const engine = createWorkerEngine((part) => (heard, lost) => {
    worker.parts.push(part);
    worker.count++;
    worker.lose = lost;
    let isGone = false;
    const serve = createWasmEngine(fakeEngine(log));
    if (worker.isMissing) setTimeout(() => lost('engine-missing'));
    return {
      postMessage(message) {
        if (message.text?.includes('"slow"')) return void log.push(message.text);
        setTimeout(() => {
          if (isGone || worker.isMissing) return;
          if (message.text?.includes('"long"'))
            for (const working of WORKING) heard({ id: message.id, working });
          try {
            const pulled = serve(message);
            if (pulled) heard(pulled);
          } catch (error) {
            heard({ id: message.id, trap: String(error) });
          }
        }, 1);
      },
      terminate() {
        isGone = true;
        worker.ended++;
      },
    };
  });
  // The one that is there at once answers games, and is not counted.
  worker.count = 0;
  const document = async (
    /** @type {string} */ question,
    /** @type {any} */ parameters = {},
    /** @type {AbortSignal} */ signal = new AbortController().signal,
  ) => JSON.parse(new TextDecoder().decode((await engine.send(question, parameters, signal)).body));
  return { engine, log, worker, document };
}

/** @param {import('../page/js/types.js').EngineBackend} engine @param {any} parameters @param {AbortSignal} [signal] */
async function numbers(engine, parameters, signal = new AbortController().signal) {
  const all = [];
  for await (const { event, data } of engine.stream('trace', parameters, signal))
    all.push(event === 'end' ? 'end' : data);
  return all;
}

test('documents, refusals, files and bytes pass through unchanged', async () => {
  const { engine, document } = place();
  const parameters = { board: '8x8', name: 'Mã đi tuần 马 ', long: 'x'.repeat(5000) };
  assert.deepEqual(await document('echo', parameters), parameters);
  await assert.rejects(document('refuse'), { code: 'word-unknown', facts: { word: 'x' } });
  const file = await engine.send('file', {});
  assert.deepEqual(
    [file.media, file.name, new TextDecoder().decode(file.body)],
    ['image/svg+xml', 'tour.svg', '<svg>\n</svg>'],
  );
  assert.equal((await engine.send('bytes', {})).body.byteLength, 4);
});

test('streams are pulled in turn, and single questions do not wait for them', async () => {
  const { engine, document } = place();
  const both = [numbers(engine, { to: 30 }), numbers(engine, { to: 30 })];
  assert.deepEqual(await document('echo', { n: 1 }), { n: 1 });
  const whole = [...Array(31).keys(), 'end'];
  assert.deepEqual(await Promise.all(both), [whole, whole]);
});

test('a long question reports its progress, single or as a stream', async () => {
  const { engine } = place();
  const { signal } = new AbortController();
  /** @type {any[]} */
  const progress = [];
  await engine.send('long', {}, signal, (working) => progress.push(working));
  assert.deepEqual(progress, WORKING);
  const events = [];
  for await (const event of engine.stream('trace', { to: 1, name: 'long' }, signal))
    events.push(event);
  // Reports that arrive faster than they are read are dropped.
  assert.deepEqual(events[0], { event: 'working', data: WORKING[0] });
  assert.deepEqual(
    events.slice(1).map(({ data }) => data),
    [0, 1, {}],
  );
  // A cancelled question reports no progress.
  const abort = new AbortController();
  const back = engine.send('long', {}, abort.signal, (working) => progress.push(working));
  abort.abort();
  await assert.rejects(back, { name: 'AbortError' });
  await sleep(20);
  assert.equal(progress.length, 2);
});

test('the first engine is loaded at once, and each other one for its first question', async () => {
  const { worker, document } = place();
  await document('board');
  assert.deepEqual(worker.parts, ['first']);
  await document('echo');
  await document('sample', {});
  await document('echo');
  await document('hint');
  assert.deepEqual(worker.parts, ['first', 'light', 'heavy']);
});

test('a stream without a reader is dropped', async () => {
  const { engine, log } = place();
  const abort = new AbortController();
  const heard = [];
  await assert.rejects(
    async () => {
      for await (const { data } of engine.stream('trace', { to: 1e9 }, abort.signal)) {
        heard.push(data);
        if (heard.length === 5) abort.abort();
      }
    },
    { name: 'AbortError' },
  );
  await sleep(20);
  assert.deepEqual(heard, [0, 1, 2, 3, 4]);
  assert.equal(log.at(-1), 'forget');
});

test('a cancelled question ends its worker, and waiting questions are sent again', async () => {
  const { worker, log, document } = place();
  const abort = new AbortController();
  const slow = document('slow', {}, abort.signal);
  const waiting = document('echo', { n: 2 });
  const never = new AbortController();
  const dropped = document('echo', { n: 3 }, never.signal);
  never.abort();
  abort.abort();
  await assert.rejects(slow, { name: 'AbortError' });
  await assert.rejects(dropped, { name: 'AbortError' });
  assert.deepEqual(await waiting, { n: 2 });
  assert.deepEqual([worker.count, worker.ended], [2, 1]);
  assert.ok(
    !log.some((text) => text.includes('"n":3')),
    'what was taken back before its turn was never asked',
  );
});

test('a cancelled stream does not end another one', async () => {
  const { engine, worker } = place();
  const back = new AbortController();
  const [dropped, progress] = [
    numbers(engine, { slow: true }, back.signal),
    numbers(engine, { to: 100 }),
  ];
  setTimeout(() => back.abort(), 20);
  await assert.rejects(dropped);
  assert.equal((await progress).at(-1), 'end');
  assert.equal(worker.ended, 0);
  // A question that does not end by itself is ended if no other one waits.
  await sleep(100);
  assert.equal(worker.ended, 1);
});

test('a cancelled question that ends in a moment keeps its worker', async () => {
  const { worker, document } = place();
  const abort = new AbortController();
  const late = document('echo', {}, abort.signal);
  abort.abort();
  await assert.rejects(late, { name: 'AbortError' });
  await sleep(200);
  assert.deepEqual([worker.count, worker.ended], [1, 0]);
});

test('a trap is one refusal, and everything else continues in a fresh worker', async () => {
  const { engine, worker, document } = place();
  const film = numbers(engine, { to: 40 });
  const broken = document('trap');
  const waiting = document('echo', { n: 4 });
  await assert.rejects(broken, { code: 'engine-stopped' });
  assert.deepEqual(await waiting, { n: 4 });
  assert.equal((await film).length, 42);
  assert.equal(worker.ended, 1);
});

test('after a lost worker its question is refused, and the next one is answered', async () => {
  const { engine, worker } = place();
  const begun = numbers(engine, { to: 1e9 });
  await sleep(30);
  const lose = worker.lose;
  const events = engine.stream('trace', { to: 3 }, new AbortController().signal);
  const fresh = events[Symbol.asyncIterator]();
  const first = fresh.next();
  lose('engine-stopped');
  await assert.rejects(begun, { code: 'engine-stopped' });
  await assert.rejects(first, { code: 'engine-stopped' });
  assert.deepEqual(await numbers(engine, { to: 3 }), [0, 1, 2, 3, 'end']);
});

test('an engine that was not loaded is a refusal, and is fetched again for the next question', async () => {
  const { worker, document } = place();
  worker.isMissing = true;
  worker.lose('engine-missing');
  await assert.rejects(document('echo'), { code: 'engine-missing' });
  await sleep(20);
  const { count } = worker;
  await sleep(50);
  assert.equal(worker.count, count, 'retries end');
  worker.isMissing = false;
  assert.deepEqual(await document('echo', { n: 5 }), { n: 5 });
});

test('with a server too, it receives only what the worker cannot answer', async () => {
  const { engine } = place();
  /** @type {string[]} */
  const request = [];
  const server = {
    send: async (/** @type {string} */ question) => (
      request.push(question),
      { body: new ArrayBuffer(0), media: '', name: 'of the server' }
    ),
    async *stream(/** @type {string} */ question) {
      request.push(question);
      yield { event: 'end', data: {} };
    },
  };
  const both = createFallback(engine, server);
  const { signal } = new AbortController();
  assert.equal((await both.send('echo', {}, signal)).name, '');
  await assert.rejects(both.send('refuse', {}, signal), { code: 'word-unknown' });
  assert.deepEqual(await numbers(both, { to: 2 }), [0, 1, 2, 'end']);
  assert.deepEqual(request, []);
  assert.equal((await both.send('trap', {}, signal)).name, 'of the server');
  const other = place();
  other.worker.isMissing = true;
  assert.deepEqual(await numbers(createFallback(other.engine, server), { to: 2 }), ['end']);
  assert.deepEqual(request, ['trap', 'trace']);
  // What one machine has no memory for another may have; what is too much for everybody is not asked twice.
  const small = (/** @type {string} */ code) =>
    createFallback({ ...engine, send: () => Promise.reject(new Refused({ code })) }, server);
  for (const code of [
    'memory',
    'tables',
    'tables-grew',
    'count-out-of-memory',
    'search-stack',
    'read-memory',
  ])
    assert.equal((await small(code).send('count', {}, signal)).name, 'of the server', code);
  await assert.rejects(small('too-many-squares').send('count', {}, signal), {
    code: 'too-many-squares',
  });
});

/** Waits for what comes in its own time, however busy the machine. @param {() => boolean} isReady */
async function until(isReady) {
  for (let n = 0; n < 1000 && !isReady(); n++) await sleep(5);
}

test('of a queue of requests only the latest are sent, a few at a time', async () => {
  /** @type {string[]} */
  const [request, onLoaded, onFailed] = [[], [], []];
  const queue = createRequestQueue(
    async (key, signal) => {
      request.push(key);
      await sleep(5);
      signal.throwIfAborted();
      if (key === 'bad') throw new Error('bad');
      return key;
    },
    { onLoaded: (key) => onLoaded.push(key), onFailed: (_, key) => onFailed.push(key) },
    2,
  );
  queue.request(['a', 'b', 'c', 'd']);
  queue.request(['b', 'bad', 'e']);
  await until(() => onLoaded.length === 2);
  assert.deepEqual(request, ['a', 'b', 'bad', 'e']);
  assert.deepEqual([onLoaded, onFailed], [['b', 'e'], ['bad']]);
  queue.request(['bad']);
  await sleep(20);
  assert.equal(request.length, 4, 'what failed is not asked again');
  queue.retryFailed();
  await until(() => onFailed.length === 2);
  assert.deepEqual(onFailed, ['bad', 'bad']);
});
