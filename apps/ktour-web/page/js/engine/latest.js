/** One request at a time: a new one cancels the one before it. */

import { ask } from './engine.js';

export function createLatest() {
  /** @type {AbortController|null} */
  let abort = null;
  return {
    /**
     * @template {keyof import('../documents.js').Documents} Question
     * @param {Question} question @param {Record<string, any>} parameters
     */
    ask(question, parameters) {
      abort?.abort();
      abort = new AbortController();
      return ask(question, parameters, { signal: abort.signal });
    },
    stop() {
      abort?.abort();
      abort = null;
    },
  };
}

/** Whether an error only says that the request was cancelled. @param {any} error */
export const isCancelled = (error) => error?.name === 'AbortError';
