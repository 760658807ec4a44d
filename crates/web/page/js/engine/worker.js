/** The worker: the engine, made of the compiled module that the page sends, and the desk before it. */

import { createDesk } from './desk.js';

const scope = /** @type {any} */ (self);
/** @type {(desk: ReturnType<typeof createDesk>) => void} */
let open;
/** @type {Promise<ReturnType<typeof createDesk>>} */
const opened = new Promise((done) => (open = done));

scope.onmessage = async (/** @type {MessageEvent} */ { data }) => {
  try {
    if (data.module) {
      const { exports } = await WebAssembly.instantiate(/** @type {WebAssembly.Module} */ (data.module), { env: { now: () => performance.now() } });
      const tell = () => scope.postMessage({ isThere: true });
      if (navigator.locks) navigator.locks.request(data.lock, () => new Promise(tell));
      else tell();
      open(createDesk(/** @type {any} */ (exports)));
      return;
    }
    const pulled = (await opened)(data);
    if (pulled) scope.postMessage(pulled, [pulled.body]);
  } catch (error) {
    // A trap: nothing in this engine can be trusted any more.
    scope.postMessage({ id: data.id, trap: String(error) });
  }
};
