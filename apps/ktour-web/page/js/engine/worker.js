/** The worker: instantiates the compiled module that the page sends, answers requests, and reports progress. */

import { createWasmEngine } from './wasm-engine.js';

const scope = /** @type {any} */ (self);
/** @type {(serve: ReturnType<typeof createWasmEngine>) => void} */
let open;
/** @type {Promise<ReturnType<typeof createWasmEngine>>} */
const opened = new Promise((done) => (open = done));
/** The current request. @type {number} */
let id;
/** The imports of the engine: the clock, and progress reports. */
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
      const reportReady = () => scope.postMessage({ isReady: true });
      if (navigator.locks) navigator.locks.request(data.lock, () => new Promise(reportReady));
      else reportReady();
      open(createWasmEngine(/** @type {any} */ (exports)));
      return;
    }
    const serve = await opened;
    id = data.id;
    const pulled = serve(data);
    if (pulled) scope.postMessage(pulled, [pulled.body]);
  } catch (error) {
    // After a trap the state of the engine is undefined.
    scope.postMessage({ id: data.id, trap: String(error) });
  }
};
