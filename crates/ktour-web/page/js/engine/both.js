/**
 * A worker and the server of the page: the worker answers, and the server what a browser cannot, or all of it where the
 * engine does not come.
 */

import { isForServer } from './refused.js';

/** @typedef {import('../types.js').Room} Room */

/**
 * @param {Room} worker
 * @param {Room} server
 * @returns {Room}
 */
export function createBoth(worker, server) {
  return {
    async send(question, words, signal, tell) {
      try {
        return await worker.send(question, words, signal, tell);
      } catch (error) {
        return server.send(question, words, unless(error, signal));
      }
    },

    async *hear(question, words, signal) {
      let hasTold = false;
      try {
        for await (const event of worker.hear(question, words, signal)) {
          hasTold ||= !['estimate', 'working'].includes(event.event);
          yield event;
        }
      } catch (error) {
        // What was told is not told again from the beginning.
        if (hasTold) throw error;
        yield* server.hear(question, words, unless(error, signal));
      }
    },
  };
}

/** Throws an error that the server would not mend. @param {any} error @param {AbortSignal} [signal] */
function unless(error, signal) {
  if (!isForServer(error ?? {})) throw error;
  return /** @type {AbortSignal} */ (signal);
}
