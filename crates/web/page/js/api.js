/** Questions to the server that serves the page, and to no other. */

import { boardKey, boardName } from './square.js';

const ROOT = '/api/v1';

/** The server's refusal, in its own sentence. */
export class Refusal extends Error {
  /**
   * @param {string} sentence
   * @param {number} status
   * @param {number} [wait]  seconds after which to ask again
   */
  constructor(sentence, status, wait) {
    super(sentence);
    this.status = status;
    this.wait = wait;
  }
}

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

/**
 * @param {string} path
 * @param {Record<string, any>} body
 * @param {AbortSignal} [signal]
 */
export async function send(path, body, signal) {
  const response = await fetch(ROOT + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });
  if (response.ok) return response;
  const refused = await response.json().catch(() => ({}));
  throw new Refusal(refused.error ?? `${response.status} ${response.statusText}`, response.status, Number(response.headers.get('retry-after')) || undefined);
}

/** @type {Map<string, Promise<import('./types.js').Facts>>} */
const known = new Map();

/**
 * The squares of a board and the leaps between them.
 * @param {import('./types.js').Board} board
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
 * Server-sent events. The answer stops listening, and with it the server's work.
 * @param {string} path
 * @param {Record<string, any>} query
 * @param {Record<string, (data: any) => void>} on  by event; `end` and `error` are the last
 */
export function listen(path, query, on) {
  const source = new EventSource(`${ROOT}${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`);
  const { error, ...others } = on;
  for (const [name, hear] of Object.entries(others)) {
    source.addEventListener(name, (event) => {
      if (name === 'end') source.close();
      hear(JSON.parse(/** @type {MessageEvent} */ (event).data));
    });
  }
  source.addEventListener('error', (event) => {
    source.close();
    const data = /** @type {MessageEvent} */ (event).data;
    error?.(data ? JSON.parse(data) : {});
  });
  return () => source.close();
}
