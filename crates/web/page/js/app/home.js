/**
 * Where the page lives, as its own HTML says: behind the server that answers its questions, or on a host of plain files,
 * where the engine is a file as well.
 */

const meta = /** @type {HTMLMetaElement|null|undefined} */ (globalThis.document?.querySelector('meta[name="engine"]'));

/** Whether a server answers. */
export const isServed = meta?.content !== 'worker';

/** Where the engine's files are, from the page. */
export const files = { worker: meta?.dataset.worker ?? 'js/engine/worker.js', module: meta?.dataset.module ?? 'engine.wasm' };
