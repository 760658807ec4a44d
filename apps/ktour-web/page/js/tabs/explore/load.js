/** Loads the data of Explore: each request once, and only while its board is shown. */

import { ask, puzzleParameters } from '../../engine/engine.js';
import { createRequestQueue } from '../../engine/request-queue.js';
import { readFile } from '../../lib/files.js';
import { boardKey, boardName } from '../../lib/square.js';

/** @typedef {import('./text.js').Part} Part */

export const TABLE_SIDE = 20;
/** Delay before the data of a board are requested, in milliseconds, because a pointer passes over many boards. */
const HOVER_MS = 60;

/** @param {() => Part} part @param {(next: import('../../app/store.js').Change<Part>) => void} change */
export function load(part, change) {
  /** @type {Map<string, (signal: AbortSignal) => Promise<any>>} */
  const questions = new Map();
  const queue = createRequestQueue(
    (key, signal) =>
      /** @type {(signal: AbortSignal) => Promise<any>} */ (questions.get(key))(signal),
    {
      onLoaded: (key, answer) => change((now) => ({ data: { ...now.data, [key]: answer } })),
      onFailed(refused, key) {
        failedKey = key;
        change({ refused });
      },
    },
  );
  /** The question that was refused. */
  let failedKey = '';
  let timer = 0;
  return { need, retryFailed, stop };

  function retryFailed() {
    failedKey = '';
    queue.retryFailed();
    change({ refused: null });
  }

  function stop() {
    clearTimeout(timer);
    queue.stop();
  }

  /** @param {Part} now */
  function need(now) {
    questions.clear();
    if (now.view === 'table') {
      request('table', (signal) =>
        ask('table', { size: `${TABLE_SIDE}x${TABLE_SIDE}` }, { signal }).then(({ rows }) => ({
          rows: rows.map((/** @type {string} */ row) => row.split(' ')),
        })),
      );
      if (now.hasFigures) request('figures', (signal) => readFile('data/figures.json', signal));
      if (now.cell)
        request(`exists ${boardName(now.cell)}`, (signal) =>
          ask('exists', { board: boardName(now.cell), max_time: '2s' }, { signal }),
        );
    } else if (now.view === 'missing') {
      request(`exists ${boardKey(now.board)}`, (signal) =>
        ask('exists', puzzleParameters({ board: now.board, max_time: '5s' }), { signal }),
      );
    } else if (now.view === 'starts' || now.start) {
      const end = now.view === 'ends' ? now.start : '';
      request(`${now.view} ${boardKey(now.board)} ${end}`, (signal) =>
        ask('starts', puzzleParameters({ board: now.board, end, kind: 'open', max_time: '10s' }), {
          signal,
        }),
      );
    }
    clearTimeout(timer);
    timer = window.setTimeout(settle, part().data.table || now.view !== 'table' ? HOVER_MS : 0);
  }

  function settle() {
    queue.request([...questions.keys()]);
    // A refusal of another board is cleared.
    if (failedKey && !questions.has(failedKey)) retryFailed();
  }

  /** @param {keyof import('./text.js').Data} key @param {(signal: AbortSignal) => Promise<any>} question */
  function request(key, question) {
    if (!part().data[key]) questions.set(key, question);
  }
}
