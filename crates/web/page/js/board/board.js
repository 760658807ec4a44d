/**
 * A board that draws what it is told. It knows no rules: which squares are legal, visited or marked is in the spec.
 *
 * One <svg> in board units, one layer for each thing, each drawn once and updated often. The squares are an ARIA grid with
 * one tab stop; everything above them is for the eye only.
 */

import { create, select } from 'd3-selection';
import { easeCubicInOut } from 'd3-ease';
import 'd3-transition';
import { stepColour } from '../lib/colour.js';
import { watchKeys } from './keys.js';
import { watchPointer } from './pointer.js';
import { KNIGHT } from '../lib/icons.js';
import { boardKey, place, rows } from '../lib/square.js';

/** @typedef {import('../types.js').Square} Square */
/** @typedef {import('../types.js').Spec} Spec */

const LAYERS = ['tints', 'dots', 'regions', 'tours', 'path', 'lines', 'steps', 'knight', 'focus'];
/** More leaps than this at once are drawn without motion. */
const FEW = 3;

/**
 * @param {import('../lib/i18n.js').Translate} t
 * @param {string} name  for those who do not see it
 * @param {{pick?: (square: Square, how: 'pointer'|'keyboard') => void, key?: (key: string) => boolean, isPicture?: boolean}} [on]  a picture is looked at only
 */
export function createBoard(t, name, on = {}) {
  const svg = create('svg:svg').attr('class', 'board').attr('role', on.isPicture ? 'img' : 'grid').attr('aria-label', name);
  const squares = svg.append('g').attr('class', 'squares').attr('role', on.isPicture ? null : 'rowgroup');
  const layer = Object.fromEntries(LAYERS.map((layer) => [layer, svg.append('g').attr('class', layer).attr('aria-hidden', 'true')]));
  const knight = layer.knight.append('g').attr('class', 'knight').attr('display', 'none');
  knight.append('path').attr('d', KNIGHT).attr('transform', 'scale(.0066) translate(-50 -50)');
  const ring = layer.focus.append('rect').attr('class', 'focus-ring').attr('width', 0.94).attr('height', 0.94).attr('rx', 0.06).attr('display', 'none');

  /** @type {Map<Square, {element: SVGRectElement, isHole: boolean, step: number, label: string, about: string, looks: string}>} */
  let cells = new Map();
  const leaps = newTail();
  const steps = newTail();
  /** The step under the knight, whose number is not shown. @type {any} */
  let covered = null;
  /** @type {Spec} */
  let spec = { board: { files: 0, ranks: 0, holes: [] } };
  let shape = '';
  /** @type {Square} */
  let cursor = '';
  /** Where the knight was last sent; nowhere while a hand carries it. @type {string} */
  let sent = '';

  const x = (/** @type {Square} */ square) => place(square).file + 0.5;
  const y = (/** @type {Square} */ square) => spec.board.ranks - place(square).rank - 0.5;

  const board = {
    element: /** @type {SVGSVGElement} */ (svg.node()),
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
    /** Moves the knight under a finger. @param {number} left @param {number} top */
    carry(left, top) {
      sent = '';
      knight.interrupt().attr('transform', `translate(${left} ${top})`);
    },
    render,
  };

  svg.on('focusin', (event) => {
    const cell = /** @type {SVGElement} */ (event.target);
    const { square } = cell.dataset;
    if (!square) return;
    board.point(square, false);
    const isSeen = cell.matches(':focus-visible');
    ring.attr('display', isSeen ? null : 'none').attr('x', x(square) - 0.47).attr('y', y(square) - 0.47);
  });
  svg.on('focusout', () => ring.attr('display', 'none'));
  if (!on.isPicture) watchKeys(board, on);
  if (on.pick) watchPointer(board, on.pick);
  return board;

  /** @param {Spec} next */
  function render(next) {
    spec = next;
    if (shape !== boardKey(spec.board)) layOut();
    const duration = spec.duration ?? 0;
    const path = spec.path ?? [];
    drawSquares(path);
    drawMarks();
    drawRegions();
    drawTours();
    drawPath(path, duration);
    drawLines();
    drawSteps(path, duration);
    drawKnight(spec.knight ?? null, duration);
  }

  /** The squares themselves: drawn when the board's shape changes. */
  function layOut() {
    const { files, ranks, holes } = spec.board;
    shape = boardKey(spec.board);
    svg.attr('viewBox', `-.04 -.04 ${files + 0.08} ${ranks + 0.08}`);
    if (!on.isPicture) svg.attr('aria-rowcount', ranks).attr('aria-colcount', files);
    board.element.style.setProperty('--files', String(files));
    board.element.style.setProperty('--ranks', String(ranks));
    cells = new Map();
    const missing = new Set(holes);
    squares.selectAll('*').remove();
    rows(spec.board).forEach((names, row) => {
      const line = squares.append('g');
      if (!on.isPicture) line.attr('role', 'row').attr('aria-rowindex', row + 1);
      for (const square of names) {
        const { file, rank } = place(square);
        const cell = line.append('rect').attr('x', file).attr('y', row).attr('width', 1).attr('height', 1);
        if (!on.isPicture) cell.attr('role', 'gridcell').attr('aria-colindex', file + 1).attr('tabindex', -1).attr('data-square', square);
        const colour = missing.has(square) ? 'hole' : (file + rank) % 2 ? 'light' : 'dark';
        cell.attr('class', `square ${colour}`);
        cells.set(square, { element: /** @type {SVGRectElement} */ (cell.node()), isHole: missing.has(square), step: -1, label: '', about: '', looks: '' });
      }
    });
    // Letters and numbers along the edge, in the corners of the squares.
    const edge = squares.append('g').attr('class', 'coordinates').attr('aria-hidden', 'true');
    for (let file = 0; file < files; file++) {
      edge.append('text').attr('x', file + 0.95).attr('y', ranks - 0.06).attr('text-anchor', 'end').text(rows({ files, ranks: 1, holes: [] })[0][file].slice(0, -1));
    }
    for (let rank = 0; rank < ranks; rank++) {
      edge.append('text').attr('x', 0.05).attr('y', ranks - rank - 0.77).text(rank + 1);
    }
    if (!cells.has(cursor)) cursor = squareOfFirst(spec.board);
    if (!on.isPicture) cells.get(cursor)?.element.setAttribute('tabindex', '0');
  }

  /** @param {Square[]} path */
  function drawSquares(path) {
    if (on.isPicture) return;
    const step = new Map(path.map((square, at) => [square, at + 1]));
    for (const [square, cell] of cells) {
      const at = step.get(square) ?? 0;
      const label = spec.describe?.(square, at) ?? (cell.step === at ? cell.label : nameOf(square, cell.isHole, at));
      cell.step = spec.describe ? -1 : at;
      const looks = (spec.legal?.has(square) ? 'legal ' : '') + (square === spec.knight ? 'here' : '');
      if (label !== cell.label) cell.element.setAttribute('aria-label', (cell.label = label));
      const about = spec.legal?.has(square) ? spec.explain?.(square) ?? '' : '';
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

  /** Tinted squares, warm squares, and a dot on each legal one. */
  function drawMarks() {
    const tints = [...(spec.tints ?? [])];
    layer.tints.selectAll('rect.tint').data(tints, (/** @type {any} */ tint) => tint.join()).join('rect')
      .attr('class', ([, mark]) => `tint ${mark}`).attr('x', ([square]) => x(square) - 0.5).attr('y', ([square]) => y(square) - 0.5)
      .attr('width', 1).attr('height', 1);
    layer.tints.selectAll('rect.heat').data([...(spec.heat ?? [])], (/** @type {any} */ heat) => heat[0]).join('rect')
      .attr('class', 'heat').attr('x', ([square]) => x(square) - 0.5).attr('y', ([square]) => y(square) - 0.5)
      .attr('width', 1).attr('height', 1).attr('fill-opacity', ([, warmth]) => warmth);
    const legal = [...(spec.legal ?? [])];
    const dots = layer.dots.selectAll('g.dot').data(legal, (/** @type {any} */ dot) => dot[0]).join((enter) => {
      const dot = enter.append('g').attr('class', 'dot');
      dot.append('circle');
      dot.append('text').attr('dy', '.35em');
      return dot;
    });
    dots.attr('transform', ([square]) => `translate(${x(square)} ${y(square)})`);
    dots.select('circle').attr('r', spec.showOnward ? 0.27 : 0.15);
    dots.select('text').text(([, onward]) => (spec.showOnward ? onward : ''));
  }

  function drawRegions() {
    svg.classed('divided', !!spec.regions?.length);
    layer.regions.selectAll('rect').data(spec.regions ?? []).join('rect').attr('rx', 0.12)
      .attr('x', (region) => place(region.corner).file + 0.05).attr('y', (region) => spec.board.ranks - place(region.corner).rank - region.ranks + 0.05)
      .attr('width', (region) => region.files - 0.1).attr('height', (region) => region.ranks - 0.1);
  }

  function drawTours() {
    const d = (/** @type {Square[]} */ tour) => `M${tour.map((square) => `${x(square)} ${y(square)}`).join('L')}Z`;
    const many = spec.tours?.length ?? 1;
    layer.tours.selectAll('path').data(spec.tours ?? []).join('path').attr('d', d)
      .attr('stroke', (_, at) => stepColour(many > 1 ? at / (many - 1) : 0));
  }

  /** @param {Square[]} path @param {number} duration */
  function drawPath(path, duration) {
    const total = Math.max(spec.total ?? path.length, 2);
    const shown = spec.showPath === false ? [] : path;
    follow(leaps, shown, `${shape} ${total} ${stepColour(0)}`, (at, isSlow) => {
      if (at === 0) return null;
      const [from, to] = [shown[at - 1], shown[at]];
      const line = layer.path.append('line').attr('x1', x(from)).attr('y1', y(from)).attr('stroke', stepColour((at - 1) / (total - 1)));
      if (!duration || !isSlow) return line.attr('x2', x(to)).attr('y2', y(to));
      line.attr('x2', x(from)).attr('y2', y(from)).transition().duration(duration).ease(easeCubicInOut).attr('x2', x(to)).attr('y2', y(to));
      return line;
    });
    const closing = spec.isClosed && shown.length > 2 ? [[shown[shown.length - 1], shown[0]]] : [];
    layer.path.selectAll('line.closing').data(closing).join('line').attr('class', 'closing').attr('stroke', stepColour(1))
      .attr('x1', ([from]) => x(from)).attr('y1', ([from]) => y(from)).attr('x2', ([, to]) => x(to)).attr('y2', ([, to]) => y(to));
  }

  function drawLines() {
    layer.lines.selectAll('line').data(spec.lines ?? [], (/** @type {any} */ line) => `${line.mark}${line.from}${line.to}`).join('line')
      .attr('class', (line) => line.mark).attr('x1', (line) => x(line.from)).attr('y1', (line) => y(line.from))
      .attr('x2', (line) => x(line.to)).attr('y2', (line) => y(line.to));
  }

  /** A small disc on each visited square, or its number. @param {Square[]} path @param {number} duration */
  function drawSteps(path, duration) {
    const total = Math.max(spec.total ?? path.length, 2);
    const isNumbered = spec.showNumbers !== false;
    follow(steps, path, `${shape} ${total} ${stepColour(0)} ${isNumbered}`, (at, isSlow) => {
      const colour = stepColour(at / (total - 1));
      const step = layer.steps.append('g').attr('transform', `translate(${x(path[at])} ${y(path[at])})`);
      step.append('circle').attr('r', isNumbered ? 0.27 : 0.09).attr('stroke', colour).attr('fill', isNumbered ? null : colour);
      if (isNumbered) step.append('text').attr('dy', '.35em').text(at + 1);
      if (duration && isSlow) step.attr('opacity', 0).transition().delay(duration * 0.7).duration(duration * 0.3).attr('opacity', 1);
      return step;
    });
    const last = path.length - 1;
    const under = spec.knight ? steps.elements[path[last] === spec.knight ? last : path.indexOf(spec.knight)] : null;
    if (under === covered) return;
    covered?.attr('display', null);
    under?.attr('display', 'none');
    covered = under;
  }

  /** @param {Square|null} at @param {number} duration */
  function drawKnight(at, duration) {
    const to = at ? `translate(${x(at)} ${y(at)})` : '';
    if (to === sent) return;
    const isThere = sent !== '';
    sent = to;
    knight.attr('display', at ? null : 'none');
    if (duration && isThere && at) knight.transition().duration(duration).ease(easeCubicInOut).attr('transform', to);
    else knight.interrupt().attr('transform', to);
  }
}

/** Elements in the order of a list, and the list they were made for. */
function newTail() {
  return { list: /** @type {Square[]} */ ([]), look: '', elements: /** @type {any[]} */ ([]) };
}

/**
 * Makes the elements of a list. Paths grow and shrink at their end: what is the same up to there stays.
 * @param {ReturnType<typeof newTail>} tail
 * @param {Square[]} list
 * @param {string} look  everything is made anew when it changes
 * @param {(at: number, isSlow: boolean) => any} make
 */
function follow(tail, list, look, make) {
  let same = 0;
  if (tail.look === look) while (same < tail.list.length && tail.list[same] === list[same]) same++;
  for (const element of tail.elements.splice(same)) element?.interrupt().remove();
  for (let at = same; at < list.length; at++) tail.elements.push(make(at, list.length - same <= FEW));
  Object.assign(tail, { list: [...list], look });
}

/** @param {import('../types.js').Board} board */
function squareOfFirst(board) {
  return rows(board)[board.ranks - 1][0];
}

/** Whatever is drawn with D3 stops where it is. @param {Element} element */
export function stopMotion(element) {
  select(element).selectAll('*').interrupt();
}
