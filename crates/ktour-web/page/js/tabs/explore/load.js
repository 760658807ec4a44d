/** What Explore asks: each question once, and only as long as somebody looks where it belongs. */

import { ask, words } from '../../engine/engine.js';
import { createWanted } from '../../engine/wanted.js';
import { readFile } from '../../lib/files.js';
import { boardKey, boardName } from '../../lib/square.js';

/** @typedef {import('./words.js').Part} Part */

export const SIZE = 20;
/** How long a board is looked at before it is asked about, in milliseconds: a pointer passes over many. */
const GLANCE = 60;

/** @param {() => Part} part @param {(next: import('../../app/store.js').Change<Part>) => void} change */
export function load(part, change) {
  /** @type {Map<string, (signal: AbortSignal) => Promise<any>>} */
  const questions = new Map();
  const wanted = createWanted(
    (key, signal) =>
      /** @type {(signal: AbortSignal) => Promise<any>} */ (questions.get(key))(signal),
    {
      there: (key, answer) => change((now) => ({ data: { ...now.data, [key]: answer } })),
      failed(refused, key) {
        lost = key;
        change({ refused });
      },
    },
  );
  /** The question that was refused. */
  let lost = '';
  let timer = 0;
  return { need, again, stop };

  function again() {
    lost = '';
    wanted.again();
    change({ refused: null });
  }

  function stop() {
    clearTimeout(timer);
    wanted.stop();
  }

  /** @param {Part} now */
  function need(now) {
    questions.clear();
    if (now.view === 'table') {
      want('table', (signal) =>
        ask('table', { size: `${SIZE}x${SIZE}` }, { signal }).then(({ rows }) => ({
          rows: rows.map((/** @type {string} */ row) => row.split(' ')),
        })),
      );
      if (now.hasFigures) want('figures', (signal) => readFile('data/figures.json', signal));
      if (now.cell)
        want(`exists ${boardName(now.cell)}`, (signal) =>
          ask('exists', { board: boardName(now.cell), max_time: '2s' }, { signal }),
        );
    } else if (now.view === 'missing') {
      want(`exists ${boardKey(now.board)}`, (signal) =>
        ask('exists', words({ board: now.board, max_time: '5s' }), { signal }),
      );
    } else if (now.view === 'starts' || now.start) {
      const end = now.view === 'ends' ? now.start : '';
      want(`${now.view} ${boardKey(now.board)} ${end}`, (signal) =>
        ask('starts', words({ board: now.board, end, kind: 'open', max_time: '10s' }), { signal }),
      );
    }
    clearTimeout(timer);
    timer = window.setTimeout(settle, part().data.table || now.view !== 'table' ? GLANCE : 0);
  }

  function settle() {
    wanted.want([...questions.keys()]);
    // A refusal belongs to what is looked at.
    if (lost && !questions.has(lost)) again();
  }

  /** @param {keyof import('./words.js').Data} key @param {(signal: AbortSignal) => Promise<any>} question */
  function want(key, question) {
    if (!part().data[key]) questions.set(key, question);
  }
}
