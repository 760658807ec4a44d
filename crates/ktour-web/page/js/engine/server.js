/** The engine behind the server that serves the page, and no other: questions by HTTP, events as they are sent. */

import { Refused } from './refused.js';

const ROOT = 'api/v1';
/** How often a busy server is asked again, each time after as long as it says, in seconds, but no longer than this. */
const PATIENCE = 3;
const LONGEST = 5;

/** @type {import('../types.js').Room} */
export const server = {
  async send(question, words, signal) {
    const response = await heard(question, words, signal);
    const name =
      /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
    return {
      body: await response.arrayBuffer(),
      media: response.headers.get('content-type') ?? '',
      name,
    };
  },

  async *hear(question, words, signal) {
    const response = await heard(question, words, signal);
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
 * @param {Record<string, any>} words
 * @param {AbortSignal} [signal]
 * @param {number} [patience]
 * @returns {Promise<Response>}
 */
async function heard(question, words, signal, patience = PATIENCE) {
  const response = await post(question, words, signal);
  if (response.ok) return response;
  const wait = Number(response.headers.get('retry-after')) || 0;
  if (response.status === 503 && wait && patience > 0) {
    await new Promise((done) => setTimeout(done, Math.min(wait, LONGEST) * 1000));
    signal?.throwIfAborted();
    return heard(question, words, signal, patience - 1);
  }
  throw new Refused(await response.json().catch(() => ({})));
}

/** A tile is asked for as a link, which the browser remembers. @param {string} question @param {Record<string, any>} words @param {AbortSignal} [signal] */
function post(question, words, signal) {
  if (question === 'atlas/tile')
    return fetch(`${ROOT}/${question}?${new URLSearchParams(words)}`, { signal });
  return fetch(`${ROOT}/${question}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(words),
    signal,
  });
}
