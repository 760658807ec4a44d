/**
 * Requests by key, of which only the latest list matters: those that are not on a new list are cancelled, new ones are
 * sent in its order, some at a time. A failed request is not repeated until `retryFailed` is called.
 */

/**
 * @template Answer
 * @param {(key: string, signal: AbortSignal) => Promise<Answer>} ask
 * @param {{onLoaded: (key: string, answer: Answer) => void, onFailed?: (error: any, key: string) => void}} on
 * @param {number} [most]  at once
 */
export function createRequestQueue(ask, on, most = Infinity) {
  /** @type {Map<string, AbortController>} */
  const pending = new Map();
  /** @type {Set<string>} */
  const failed = new Set();
  /** @type {string[]} */
  let list = [];
  return { request, retryFailed, stop: () => request([]) };

  /** @param {string[]} keys  missing items, the most urgent first */
  function request(keys) {
    list = keys;
    for (const [key, abort] of pending) {
      if (keys.includes(key)) continue;
      pending.delete(key);
      abort.abort();
    }
    startNext();
  }

  /** Repeats failed requests. */
  function retryFailed() {
    failed.clear();
    startNext();
  }

  function startNext() {
    for (const key of list) {
      if (pending.size >= most) return;
      if (!pending.has(key) && !failed.has(key)) start(key);
    }
  }

  /** @param {string} key */
  async function start(key) {
    const abort = new AbortController();
    pending.set(key, abort);
    try {
      const answer = await ask(key, abort.signal);
      if (abort.signal.aborted) return;
      settle(key);
      on.onLoaded(key, answer);
    } catch (error) {
      if (abort.signal.aborted) return;
      settle(key);
      failed.add(key);
      on.onFailed?.(error, key);
    }
    startNext();
  }

  /** @param {string} key */
  function settle(key) {
    pending.delete(key);
    list = list.filter((each) => each !== key);
  }
}
