/** Paints holes: if the first square of a stroke becomes a hole, all of the stroke do; otherwise the stroke restores squares. */

import { squareCount, withHole } from '../lib/square.js';

/**
 * @param {() => import('../types.js').Board} board
 * @param {(board: import('../types.js').Board) => void} change
 * @returns {(square: string, isFirst: boolean) => void}
 */
export function createPainter(board, change) {
  let isMaking = true;
  return (square, isFirst) => {
    const isHole = board().holes.includes(square);
    if (isFirst) isMaking = !isHole;
    if (isHole === isMaking) return;
    const next = withHole(board(), square);
    if (squareCount(next)) change(next);
  };
}
