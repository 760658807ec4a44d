/** A tour to walk along with a slider, square by square. */

import { slider } from '../controls.js';
import { squareCount } from '../../../lib/square.js';

/**
 * @param {import('../figure.js').Figure} figure
 * @param {string} label  of the slider
 * @param {{tints?: Map<string, string>}} marks
 * @param {(step: number) => void} textOf  at a step, from 1
 */
export function createStepSlider(figure, label, marks, textOf) {
  const board = figure.board();
  /** @type {{board: import('../../../types.js').Board, squares: string[], kind: string}|null} */
  let tour = null;
  const along = slider(label, { min: 1, max: 2, value: 1 }, (step) => show(step, 160));
  figure.side.append(along.element);
  return { show: begin };

  /** @param {import('../../../types.js').Board} shape @param {string[]} squares @param {string} kind @param {number} [step] */
  function begin(shape, squares, kind, step = squares.length) {
    tour = { board: shape, squares, kind };
    along.limit(squares.length, step);
    show(step, 0);
  }

  /** @param {number} step @param {number} duration */
  function show(step, duration) {
    if (!tour) return;
    const { board: shape, squares, kind } = tour;
    const path = squares.slice(0, step);
    board.render({
      board: shape,
      path,
      total: squareCount(shape),
      knight: path[step - 1],
      isClosed: kind === 'closed' && step === squares.length,
      duration,
      tints: marks.tints,
    });
    textOf(step);
  }
}
