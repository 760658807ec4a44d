/** The board by keyboard: arrows walk, Enter or Space picks, n and p go from one legal square to the next. */

import { place, squareName } from '../lib/square.js';

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * @param {{element: SVGSVGElement, cursor: string, spec: import('../types.js').Spec, point: (square: string) => void}} board
 * @param {{pick?: (square: string, how: 'keyboard') => void, key?: (key: string) => boolean}} on
 */
export function watchKeys(board, on) {
  board.element.addEventListener('keydown', (event) => {
    if (event.altKey || event.metaKey) return;
    const { files, ranks } = board.spec.board;
    const { file, rank } = place(board.cursor);
    const go = (/** @type {number} */ file, /** @type {number} */ rank) =>
      board.point(
        squareName(Math.min(files - 1, Math.max(0, file)), Math.min(ranks - 1, Math.max(0, rank))),
      );
    const arrow = ARROWS[event.key];
    if (arrow) go(file + arrow[0], rank + arrow[1]);
    else if (event.key === 'Home') go(0, event.ctrlKey ? ranks - 1 : rank);
    else if (event.key === 'End') go(files - 1, event.ctrlKey ? 0 : rank);
    else if (event.key === 'PageUp') go(file, ranks - 1);
    else if (event.key === 'PageDown') go(file, 0);
    else if ((event.key === 'Enter' || event.key === ' ') && on.pick)
      on.pick(board.cursor, 'keyboard');
    else if ((event.key === 'n' || event.key === 'p') && board.spec.legal?.size)
      next(event.key === 'n' ? 1 : -1);
    else if (event.ctrlKey || !on.key?.(event.key)) return;
    event.preventDefault();
  });

  /** @param {number} way */
  function next(way) {
    const legal = [...(board.spec.legal ?? new Map()).keys()];
    const at = legal.indexOf(board.cursor);
    board.point(
      legal[at < 0 ? (way > 0 ? 0 : legal.length - 1) : (at + way + legal.length) % legal.length],
    );
  }
}
