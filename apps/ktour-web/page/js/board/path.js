/**
 * The path of a knight: a tint on every visited square, the leaps with a halo so that crossings can be read, on each square a small
 * bead, and its number in a corner of the square. Paths grow and shrink at their end, so the elements of the common beginning are reused.
 */

import { easeCubicInOut } from 'd3-ease';
import 'd3-transition';
import { stepColour } from '../lib/colour.js';

/** @typedef {import('../types.js').Square} Square */

/** Maximum number of new leaps that are animated. */
const MAX_ANIMATED_LEAPS = 2;
/** Maximum length of a path that has halos, tints and beads; on larger boards they would be too small to see. */
const MAX_DECORATED_STEPS = 1700;

/**
 * @param {Record<string, any>} layer
 * @param {import('./board.js').Along} x
 * @param {import('./board.js').Along} y
 */
export function createPath(layer, x, y) {
  const stains = newTail();
  const leaps = newTail();
  const numbers = newTail();
  const beads = newTail();
  return { render };

  /** @param {import('../types.js').Spec} spec @param {string} shape */
  function render(spec, shape) {
    const path = spec.path ?? [];
    const total = Math.max(spec.total ?? path.length, 2);
    const look = `${shape} ${total} ${stepColour(0)}`;
    const isPlain = path.length > MAX_DECORATED_STEPS;
    follow(stains, isPlain ? [] : path, look, (at) =>
      layer.stains
        .append('rect')
        .attr('x', x(path[at]) - 0.5)
        .attr('y', y(path[at]) - 0.5)
        .attr('width', 1)
        .attr('height', 1)
        .attr('fill', stepColour(at / (total - 1))),
    );
    drawLeaps(spec, spec.showPath === false ? [] : path, total, `${look} ${isPlain}`);
    drawBeads(spec, isPlain ? [] : path, total, look);
  }

  /** @param {import('../types.js').Spec} spec @param {Square[]} path @param {number} total @param {string} look */
  function drawLeaps({ duration = 0, isClosed, woven }, path, total, look) {
    follow(leaps, path, `${look} ${woven?.n ?? ''}`, (at, isSlow) => {
      if (at === 0) return null;
      const [from, to] = [path[at - 1], path[at]];
      const leap = layer.path.append('g');
      if (woven) {
        leap
          .append('path')
          .attr('class', 'band')
          .attr('d', seen(woven.leaps[at - 1] ?? [], from, to))
          .attr('stroke', stepColour((at - 1) / (total - 1)));
        return leap;
      }
      const halo =
        path.length <= MAX_DECORATED_STEPS ? leap.append('path').attr('class', 'halo') : null;
      const line = leap
        .append('line')
        .attr('x1', x(from))
        .attr('y1', y(from))
        .attr('stroke', stepColour((at - 1) / (total - 1)));
      const drawTo = (/** @type {number} */ share) => {
        const end = {
          x: x(from) + share * (x(to) - x(from)),
          y: y(from) + share * (y(to) - y(from)),
        };
        halo?.attr('d', `M${x(from)} ${y(from)}L${end.x} ${end.y}`);
        line.attr('x2', end.x).attr('y2', end.y);
      };
      const isAnimated = duration > 0 && isSlow;
      drawTo(isAnimated ? 0 : 1);
      if (isAnimated)
        leap
          .transition()
          .duration(duration)
          .ease(easeCubicInOut)
          .tween('leap', () => drawTo);
      return leap;
    });
    const closing = isClosed && path.length > 2 ? [[path[path.length - 1], path[0]]] : [];
    const last =
      woven && closing.length
        ? [seen(woven.leaps[path.length - 1] ?? [], path[path.length - 1], path[0])]
        : [];
    layer.path
      .selectAll('path.last')
      .data(last)
      .join('path')
      .attr('class', 'band last')
      .attr('d', String)
      .attr('stroke', stepColour(1));
    layer.path
      .selectAll('line.closing')
      .data(woven ? [] : closing)
      .join('line')
      .attr('class', 'closing')
      .attr('stroke', stepColour(1))
      .attr('x1', (/** @type {Square[]} */ [from]) => x(from))
      .attr('y1', (/** @type {Square[]} */ [from]) => y(from))
      .attr('x2', (/** @type {Square[]} */ [, to]) => x(to))
      .attr('y2', (/** @type {Square[]} */ [, to]) => y(to));
  }

  /** The path data of the visible stretches of a leap. @param {[number, number][]} stretches @param {Square} from @param {Square} to */
  function seen(stretches, from, to) {
    const at = (/** @type {number} */ share) =>
      `${x(from) + share * (x(to) - x(from))} ${y(from) + share * (y(to) - y(from))}`;
    return stretches.map(([begin, end]) => `M${at(begin)}L${at(end)}`).join('');
  }

  /** @param {import('../types.js').Spec} spec @param {Square[]} path @param {number} total @param {string} look */
  function drawBeads({ duration = 0, showNumbers }, path, total, look) {
    const appear = (/** @type {any} */ element, /** @type {boolean} */ isSlow) =>
      duration && isSlow
        ? element
            .attr('opacity', 0)
            .transition()
            .delay(duration * 0.7)
            .duration(duration * 0.3)
            .attr('opacity', 1)
        : element;
    const place = (/** @type {any} */ element, /** @type {number} */ at) =>
      element.attr('transform', `translate(${x(path[at])} ${y(path[at])})`);
    follow(numbers, showNumbers === false ? [] : path, look, (at, isSlow) => {
      const number = place(layer.numbers.append('text'), at)
        .attr('x', 0.465)
        .attr('y', -0.27)
        .text(at + 1);
      number.attr('class', at > 998 ? 'longer' : at > 98 ? 'long' : null);
      appear(number, isSlow);
      return number;
    });
    follow(beads, path, look, (at, isSlow) => {
      const bead = place(layer.steps.append('g'), at);
      bead.append('circle').attr('fill', stepColour(at / (total - 1)));
      appear(bead, isSlow);
      return bead;
    });
  }
}

/** Creates an empty list of elements with the squares that they belong to. */
function newTail() {
  return { list: /** @type {Square[]} */ ([]), look: '', elements: /** @type {any[]} */ ([]) };
}

/**
 * Updates the elements to a new list, reusing those of the common beginning.
 * @param {ReturnType<typeof newTail>} tail
 * @param {Square[]} list
 * @param {string} look  all elements are replaced when it changes
 * @param {(at: number, isSlow: boolean) => any} make
 */
function follow(tail, list, look, make) {
  let same = 0;
  if (tail.look === look) while (same < tail.list.length && tail.list[same] === list[same]) same++;
  for (const element of tail.elements.splice(same)) element?.interrupt().remove();
  for (let at = same; at < list.length; at++)
    tail.elements.push(make(at, list.length - same <= MAX_ANIMATED_LEAPS));
  Object.assign(tail, { list: [...list], look });
}
