/** Marks on squares: tints, labels, dots on legal squares, the square under a dragged knight, a wrong click, and the drawings of a merge. */

import { stepColour } from '../lib/colour.js';
import { place, rowOf } from '../lib/square.js';

/** @typedef {import('../types.js').Square} Square */

/** Marks with an outline, which is inside the square; all others fill it without a seam. */
const OUTLINED = ['hint', 'stuck', 'unvisited', 'lifted', 'chosen'];

/**
 * @param {Record<string, any>} layer
 * @param {import('./board.js').Along} x
 * @param {import('./board.js').Along} y
 */
export function createMarks(layer, x, y) {
  return { render, target, refuse };

  /** @param {import('../types.js').Spec} spec */
  function render(spec) {
    tints(spec);
    dots(spec);
    ghost(spec);
    drawings(spec);
    labels(spec);
    target('', false);
  }

  /** @param {any} rects @param {(datum: [Square, any]) => number} [inset] */
  function onSquares(rects, inset = () => 0) {
    return rects
      .attr('x', (/** @type {[Square, any]} */ each) => x(each[0]) - 0.5 + inset(each))
      .attr('y', (/** @type {[Square, any]} */ each) => y(each[0]) - 0.5 + inset(each))
      .attr('width', (/** @type {[Square, any]} */ each) => 1 - 2 * inset(each))
      .attr('height', (/** @type {[Square, any]} */ each) => 1 - 2 * inset(each));
  }

  /** @param {import('../types.js').Spec} spec */
  function tints({ tints, heat, path, knight }) {
    const all = [...(tints ?? [])];
    // The last leap is marked on both its squares.
    const [from, to] = path?.slice(-2) ?? [];
    if (to && knight === to)
      for (const square of [from, to]) if (!tints?.has(square)) all.push([square, 'leapt']);
    onSquares(
      layer.tints
        .selectAll('rect.tint')
        .data(all, (/** @type {any} */ tint) => tint.join())
        .join('rect')
        .attr('class', (/** @type {[Square, string]} */ [, mark]) => `tint ${mark}`),
      (/** @type {[Square, string]} */ [, mark]) => (OUTLINED.includes(mark) ? 0.03 : 0),
    );
    onSquares(
      layer.tints
        .selectAll('rect.heat')
        .data([...(heat ?? [])], (/** @type {any} */ heat) => heat[0])
        .join('rect')
        .attr('class', 'heat'),
    ).attr('fill-opacity', (/** @type {[Square, number]} */ [, warmth]) => warmth);
  }

  /** @param {import('../types.js').Spec} spec */
  function dots({ legal, showOnward }) {
    const dots = layer.dots
      .selectAll('g.dot')
      .data([...(legal ?? [])], (/** @type {any} */ dot) => dot[0])
      .join((/** @type {any} */ enter) => {
        const dot = enter.append('g').attr('class', 'dot');
        dot.append('circle');
        dot.append('text').attr('dy', '.35em');
        return dot;
      });
    dots.attr(
      'transform',
      (/** @type {[Square, number]} */ [square]) => `translate(${x(square)} ${y(square)})`,
    );
    dots.select('circle').attr('r', showOnward ? 0.27 : 0.14);
    dots
      .select('text')
      .text((/** @type {[Square, number]} */ [, onward]) => (showOnward ? onward : ''));
  }

  /** A faint tour for an empty board. @param {import('../types.js').Spec} spec */
  function ghost({ ghost }) {
    const d = (/** @type {Square[]} */ tour) =>
      `M${tour.map((square) => `${x(square)} ${y(square)}`).join('L')}`;
    layer.ghost
      .selectAll('path')
      .data(ghost?.length ? [ghost] : [], (/** @type {any} */ tour) => tour.join())
      .join('path')
      .attr('pathLength', 1)
      .attr('d', d);
  }

  /** @param {import('../types.js').Spec} spec */
  function drawings({ board, regions, tours, lines }) {
    layer.regions
      .selectAll('rect')
      .data(regions ?? [])
      .join('rect')
      .attr('rx', 0.12)
      .attr('x', (/** @type {any} */ region) => place(region.corner).file + 0.05)
      .attr(
        'y',
        (/** @type {any} */ region) =>
          rowOf(board, place(region.corner).rank + region.ranks - 1) + 0.05,
      )
      .attr('width', (/** @type {any} */ region) => region.files - 0.1)
      .attr('height', (/** @type {any} */ region) => region.ranks - 0.1);
    const d = (/** @type {Square[]} */ tour) =>
      `M${tour.map((square) => `${x(square)} ${y(square)}`).join('L')}Z`;
    const many = tours?.length ?? 1;
    layer.tours
      .selectAll('path')
      .data(tours ?? [])
      .join('path')
      .attr('d', d)
      .attr('stroke', (/** @type {any} */ _, /** @type {number} */ at) =>
        stepColour(many > 1 ? at / (many - 1) : 0),
      );
    layer.lines
      .selectAll('line')
      .data(lines ?? [], (/** @type {any} */ line) => `${line.mark}${line.from}${line.to}`)
      .join('line')
      .attr('class', (/** @type {any} */ line) => line.mark)
      .attr('x1', (/** @type {any} */ line) => x(line.from))
      .attr('y1', (/** @type {any} */ line) => y(line.from))
      .attr('x2', (/** @type {any} */ line) => x(line.to))
      .attr('y2', (/** @type {any} */ line) => y(line.to));
  }

  /** @param {import('../types.js').Spec} spec */
  function labels({ labels }) {
    layer.labels
      .selectAll('text')
      .data([...(labels ?? [])], (/** @type {any} */ label) => label[0])
      .join('text')
      .attr('dy', '.35em')
      .attr('x', (/** @type {[Square, any]} */ [square]) => x(square))
      .attr('y', (/** @type {[Square, any]} */ [square]) => y(square))
      .attr('class', (/** @type {[Square, any]} */ [, { mark }]) => mark)
      .text((/** @type {[Square, any]} */ [, { text }]) => text);
  }

  /** The square a carried knight would go to. @param {Square} square  or none @param {boolean} isLegal */
  function target(square, isLegal) {
    onSquares(
      layer.lines
        .selectAll('rect.tint')
        .data(square ? [[square]] : [])
        .join('rect')
        .attr('class', `tint ${isLegal ? 'target' : 'off-target'}`),
      () => 0.03,
    );
  }

  /** @param {Square} square */
  function refuse(square) {
    layer.lines.selectAll('.wrong-square').remove();
    const rect = onSquares(
      layer.lines.append('rect').datum([square]).attr('class', 'wrong-square'),
      () => 0.03,
    );
    setTimeout(() => rect.remove(), 1500);
  }
}
