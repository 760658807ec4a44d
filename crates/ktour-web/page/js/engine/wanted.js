/**
 * Questions by name, of which only the latest list is wanted: those no longer on it are taken back, those new on it are
 * asked in its order, some at a time. A question that failed is not asked again until somebody says so.
 */

/**
 * @template Answer
 * @param {(key: string, signal: AbortSignal) => Promise<Answer>} ask
 * @param {{there: (key: string, answer: Answer) => void, failed?: (error: any, key: string) => void}} on
 * @param {number} [most]  at once
 */
export function createWanted(ask, on, most = Infinity) {
  /** @type {Map<string, AbortController>} */
  const asked = new Map();
  /** @type {Set<string>} */
  const failed = new Set();
  /** @type {string[]} */
  let list = [];
  return { want, again, stop: () => want([]) };

  /** @param {string[]} keys  what is not there yet, the most urgent first */
  function want(keys) {
    list = keys;
    for (const [key, abort] of asked) {
      if (keys.includes(key)) continue;
      asked.delete(key);
      abort.abort();
    }
    begin();
  }

  /** What failed may be asked again. */
  function again() {
    failed.clear();
    begin();
  }

  function begin() {
    for (const key of list) {
      if (asked.size >= most) return;
      if (!asked.has(key) && !failed.has(key)) put(key);
    }
  }

  /** @param {string} key */
  async function put(key) {
    const abort = new AbortController();
    asked.set(key, abort);
    try {
      const answer = await ask(key, abort.signal);
      if (abort.signal.aborted) return;
      settle(key);
      on.there(key, answer);
    } catch (error) {
      if (abort.signal.aborted) return;
      settle(key);
      failed.add(key);
      on.failed?.(error, key);
    }
    begin();
  }

  /** @param {string} key */
  function settle(key) {
    asked.delete(key);
    list = list.filter((each) => each !== key);
  }
}
