/** A faint tour for an empty board. */

import { puzzleParameters } from '../engine/engine.js';
import { createLatest } from '../engine/latest.js';
import { boardKey } from '../lib/square.js';

/** Time limit of the search. */
const MAX_TIME = '1s';

/** @param {(ghost: string[], key: string) => void} onLoaded  a tour, and of which board */
export function createGhost(onLoaded) {
  const latest = createLatest();
  return {
    /** @param {import('../types.js').Board} board */
    ask(board) {
      latest.ask('finish', puzzleParameters({ board, max_time: MAX_TIME })).then(
        ({ squares }) => squares && onLoaded(squares, boardKey(board)),
        () => {
          // The board stays empty.
        },
      );
    },
    stop: latest.stop,
  };
}
