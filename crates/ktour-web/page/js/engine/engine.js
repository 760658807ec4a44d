/**
 * The one door to the engine: the questions of the API, in the same words and with the same documents.
 *
 * Behind it is a room: the server of the page, the engine itself in a worker, or both. Nobody else knows which. A question that
 * was taken back is never answered, however late its answer comes.
 */

import { hasWorker, isServed } from '../app/home.js';
import { boardName } from '../lib/square.js';
import { createBoth } from './both.js';
import { Refused } from './refused.js';
import { server } from './server.js';
import { createWorkerRoom } from './worker-client.js';

const worker = hasWorker ? createWorkerRoom() : null;
const room = !worker ? server : isServed ? createBoth(worker, server) : worker;

/**
 * The puzzle in the words every question takes; empty ones are left out.
 * @param {Record<string, any>} puzzle
 * @returns {Record<string, any>}
 */
export function words({ board, ...others }) {
  const all = { board: boardName(board), holes: board.holes, leaper: board.leaper, ...others };
  return Object.fromEntries(
    Object.entries(all).filter(
      ([, value]) => value != null && value !== '' && String(value) !== '',
    ),
  );
}

/** @typedef {{signal?: AbortSignal, tell?: (working: import('./lane.js').Working) => void}} Options  tell: hears how far it is, where a worker answers */

/**
 * The document that answers a question.
 * @param {string} question  by its name, such as `atlas/steps`
 * @param {Record<string, any>} words
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export async function ask(question, words, options) {
  return JSON.parse(new TextDecoder().decode(await bytes(question, words, options)));
}

/**
 * An answer that is bytes.
 * @param {string} question
 * @param {Record<string, any>} words
 * @param {Options} [options]
 */
export async function bytes(question, words, options) {
  return (await reply(question, words, options)).body;
}

/**
 * An answer to be kept as a file, and the file's name.
 * @param {string} question
 * @param {Record<string, any>} words
 * @param {Options} [options]
 */
export async function file(question, words, options) {
  const { body, media, name } = await reply(question, words, options);
  return { blob: new Blob([body], { type: media }), name };
}

/** @type {() => void} */
let arrive;
/** Settles when the engine has answered for the first time, or has said that it cannot. @type {Promise<void>} */
export const isThere = new Promise((done) => (arrive = done));

/** @param {string} question @param {Record<string, any>} words @param {Options} [options] */
async function reply(question, words, { signal, tell } = {}) {
  try {
    const reply = await room.send(question, words, signal, tell).finally(arrive);
    signal?.throwIfAborted();
    return reply;
  } catch (error) {
    if (error instanceof Refused) error.asked = { question, words };
    throw error;
  }
}

/**
 * Events, until `end` or `error`, which is a refusal. The answer stops listening, and with it the work.
 * @param {string} question
 * @param {Record<string, any>} words
 * @param {Record<string, (data: any) => void>} on  by event
 */
export function listen(question, words, on) {
  const abort = new AbortController();
  const refuse = (/** @type {import('./refused.js').Refusal} */ { code, facts }) =>
    on.error({ code, facts, asked: { question, words } });
  hear().catch((error) => abort.signal.aborted || refuse(error));
  return () => abort.abort();

  async function hear() {
    let isOver = false;
    for await (const { event, data } of room.hear(question, words, abort.signal)) {
      if (abort.signal.aborted) return;
      isOver ||= event === 'end' || event === 'error';
      if (event === 'error') refuse(data);
      else on[event]?.(data);
    }
    if (!isOver && !abort.signal.aborted) throw new Refused({});
  }
}
