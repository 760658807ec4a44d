/** A tour drawn small: squares and one line. */

import { create } from 'd3-selection';
import { place, rowOf } from '../lib/square.js';

/**
 * @param {import('../types.js').Board} board
 * @param {string[]} squares
 * @param {boolean} isClosed
 */
export function thumbnail(board, squares, isClosed) {
  const { files, ranks, holes } = board;
  const svg = create('svg:svg')
    .attr('class', 'thumbnail')
    .attr('viewBox', `0 0 ${files} ${ranks}`)
    .attr('aria-hidden', 'true');
  const box = (/** @type {number} */ file, /** @type {number} */ rank) =>
    `M${file} ${rowOf(board, rank)}h1v1h-1z`;
  const shade = { light: '', dark: '' };
  for (let file = 0; file < files; file++) {
    for (let rank = 0; rank < ranks; rank++)
      shade[(file + rank) % 2 ? 'light' : 'dark'] += box(file, rank);
  }
  svg.append('path').attr('class', 'square light').attr('d', shade.light);
  svg.append('path').attr('class', 'square dark').attr('d', shade.dark);
  if (holes.length)
    svg
      .append('path')
      .attr('class', 'square hole')
      .attr('d', holes.map((hole) => box(place(hole).file, place(hole).rank)).join(''));
  const points = squares.map(
    (square) => `${place(square).file + 0.5} ${rowOf(board, place(square).rank) + 0.5}`,
  );
  svg
    .append('path')
    .attr('class', 'path')
    .attr('d', `M${points.join('L')}${isClosed ? 'Z' : ''}`);
  if (!isClosed && squares.length) {
    for (const [end, name] of /** @type {[string, string][]} */ ([
      [squares[0], 'first'],
      [squares[squares.length - 1], 'last'],
    ])) {
      svg
        .append('circle')
        .attr('class', name)
        .attr('cx', place(end).file + 0.5)
        .attr('cy', rowOf(board, place(end).rank) + 0.5)
        .attr('r', 0.22);
    }
  }
  return /** @type {SVGSVGElement} */ (svg.node());
}
