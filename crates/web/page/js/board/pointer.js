/**
 * The board by mouse, pen and finger: click or tap a square, or drag the knight to it.
 *
 * A finger is wider than the squares of a large board. A tap that misses goes to the nearest legal square whose target of
 * 44 pixels it is in.
 */

import { place, squareName } from '../lib/square.js';

/** Half of 44 pixels. */
const REACH = 22;

/**
 * @param {{element: SVGSVGElement, spec: import('../types.js').Spec, carry: (x: number, y: number) => void, render: (spec: any) => void}} board
 * @param {(square: string, how: 'pointer') => void} pick
 */
export function watchPointer(board, pick) {
  const svg = board.element;
  let isDragging = false;
  /** @type {{x: number, y: number, id: number}|null} */
  let grip = null;

  svg.addEventListener('click', (event) => {
    const square = /** @type {SVGElement} */ (event.target).dataset?.square;
    if (!square) return;
    const isTouch = /** @type {PointerEvent} */ (event).pointerType === 'touch';
    pick(isTouch ? nearestLegal(event, square) : square, 'pointer');
  });

  svg.addEventListener('pointerdown', (event) => {
    const square = /** @type {SVGElement} */ (event.target).dataset?.square;
    if (event.button === 0 && square && square === board.spec.knight && board.spec.legal) grip = { x: event.clientX, y: event.clientY, id: event.pointerId };
  });

  svg.addEventListener('pointermove', (event) => {
    if (!grip || event.pointerId !== grip.id) return;
    if (!isDragging && Math.hypot(event.clientX - grip.x, event.clientY - grip.y) < 6) return;
    if (!isDragging) {
      isDragging = true;
      svg.setPointerCapture(event.pointerId);
      svg.classList.add('dragging');
    }
    const at = onBoard(event);
    board.carry(at.x, at.y);
  });

  const drop = (/** @type {PointerEvent} */ event) => {
    if (isDragging) {
      const { x, y } = onBoard(event);
      const { files, ranks } = board.spec.board;
      const [file, rank] = [Math.floor(x), ranks - 1 - Math.floor(y)];
      const square = squareName(file, rank);
      const isInside = file >= 0 && rank >= 0 && file < files && rank < ranks;
      svg.classList.remove('dragging');
      board.render({ ...board.spec, duration: 0 });
      if (event.type === 'pointerup' && isInside && square !== board.spec.knight) pick(square, 'pointer');
    }
    grip = null;
    isDragging = false;
  };
  svg.addEventListener('pointerup', drop);
  svg.addEventListener('pointercancel', drop);

  /** @param {{clientX: number, clientY: number}} event */
  function onBoard(event) {
    const { files, ranks } = board.spec.board;
    const box = svg.getBoundingClientRect();
    return { x: ((event.clientX - box.left) / box.width) * (files + 0.08) - 0.04, y: ((event.clientY - box.top) / box.height) * (ranks + 0.08) - 0.04 };
  }

  /** @param {{clientX: number, clientY: number}} event @param {string} square */
  function nearestLegal(event, square) {
    const { legal, board: { files, ranks } } = board.spec;
    if (!legal?.size || legal.has(square)) return square;
    const at = onBoard(event);
    const pixels = svg.getBoundingClientRect().width / files;
    const away = (/** @type {string} */ name) => {
      const { file, rank } = place(name);
      return Math.max(Math.abs(file + 0.5 - at.x), Math.abs(ranks - rank - 0.5 - at.y)) * pixels;
    };
    const nearest = [...legal.keys()].reduce((a, b) => (away(b) < away(a) ? b : a));
    return away(nearest) <= REACH ? nearest : square;
  }
}
