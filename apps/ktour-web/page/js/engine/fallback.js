/**
 * A worker with the server as fallback: the server answers requests that are too large for a browser, and all requests if the
 * engine cannot be loaded.
 */

import { isForServer } from './refused.js';

/** @typedef {import('../types.js').EngineBackend} EngineBackend */

/**
 * @param {EngineBackend} worker
 * @param {EngineBackend} server
 * @returns {EngineBackend}
 */
export function createFallback(worker, server) {
  return {
    async send(question, parameters, signal, onProgress) {
      try {
        return await worker.send(question, parameters, signal, onProgress);
      } catch (error) {
        return server.send(question, parameters, unless(error, signal));
      }
    },

    async *stream(question, parameters, signal) {
      let hasReplied = false;
      try {
        for await (const event of worker.stream(question, parameters, signal)) {
          hasReplied ||= !['estimate', 'working'].includes(event.event);
          yield event;
        }
      } catch (error) {
        // A stream that has delivered events is not restarted.
        if (hasReplied) throw error;
        yield* server.stream(question, parameters, unless(error, signal));
      }
    },
  };
}

/** Rethrows an error unless the server may answer instead. @param {any} error @param {AbortSignal} [signal] */
function unless(error, signal) {
  if (!isForServer(error ?? {})) throw error;
  return /** @type {AbortSignal} */ (signal);
}
