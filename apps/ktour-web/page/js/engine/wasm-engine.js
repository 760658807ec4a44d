/**
 * Calls into the WebAssembly engine: requests are written into its memory as text, replies are read from it as bytes.
 *
 * A request is opened once and pulled until it is over: a single reply by one pull, a stream slice by slice, each on the
 * page's demand. So streams take turns, a slow reader needs no buffer, and between two slices the worker receives messages.
 *
 * @typedef {object} Engine  the exports of the module; numbers are u32 by default
 * @property {{buffer: ArrayBuffer}} memory
 * @property {(bytes: number) => number} room  allocates a request and returns its address
 * @property {() => number} ask  opens the request at that address and returns its handle
 * @property {(handle: number, milliseconds: number) => number} pull  works for a time and returns the kind of the reply
 * @property {() => number} reply_at
 * @property {() => number} reply_length
 * @property {(handle: number) => void} forget
 *
 * @typedef {{id: number, text?: string, forget?: true}} Message  without a text: the next slice
 * @typedef {{id: number, kind: number, body: ArrayBuffer, heap: number}} Pulled  heap: bytes of the engine's memory
 */

/** Kinds of replies, as the engine numbers them. */
export const OVER = 0;
export const DOCUMENT = 1;
export const REFUSED = 2;
export const FILE = 3;
export const BYTES = 4;
export const EVENTS = 5;

/** Time slice of a stream, in milliseconds. */
const SLICE_MS = 30;

/** @param {Engine} engine */
export function createWasmEngine(engine) {
  /** @type {Map<number, number>} */
  const handles = new Map();

  /** @param {Message} message @returns {Pulled|null} */
  return function serve({ id, text, forget }) {
    if (text !== undefined) handles.set(id, put(text));
    const handle = handles.get(id);
    if (handle === undefined) return null;
    if (forget) {
      handles.delete(id);
      engine.forget(handle);
      return null;
    }
    const kind = engine.pull(handle, SLICE_MS);
    if (kind !== EVENTS) handles.delete(id);
    const at = engine.reply_at() >>> 0;
    const body = engine.memory.buffer.slice(at, at + (engine.reply_length() >>> 0));
    return { id, kind, body, heap: engine.memory.buffer.byteLength };
  };

  /** @param {string} text */
  function put(text) {
    const bytes = new TextEncoder().encode(text);
    const at = engine.room(bytes.length) >>> 0;
    new Uint8Array(engine.memory.buffer).set(bytes, at);
    return engine.ask();
  }
}
