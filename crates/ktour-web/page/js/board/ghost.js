/** A faint tour for a board on which nothing has happened yet, for the eye. */

import { words } from '../engine/engine.js';
import { createLatest } from '../engine/latest.js';
import { boardKey } from '../lib/square.js';

/** How long one is looked for. */
const GLANCE = '1s';

/** @param {(ghost: string[], key: string) => void} there  a tour, and of which board */
export function createGhost(there) {
  const latest = createLatest();
  return {
    /** @param {import('../types.js').Board} board */
    ask(board) {
      latest.ask('finish', words({ board, max_time: GLANCE })).then(
        ({ squares }) => squares && there(squares, boardKey(board)),
        () => {
          // Without it the board is as good.
        },
      );
    },
    stop: latest.stop,
  };
}
