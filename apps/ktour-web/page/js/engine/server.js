/** The engine behind the server of the page: requests by HTTP, events as they are sent. */

import { Refused } from './refused.js';

const ROOT = 'api/v1';
/** Number of retries when the server is busy, and the longest `retry-after` that is respected, in seconds. */
const MAX_RETRIES = 3;
const MAX_RETRY_WAIT_S = 5;

/** @type {import('../types.js').EngineBackend} */
export const server = {
  async send(question, parameters, signal) {
    const response = await fetchReply(question, parameters, signal);
    const name =
      /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
    return {
      body: await response.arrayBuffer(),
      media: response.headers.get('content-type') ?? '',
      name,
    };
  },

  async *stream(question, parameters, signal) {
    const response = await fetchReply(question, parameters, signal);
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
    const decoder = new TextDecoder();
    for (let rest = ''; ;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const field = (/** @type {string} */ name) =>
          block
            .split('\n')
            .filter((line) => line.startsWith(`${name}:`))
            .map((line) => line.slice(name.length + 1).trim());
        const [event] = field('event');
        if (event) yield { event, data: JSON.parse(field('data').join('\n')) };
      }
    }
  },
};

/**
 * @param {string} question
 * @param {Record<string, any>} parameters
 * @param {AbortSignal} [signal]
 * @param {number} [retries]
 * @returns {Promise<Response>}
 */
async function fetchReply(question, parameters, signal, retries = MAX_RETRIES) {
  const response = await post(question, parameters, signal);
  if (response.ok) return response;
  const wait = Number(response.headers.get('retry-after')) || 0;
  if (response.status === 503 && wait && retries > 0) {
    await new Promise((done) => setTimeout(done, Math.min(wait, MAX_RETRY_WAIT_S) * 1000));
    signal?.throwIfAborted();
    return fetchReply(question, parameters, signal, retries - 1);
  }
  throw new Refused(await response.json().catch(() => ({})));
}

/** Sends a request; a tile is a link, which the browser caches. @param {string} question @param {Record<string, any>} parameters @param {AbortSignal} [signal] */
function post(question, parameters, signal) {
  if (question === 'atlas/tile')
    return fetch(`${ROOT}/${question}?${new URLSearchParams(parameters)}`, { signal });
  return fetch(`${ROOT}/${question}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
    signal,
  });
}
