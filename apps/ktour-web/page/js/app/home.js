/**
 * Where the page is hosted, as its HTML says: behind the server that answers its requests, or on a host of plain files;
 * and whether the engine is among its files.
 */

const meta = /** @type {HTMLMetaElement|null|undefined} */ (
  globalThis.document?.querySelector('meta[name="engine"]')
);

/** Whether a server answers. */
export const isServed = meta?.content !== 'worker';

/** Whether the page has the engine as files. */
export const hasWorker = Boolean(meta?.dataset.worker);

/** Where the engine's files are, from the page. */
export const files = {
  worker: meta?.dataset.worker ?? '',
  first: meta?.dataset.first ?? '',
  light: meta?.dataset.light ?? '',
  heavy: meta?.dataset.heavy ?? '',
};
