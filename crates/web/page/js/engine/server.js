/** Questions to the server that serves the page, and to no other. */

import { Refused } from './refused.js';
import { boardKey, boardName } from '../lib/square.js';

const ROOT = 'api/v1';

/**
 * The puzzle in the words every endpoint takes; empty ones are left out.
 * @param {Record<string, any>} puzzle
 * @returns {Record<string, any>}
 */
export function words({ board, ...others }) {
  const all = { board: boardName(board), holes: board.holes, ...others };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value != null && value !== '' && String(value) !== ''));
}

/**
 * @param {string} path
 * @param {Record<string, any>} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(path, body, signal) {
  return (await send(path, body, signal)).json();
}

/** How often a busy server is asked again, each time after as long as it says. */
const PATIENCE = 3;

/**
 * @param {string} path
 * @param {Record<string, any>} body
 * @param {AbortSignal} [signal]
 * @param {number} [patience]
 * @returns {Promise<Response>}
 */
export async function send(path, body, signal, patience = PATIENCE) {
  const response = await fetch(ROOT + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });
  if (response.ok) return response;
  const wait = Number(response.headers.get('retry-after')) || 0;
  if (response.status === 503 && wait && patience > 0) {
    await new Promise((done) => setTimeout(done, Math.min(wait, 5) * 1000));
    return send(path, body, signal, patience - 1);
  }
  throw new Refused(await response.json().catch(() => ({})));
}

/**
 * The same as a link, which the browser may remember.
 * @param {string} link  a path and its words
 * @returns {Promise<any>}
 */
export async function look(link) {
  const response = await fetch(ROOT + link);
  const answer = await response.json();
  if (!response.ok) throw new Refused(answer);
  return answer;
}

/** @type {Map<string, Promise<import('../types.js').Facts>>} */
const known = new Map();

/**
 * The squares of a board and the leaps between them.
 * @param {import('../types.js').Board} board
 */
export function facts(board) {
  const key = boardKey(board);
  let answer = known.get(key);
  if (!answer) {
    answer = ask('/board', words({ board }));
    answer.catch(() => known.delete(key));
    known.set(key, answer);
  }
  return answer;
}

/**
 * Server-sent events, until `end` or `error`, which is a refusal. The answer stops listening, and with it the server's work.
 * @param {string} path
 * @param {Record<string, any>} body
 * @param {Record<string, (data: any) => void>} on  by event
 */
export function listen(path, body, on) {
  const abort = new AbortController();
  hear().catch((error) => abort.signal.aborted || on.error({ error: error.message, code: error.code, facts: error.facts }));
  return () => abort.abort();

  async function hear() {
    const response = await send(path, body, abort.signal);
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
    const decoder = new TextDecoder();
    let isOver = false;
    for (let rest = ''; ;) {
      const { done, value } = await reader.read();
      if (done) break;
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const field = (/** @type {string} */ name) => block.split('\n').filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trim());
        const [event] = field('event');
        if (!event || abort.signal.aborted) continue;
        isOver ||= event === 'end' || event === 'error';
        on[event]?.(JSON.parse(field('data').join('\n')));
      }
    }
    if (!isOver && !abort.signal.aborted) on.error({});
  }
}
