/** The engine as it is shipped, in this program instead of a worker: it answers as the server does, and keeps no memory of its reports. */

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createWasmEngine, EVENTS, OVER } from '../page/js/engine/wasm-engine.js';
import { createWorkerEngine } from '../page/js/engine/worker-client.js';
import { METHODS } from '../page/js/lib/names.js';
import { onSite, served, SITE } from './harness.js';

const here = served(async () => {});

/** @param {string} part  of the engine */
function engine(part) {
  const file = new RegExp(`data-${part}="([^"]+)"`).exec(
    readFileSync(`${SITE}/index.html`, 'utf8'),
  )?.[1];
  const module = new WebAssembly.Module(readFileSync(`${SITE}/${file}`));
  return /** @type {any} */ (
    new WebAssembly.Instance(module, { env: { now: () => performance.now(), tell() {} } }).exports
  );
}

/** Fields that tell time or memory. */
const MEASURED = ['seconds', 'elapsed', 'milliseconds', 'bytes', 'peak_bytes'];
/** Events that come by the clock. */
const TIMED = ['progress', 'working', 'findings'];

/** What both must say alike of a question. @param {string} question @param {any} document */
function bare(question, document) {
  const isLab = question.startsWith('lab/');
  // The end of an experiment is drawn from its times, and how many tours a row takes follows from them.
  const { command, complete, rows } = document;
  const said = isLab && 'csv' in document ? { command, complete, rows } : document;
  const measured = isLab ? [...MEASURED, 'tours'] : MEASURED;
  return JSON.parse(
    JSON.stringify(said, (key, value) => (measured.includes(key) ? undefined : value)),
  );
}

/** The answer of a room: a document, bytes, events, or a refusal. @param {string} question @param {() => Promise<any>} ask */
async function answer(question, ask) {
  const progress = await ask().catch((/** @type {any} */ { code, facts }) => ({
    refused: code,
    facts,
  }));
  if (progress.events)
    return progress.events
      .filter((/** @type {any} */ { event }) => !TIMED.includes(event))
      .map((/** @type {any} */ { event, data }) => [event, bare(question, data)]);
  if (progress.media?.startsWith('application/json'))
    return bare(question, JSON.parse(new TextDecoder().decode(progress.body)));
  if (progress.body)
    return [progress.media, progress.name, Buffer.from(progress.body).toString('base64')];
  return progress;
}

/** @param {string} question @param {any} parameters @param {boolean} isStream */
async function ofServer(question, parameters, isStream) {
  const response = await fetch(`${here.origin}/api/v1/${question}`, {
    method: 'post',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
  });
  if (!response.ok) throw await response.json();
  if (!isStream)
    return {
      body: await response.arrayBuffer(),
      media: response.headers.get('content-type'),
      name: /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '',
    };
  const blocks = [...(await response.text()).matchAll(/^event: (\w+)\ndata: (.*)$/gm)];
  return { events: blocks.map(([, event, data]) => ({ event, data: JSON.parse(data) })) };
}

test(
  'every question, and every method, is answered by the worker’s engine as by the server',
  onSite,
  async (t) => {
    const parts = /** @type {Record<string, any>} */ ({});
    const workerEngine = createWorkerEngine((part) => (heard) => {
      const serve = createWasmEngine((parts[part] ??= engine(part)));
      const postMessage = (
        /** @type {import('../page/js/engine/wasm-engine.js').Message} */ message,
      ) =>
        void setTimeout(() => {
          const pulled = serve(message);
          if (pulled) heard(pulled);
        });
      return { postMessage, terminate() {} };
    });
    const ofWorker = async (
      /** @type {string} */ question,
      /** @type {any} */ parameters,
      /** @type {boolean} */ isStream,
    ) => {
      const { signal } = new AbortController();
      if (!isStream) return workerEngine.send(question, parameters, signal);
      const events = [];
      for await (const event of workerEngine.stream(question, parameters, signal))
        events.push(event);
      return { events };
    };
    const { paths } = await (await fetch(`${here.origin}/api/v1/openapi.json`)).json();
    const questions = Object.entries(paths)
      .filter(([, { get }]) => get['x-example'])
      .map(([path, { get }]) => ({
        question: path.replace('/api/v1/', ''),
        parameters: Object.fromEntries(new URLSearchParams(get['x-example'])),
        isStream: 'text/event-stream' in get.responses[200].content,
      }));
    assert.ok(questions.length >= 30, `${questions.length} questions`);
    const methods = METHODS.flatMap((method) => [
      { board: 6, method },
      {
        board: 8,
        kind: 'closed',
        start: 'c3',
        method,
        max_time: method.startsWith('backtrack') ? '0s' : '10s',
      },
    ]);
    for (const parameters of methods)
      questions.push({
        question: 'solve',
        parameters: /** @type {any} */ (parameters),
        isStream: false,
      });
    for (const { question, parameters, isStream } of questions) {
      await t.test(`${question} ${new URLSearchParams(parameters)}`, async () => {
        const [there, expected] = await Promise.all(
          [ofWorker, ofServer].map((ask) =>
            answer(question, () => ask(question, parameters, isStream)),
          ),
        );
        assert.deepEqual(there, expected);
      });
    }
    assert.deepEqual(Object.keys(parts).sort(), ['first', 'heavy', 'light']);
  },
);

test(
  'a film of 25,936,253 trials takes no more memory at its end than at its beginning',
  onSite,
  () => {
    const serve = createWasmEngine(engine('light'));
    const film = {
      question: 'trace',
      words: { board: 8, start: 'a8', method: 'backtrack', events: 1_000_000 },
    };
    let pulled = serve({ id: 1, text: JSON.stringify(film) });
    const [heaps, texts] = [/** @type {number[]} */ ([]), /** @type {string[]} */ ([])];
    for (; pulled?.kind === EVENTS; pulled = serve({ id: 1 })) {
      heaps.push(pulled.heap);
      texts.splice(0, texts.length > 2 ? 1 : 0);
      texts.push(new TextDecoder().decode(pulled.body));
    }
    assert.equal(pulled?.kind, OVER);
    assert.match(texts.join(), /"trials":25936253/);
    assert.equal(
      heaps.at(-1),
      heaps[Math.min(20, heaps.length >> 2)],
      `${heaps.length} slices: ${heaps[0]} to ${heaps.at(-1)} bytes`,
    );
  },
);
