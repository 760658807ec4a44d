/**
 * Draws a board from a spec. It knows no rules: the spec says which squares are legal, visited or marked.
 *
 * One <svg> in board units, one layer for each thing, each drawn once and updated often. The squares are an ARIA grid with
 * one tab stop; everything above them is for the eye only.
 */

import { create } from 'd3-selection';
import { easeCubicInOut } from 'd3-ease';
import 'd3-transition';
import { watchKeys } from './keys.js';
import { createMarks } from './marks.js';
import { createPath } from './path.js';
import { watchPointer } from './pointer.js';
import { watchSize } from './size.js';
import { h } from '../lib/dom.js';
import { KNIGHT } from '../lib/icons.js';
import { boardKey, boardName, place, rowOf, rows, squareName } from '../lib/square.js';

/** @typedef {import('../types.js').Square} Square */
/** @typedef {import('../types.js').Spec} Spec */
/** @typedef {(square: Square) => number} Along  where the middle of a square is */

const LAYERS = [
  'stains',
  'tints',
  'dots',
  'ghost',
  'regions',
  'tours',
  'path',
  'lines',
  'labels',
  'numbers',
  'steps',
  'knight',
  'focus',
];
/** Height of the arc of a leap, in squares. */
const ARC = 0.2;

/**
 * @param {import('../lib/i18n.js').Translate} t
 * @param {string} name  for screen readers
 * @param {{pick?: (square: Square, how: 'pointer'|'keyboard') => void, paint?: (square: Square, isFirst: boolean) => void, key?: (key: string) => boolean,
 *   isPicture?: boolean}} [on]  a picture takes no input
 */
export function createBoard(t, name, on = {}) {
  const svg = create('svg:svg')
    .attr('class', 'board')
    .attr('role', on.isPicture ? 'img' : 'grid')
    .attr('aria-label', name);
  const squares = svg
    .append('g')
    .attr('class', 'squares')
    .attr('role', on.isPicture ? null : 'rowgroup');
  const layer = Object.fromEntries(
    LAYERS.map((layer) => [
      layer,
      svg.append('g').attr('class', layer).attr('aria-hidden', 'true'),
    ]),
  );
  const knight = layer.knight.append('g').attr('class', 'knight').attr('display', 'none');
  knight.append('path').attr('d', KNIGHT);
  const ring = layer.focus
    .append('rect')
    .attr('class', 'focus-ring')
    .attr('width', 0.94)
    .attr('height', 0.94)
    .attr('rx', 0.06)
    .attr('display', 'none');
  // In some browsers an element with a focus listener becomes focusable, so the frame listens and not the grid.
  const holder = h('div', { class: 'board-holder' });
  holder.append(/** @type {SVGSVGElement} */ (svg.node()));

  /** @type {Map<Square, {element: SVGRectElement, isHole: boolean, step: number, label: string, about: string, looks: string}>} */
  let cells = new Map();
  /** @type {Spec} */
  let spec = { board: { files: 0, ranks: 0, holes: [] } };
  let shape = '';
  /** The sides of the squares that are laid out. */
  let grid = '';
  /** @type {Square} */
  let cursor = '';
  /** Square to which the knight was last sent; empty while it is dragged. @type {string} */
  let sent = '';
  let at = { x: 0, y: 0 };

  const x = (/** @type {Square} */ square) => place(square).file + 0.5;
  const y = (/** @type {Square} */ square) => rowOf(spec.board, place(square).rank) + 0.5;
  const marks = createMarks(layer, x, y);
  const drawn = createPath(layer, x, y);
  const size = watchSize(/** @type {SVGSVGElement} */ (svg.node()), () => spec.board);

  const board = {
    element: /** @type {SVGSVGElement} */ (svg.node()),
    holder,
    get spec() {
      return spec;
    },
    get cursor() {
      return cursor;
    },
    /** Moves the tab stop, and the focus with it. @param {Square} square @param {boolean} [isFocused] */
    point(square, isFocused = true) {
      const cell = cells.get(square);
      if (!cell) return;
      cells.get(cursor)?.element.setAttribute('tabindex', '-1');
      cursor = square;
      cell.element.setAttribute('tabindex', '0');
      if (isFocused) cell.element.focus();
    },
    /** Moves the knight under a finger, and lights the square below. @param {number} left @param {number} top @param {Square} over */
    carry(left, top, over) {
      sent = '';
      at = { x: left, y: top };
      knight.interrupt().attr('transform', `translate(${left} ${top})`);
      marks.target(over, spec.legal?.has(over) ?? false);
    },
    /** Answers a wrong click where it was made. @param {Square} square */
    refuse: marks.refuse,
    render,
  };

  holder.addEventListener('focusin', (event) => {
    const cell = /** @type {SVGElement} */ (event.target);
    const { square } = cell.dataset;
    if (!square) return;
    board.point(square, false);
    const isSeen = cell.matches(':focus-visible');
    ring
      .attr('display', isSeen ? null : 'none')
      .attr('x', x(square) - 0.47)
      .attr('y', y(square) - 0.47);
  });
  holder.addEventListener('focusout', () => ring.attr('display', 'none'));
  if (!on.isPicture) watchKeys(board, on);
  if (on.pick) watchPointer(board, on.pick, on.paint);
  return board;

  /** @param {Spec} next */
  function render(next) {
    spec = next;
    shape = boardKey(spec.board);
    if (grid !== boardName(spec.board)) layOut();
    markHoles();
    const path = spec.path ?? [];
    drawSquares(path);
    marks.render(spec);
    svg.classed('divided', !!spec.regions?.length);
    drawn.render(spec, shape);
    drawKnight(spec.knight ?? null, spec.duration ?? 0);
  }

  /** Draws the squares; a square stays the same element while holes are painted, so that the finger on it is not lost. */
  function layOut() {
    const { files, ranks } = spec.board;
    grid = boardName(spec.board);
    svg.attr('viewBox', `0 0 ${files} ${ranks}`);
    if (!on.isPicture) svg.attr('aria-rowcount', ranks).attr('aria-colcount', files);
    board.element.style.setProperty('--files', String(files));
    board.element.style.setProperty('--ranks', String(ranks));
    cells = new Map();
    squares.selectAll('*').remove();
    rows(spec.board).forEach((names, row) => {
      const line = squares.append('g');
      if (!on.isPicture) line.attr('role', 'row').attr('aria-rowindex', row + 1);
      names.forEach((square, file) => {
        const cell = line
          .append('rect')
          .attr('x', file)
          .attr('y', row)
          .attr('width', 1)
          .attr('height', 1);
        if (!on.isPicture)
          cell
            .attr('role', 'gridcell')
            .attr('aria-colindex', file + 1)
            .attr('tabindex', -1)
            .attr('data-square', square);
        cell.attr('class', `square ${(file + rowOf(spec.board, row)) % 2 ? 'light' : 'dark'}`);
        cells.set(square, {
          element: /** @type {SVGRectElement} */ (cell.node()),
          isHole: false,
          step: -1,
          label: '',
          about: '',
          looks: '',
        });
      });
    });
    // Letters and numbers along the edge, in the corners of the squares.
    const edge = squares.append('g').attr('class', 'coordinates').attr('aria-hidden', 'true');
    for (let file = 0; file < files; file++)
      edge
        .append('text')
        .attr('class', 'file')
        .attr('x', file + 1)
        .attr('y', ranks)
        .text(squareName(file, 0).slice(0, -1));
    for (let rank = 0; rank < ranks; rank++)
      edge
        .append('text')
        .attr('class', 'rank')
        .attr('x', 0)
        .attr('y', rowOf(spec.board, rank))
        .text(rank + 1);
    size.measure();
    if (!cells.has(cursor)) cursor = squareName(0, 0);
    if (!on.isPicture) cells.get(cursor)?.element.setAttribute('tabindex', '0');
  }

  function markHoles() {
    const holes = new Set(spec.board.holes);
    for (const [square, cell] of cells) {
      if (cell.isHole === holes.has(square)) continue;
      cell.isHole = holes.has(square);
      cell.step = -1;
      cell.element.classList.toggle('hole', cell.isHole);
    }
  }

  /** @param {Square[]} path */
  function drawSquares(path) {
    if (on.isPicture) return;
    const step = new Map(path.map((square, at) => [square, at + 1]));
    for (const [square, cell] of cells) {
      const at = step.get(square) ?? 0;
      const label =
        spec.describe?.(square, at) ??
        (cell.step === at ? cell.label : nameOf(square, cell.isHole, at));
      cell.step = spec.describe ? -1 : at;
      const looks =
        (spec.legal?.has(square) ? 'legal ' : '') + (square === spec.knight ? 'here' : '');
      if (label !== cell.label) cell.element.setAttribute('aria-label', (cell.label = label));
      const about = spec.legal?.has(square) ? (spec.explain?.(square) ?? '') : '';
      if (about !== cell.about) cell.element.setAttribute('aria-description', (cell.about = about));
      if (looks === cell.looks) continue;
      cell.looks = looks;
      cell.element.classList.toggle('legal', looks.startsWith('legal'));
      cell.element.classList.toggle('here', looks.endsWith('here'));
      if (looks.endsWith('here')) cell.element.setAttribute('aria-current', 'step');
      else cell.element.removeAttribute('aria-current');
    }
  }

  /** @param {Square} square @param {boolean} isHole @param {number} step */
  function nameOf(square, isHole, step) {
    if (isHole) return t('board.hole', { square });
    return step ? t('board.step', { square, n: step }) : square;
  }

  /** The knight leaps in a low arc. @param {Square|null} to @param {number} duration */
  function drawKnight(to, duration) {
    const where = to ? `${shape} ${to}` : '';
    if (where === sent) return;
    const isReady = sent !== '';
    sent = where;
    knight.attr('display', to ? null : 'none');
    if (!to) return;
    const [from, goal] = [{ ...at }, { x: x(to), y: y(to) }];
    const stand = (/** @type {number} */ share) => {
      at = { x: from.x + (goal.x - from.x) * share, y: from.y + (goal.y - from.y) * share };
      return `translate(${at.x} ${at.y - ARC * Math.sin(Math.PI * share)})`;
    };
    if (duration && isReady)
      knight
        .transition()
        .duration(duration)
        .ease(easeCubicInOut)
        .attrTween('transform', () => stand);
    else knight.interrupt().attr('transform', stand(1));
  }
}
