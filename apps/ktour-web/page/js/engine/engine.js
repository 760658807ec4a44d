/**
 * The only entry point to the engine: the questions of the API, with the same parameters and documents.
 *
 * Its backend is the server of the page, the engine in a worker, or both; no other module knows which. A request that
 * was cancelled never resolves, even if its reply arrives later.
 */

import { hasWorker, isServed } from '../app/home.js';
import { boardName } from '../lib/square.js';
import { createFallback } from './fallback.js';
import { Refused } from './refused.js';
import { server } from './server.js';
import { createWorkerEngine } from './worker-client.js';

const worker = hasWorker ? createWorkerEngine() : null;
const backend = !worker ? server : isServed ? createFallback(worker, server) : worker;

/**
 * The parameters of a puzzle that every question takes, without empty ones.
 * @param {Record<string, any>} puzzle
 * @returns {Record<string, any>}
 */
export function puzzleParameters({ board, ...others }) {
  const all = { board: boardName(board), holes: board.holes, leaper: board.leaper, ...others };
  return Object.fromEntries(
    Object.entries(all).filter(
      ([, value]) => value != null && value !== '' && String(value) !== '',
    ),
  );
}

/** @typedef {import('../documents.js').Documents} Documents */
/** @typedef {{signal?: AbortSignal, onProgress?: (working: import('./worker-queue.js').Working) => void}} Options  `onProgress` receives the progress of a worker */

/**
 * Requests a document.
 * @template {keyof Documents} Question
 * @param {Question} question  by its name, such as `atlas/steps`
 * @param {Record<string, any>} parameters
 * @param {Options} [options]
 * @returns {Promise<Documents[Question]>}
 */
export async function ask(question, parameters, options) {
  return JSON.parse(new TextDecoder().decode(await bytes(question, parameters, options)));
}

/**
 * Requests bytes.
 * @param {string} question
 * @param {Record<string, any>} parameters
 * @param {Options} [options]
 */
export async function bytes(question, parameters, options) {
  return (await reply(question, parameters, options)).body;
}

/**
 * Requests a file and its name.
 * @param {string} question
 * @param {Record<string, any>} parameters
 * @param {Options} [options]
 */
export async function file(question, parameters, options) {
  const { body, media, name } = await reply(question, parameters, options);
  return { blob: new Blob([body], { type: media }), name };
}

/** @type {() => void} */
let arrive;
/** Settles when the engine has replied for the first time, or has failed. @type {Promise<void>} */
export const isReady = new Promise((done) => (arrive = done));

/** @param {string} question @param {Record<string, any>} parameters @param {Options} [options] */
async function reply(question, parameters, { signal, onProgress } = {}) {
  try {
    const reply = await backend.send(question, parameters, signal, onProgress).finally(arrive);
    signal?.throwIfAborted();
    return reply;
  } catch (error) {
    if (error instanceof Refused) error.request = { question, parameters };
    throw error;
  }
}

/**
 * Receives events until `end` or `error`, which is a refusal. Returns a function that cancels the stream and its work.
 * @param {string} question
 * @param {Record<string, any>} parameters
 * @param {Record<string, (data: any) => void>} on  by event
 */
export function listen(question, parameters, on) {
  const abort = new AbortController();
  const refuse = (/** @type {import('./refused.js').Refusal} */ { code, facts }) =>
    on.error({ code, facts, request: { question, parameters } });
  stream().catch((error) => abort.signal.aborted || refuse(error));
  return () => abort.abort();

  async function stream() {
    let isOver = false;
    for await (const { event, data } of backend.stream(question, parameters, abort.signal)) {
      if (abort.signal.aborted) return;
      isOver ||= event === 'end' || event === 'error';
      if (event === 'error') refuse(data);
      else on[event]?.(data);
    }
    if (!isOver && !abort.signal.aborted) throw new Refused({});
  }
}
