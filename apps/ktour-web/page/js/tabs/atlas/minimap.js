/** The whole board, small, and where on it the map looks. */

import { h } from '../../lib/dom.js';
import { inSight } from './view.js';

const SIDE = 96;

/** @param {string} name */
export function createMinimap(name) {
  const canvas = h('canvas', {
    class: 'minimap',
    role: 'img',
    'aria-label': name,
    width: SIDE * 2,
    height: SIDE * 2,
    hidden: true,
  });
  const ink = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  return { element: canvas, render };

  /**
   * @param {import('./view.js').View} view
   * @param {import('./view.js').Size} size
   * @param {import('./view.js').Sides} board
   * @param {Record<string, string>} colours
   * @param {{picture: CanvasImageSource, width: number, height: number}|null} overview  the board seen from farthest
   */
  function render(view, size, board, colours, overview) {
    const { left, top, right, bottom } = inSight(view, board, size);
    canvas.hidden = right - left > board.files * 0.6 && bottom - top > board.ranks * 0.6;
    if (canvas.hidden) return;
    const scale = (2 * SIDE) / Math.max(board.files, board.ranks);
    ink.clearRect(0, 0, 2 * SIDE, 2 * SIDE);
    ink.fillStyle = colours.dark;
    ink.fillRect(0, 0, board.files * scale, board.ranks * scale);
    if (overview)
      ink.drawImage(
        overview.picture,
        0,
        0,
        overview.width,
        overview.height,
        0,
        0,
        board.files * scale,
        board.ranks * scale,
      );
    // However small the part in sight is, its place is seen.
    const [width, height] = [
      Math.max(8, (right - left) * scale),
      Math.max(8, (bottom - top) * scale),
    ];
    const at = [
      ((left + right) / 2) * scale - width / 2,
      ((top + bottom) / 2) * scale - height / 2,
    ];
    for (const [colour, thick] of /** @type {[string, number][]} */ ([
      ['#000', 6],
      ['#fff', 3],
    ])) {
      ink.strokeStyle = colour;
      ink.lineWidth = thick;
      ink.strokeRect(at[0], at[1], width, height);
    }
  }
}
