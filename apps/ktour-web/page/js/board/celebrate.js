/** A tour finished by hand: light runs along the path, and a closed one goes round twice. */

import { select } from 'd3-selection';
import { easeCubicOut } from 'd3-ease';
import 'd3-transition';
import { stepColour } from '../lib/colour.js';
import { place, rowOf } from '../lib/square.js';

/**
 * @param {{element: SVGSVGElement, spec: import('../types.js').Spec}} board
 * @param {boolean} isClosed
 * @param {boolean} isStill
 */
export function celebrate(board, isClosed, isStill) {
  if (isStill) return;
  const { path = [], board: shape } = board.spec;
  const pace = Math.min(45, 2000 / path.length);
  const layer = select(board.element).append('g').attr('aria-hidden', 'true').attr('class', 'joy');
  for (let round = 0; round < (isClosed ? 2 : 1); round++) {
    path.forEach((square, at) => {
      const { file, rank } = place(square);
      layer
        .append('circle')
        .attr('cx', file + 0.5)
        .attr('cy', rowOf(shape, rank) + 0.5)
        .attr('r', 0.2)
        .attr('fill', stepColour(at / path.length))
        .attr('opacity', 0)
        .transition()
        .delay((round * path.length + at) * pace)
        .duration(0)
        .attr('opacity', 0.75)
        .transition()
        .duration(700)
        .ease(easeCubicOut)
        .attr('r', isClosed ? 0.85 : 0.65)
        .attr('opacity', 0)
        .remove();
    });
  }
  layer
    .transition()
    .delay((isClosed ? 2 : 1) * path.length * pace + 1500)
    .remove();
}
