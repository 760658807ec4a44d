/**
 * The desk in the worker: questions go into the engine's memory as text, answers come out of it as bytes.
 *
 * The engine is asked once and pulled until it is over: a whole question by one pull, a stream slice by slice, each on the
 * page's demand. So streams take turns, a slow reader needs no buffer, and between two slices the worker listens.
 *
 * @typedef {object} Engine  what the module exports; numbers are u32 unless said otherwise
 * @property {{buffer: ArrayBuffer}} memory
 * @property {(bytes: number) => number} room  where the text of a question is to be written
 * @property {() => number} ask  a handle for the question that lies there
 * @property {(handle: number, milliseconds: number) => number} pull  works, and says what kind of answer it has
 * @property {() => number} reply_at
 * @property {() => number} reply_length
 * @property {(handle: number) => void} forget
 *
 * @typedef {{id: number, text?: string, forget?: true}} Message  without a text: the next slice
 * @typedef {{id: number, kind: number, body: ArrayBuffer, heap: number}} Pulled  heap: bytes of the engine's memory
 */

/** What kinds of answers there are, as the engine numbers them. */
export const OVER = 0;
export const DOCUMENT = 1;
export const REFUSED = 2;
export const FILE = 3;
export const BYTES = 4;
export const EVENTS = 5;

/** How long a stream is worked on at a time, in milliseconds. */
const SLICE = 30;

/** @param {Engine} engine */
export function createDesk(engine) {
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
    const kind = engine.pull(handle, SLICE);
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
