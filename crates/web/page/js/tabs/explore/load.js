/** What Explore asks the server, each question once. */

import { ask, words } from '../../engine/server.js';
import { boardKey, boardName } from '../../lib/square.js';

export const SIZE = 20;

/** @param {() => any} part @param {(next: any) => void} change */
export function load(part, change) {
  const abort = new AbortController();
  /** @type {Set<string>} */
  const asked = new Set();
  return { need, stop: () => abort.abort() };

  /** @param {any} now */
  function need(now) {
    if (now.view === 'table') {
      want('table', '/table', { size: `${SIZE}x${SIZE}` }, (answer) => ({ rows: answer.rows.map((/** @type {string} */ row) => row.split(' ')) }));
      if (now.cell) want(`exists ${boardName(now.cell)}`, '/exists', { board: boardName(now.cell), max_time: '2s' });
      if (now.hasFigures) want('figures', 'data/figures.json', null);
    } else if (now.view === 'missing') {
      want(`exists ${boardKey(now.board)}`, '/exists', words({ board: now.board, max_time: '5s' }));
    } else if (now.view === 'starts' || now.start) {
      const end = now.view === 'ends' ? now.start : '';
      want(`${now.view} ${boardKey(now.board)} ${end}`, '/starts', words({ board: now.board, end, kind: 'open', max_time: '10s' }));
    }
  }

  /**
   * @param {string} key
   * @param {string} path
   * @param {any} body  nothing for a file of the page
   * @param {(answer: any) => any} [shape]
   */
  function want(key, path, body, shape = (answer) => answer) {
    if (part().data[key] || asked.has(key)) return;
    asked.add(key);
    const answer = body ? ask(path, body, abort.signal) : fetch(path, { signal: abort.signal }).then((response) => response.json());
    answer.then(
      (answer) => change((/** @type {any} */ now) => ({ data: { ...now.data, [key]: shape(answer) }, refused: null })),
      (refused) => {
        if (!abort.signal.aborted) change({ refused });
      },
    );
  }
}
