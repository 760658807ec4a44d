/** One question at a time: a new one takes back the one before, whose answer is then never heard. */

import { ask } from './engine.js';

export function createLatest() {
  /** @type {AbortController|null} */
  let abort = null;
  return {
    /** @param {string} question @param {Record<string, any>} words @returns {Promise<any>} */
    ask(question, words) {
      abort?.abort();
      abort = new AbortController();
      return ask(question, words, { signal: abort.signal });
    },
    stop() {
      abort?.abort();
      abort = null;
    },
  };
}

/** Whether an error says only that the question was taken back. @param {any} error */
export const isTakenBack = (error) => error?.name === 'AbortError';
