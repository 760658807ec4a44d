/** The worker: the engine, made of the compiled module that the page sends, and the desk before it. What is long tells how far it is. */

import { createDesk } from './desk.js';

const scope = /** @type {any} */ (self);
/** @type {(desk: ReturnType<typeof createDesk>) => void} */
let open;
/** @type {Promise<ReturnType<typeof createDesk>>} */
const opened = new Promise((done) => (open = done));
/** Which question is worked on. @type {number} */
let id;
/** What the engine calls from within: what time it is, and how far it is. */
const env = {
  now: () => performance.now(),
  tell: (/** @type {number} */ done, /** @type {number} */ share) =>
    scope.postMessage({ id, working: { done, share } }),
};

scope.onmessage = async (/** @type {MessageEvent} */ { data }) => {
  try {
    if (data.module) {
      const { exports } = await WebAssembly.instantiate(
        /** @type {WebAssembly.Module} */ (data.module),
        { env },
      );
      const tell = () => scope.postMessage({ isThere: true });
      if (navigator.locks) navigator.locks.request(data.lock, () => new Promise(tell));
      else tell();
      open(createDesk(/** @type {any} */ (exports)));
      return;
    }
    const desk = await opened;
    id = data.id;
    const pulled = desk(data);
    if (pulled) scope.postMessage(pulled, [pulled.body]);
  } catch (error) {
    // A trap: nothing in this engine can be trusted any more.
    scope.postMessage({ id: data.id, trap: String(error) });
  }
};
