/**
 * The board by mouse, pen and finger: click or tap a square, drag the knight to it, or paint over squares.
 *
 * A finger is wider than the squares of a large board. A tap that misses selects the nearest legal square whose target of
 * 44 pixels contains it.
 */

import { place, rowOf, squareName } from '../lib/square.js';

/** @typedef {import('../types.js').Square} Square */

/** Half of 44 pixels. */
const TOUCH_RADIUS_PX = 22;

/**
 * @param {{element: SVGSVGElement, spec: import('../types.js').Spec, carry: (x: number, y: number, over: Square) => void, render: (spec: any) => void}} board
 * @param {(square: Square, how: 'pointer') => void} pick
 * @param {(square: Square, isFirst: boolean) => void} [paint]  while squares are edited
 */
export function watchPointer(board, pick, paint) {
  const svg = board.element;
  const isPainting = () => !!paint && svg.classList.contains('editing');
  let isDragging = false;
  /** The last square painted. */
  let painted = '';
  /** The last position of the stroke. */
  let brush = { x: 0, y: 0 };
  /** @type {{x: number, y: number, id: number}|null} */
  let grip = null;

  svg.addEventListener('click', (event) => {
    const square = /** @type {SVGElement} */ (event.target).dataset?.square;
    // The pointer has painted the square already; a click by a key or a program has not.
    if (!square || (isPainting() && painted)) return void (painted = '');
    const isTouch = /** @type {PointerEvent} */ (event).pointerType === 'touch';
    pick(isTouch ? nearestLegal(event, square) : square, 'pointer');
  });

  // `touch-action` has no effect on the squares of an SVG, so the touch itself is cancelled.
  svg.addEventListener(
    'touchstart',
    (event) => {
      const square = /** @type {SVGElement} */ (event.target).dataset?.square;
      if (event.touches.length === 1 && square && (isGrip(square) || isPainting()))
        event.preventDefault();
    },
    { passive: false },
  );

  svg.addEventListener('pointerdown', (event) => {
    const square = /** @type {SVGElement} */ (event.target).dataset?.square;
    if (event.button !== 0 || !square) return;
    if (paint && isPainting()) {
      painted = square;
      brush = onBoard(event);
      grip = { x: event.clientX, y: event.clientY, id: event.pointerId };
      paint(square, true);
    } else if (isGrip(square)) grip = { x: event.clientX, y: event.clientY, id: event.pointerId };
  });

  svg.addEventListener('pointermove', (event) => {
    if (!grip || event.pointerId !== grip.id) return;
    const at = onBoard(event);
    const over = squareAt(at);
    if (paint && painted) return stroke(at, paint);
    if (!isDragging && Math.hypot(event.clientX - grip.x, event.clientY - grip.y) < 6) return;
    if (!isDragging) {
      isDragging = true;
      svg.setPointerCapture(event.pointerId);
      svg.classList.add('dragging');
    }
    board.carry(at.x, at.y, over);
  });

  const drop = (/** @type {PointerEvent} */ event) => {
    if (isDragging) {
      const square = squareAt(onBoard(event));
      svg.classList.remove('dragging');
      board.render({ ...board.spec, duration: 0 });
      if (event.type === 'pointerup' && square && square !== board.spec.knight)
        pick(square, 'pointer');
    }
    if (event.pointerType === 'touch') painted = '';
    grip = null;
    isDragging = false;
  };
  svg.addEventListener('pointerup', drop);
  svg.addEventListener('pointercancel', drop);

  /** Paints all squares between the last position and this one, because a quick finger reports few positions. @param {{x: number, y: number}} to @param {(square: Square, isFirst: boolean) => void} paint */
  function stroke(to, paint) {
    const from = brush;
    const steps = Math.ceil(4 * Math.hypot(to.x - from.x, to.y - from.y));
    for (let n = 1; n <= steps; n++) {
      const over = squareAt({
        x: from.x + ((to.x - from.x) * n) / steps,
        y: from.y + ((to.y - from.y) * n) / steps,
      });
      if (over && over !== painted) paint((painted = over), false);
    }
    brush = to;
  }

  /** @param {Square} square */
  function isGrip(square) {
    return square === board.spec.knight && !!board.spec.legal;
  }

  /** @param {{clientX: number, clientY: number}} event */
  function onBoard(event) {
    const { files, ranks } = board.spec.board;
    const box = svg.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * files,
      y: ((event.clientY - box.top) / box.height) * ranks,
    };
  }

  /** The square at a position, or an empty string. @param {{x: number, y: number}} at */
  function squareAt({ x, y }) {
    const { board: shape } = board.spec;
    const [file, rank] = [Math.floor(x), rowOf(shape, Math.floor(y))];
    return file >= 0 && rank >= 0 && file < shape.files && rank < shape.ranks
      ? squareName(file, rank)
      : '';
  }

  /** @param {{clientX: number, clientY: number}} event @param {Square} square */
  function nearestLegal(event, square) {
    const { legal, board: shape } = board.spec;
    if (!legal?.size || legal.has(square)) return square;
    const at = onBoard(event);
    const pixels = svg.getBoundingClientRect().width / shape.files;
    const away = (/** @type {Square} */ name) => {
      const { file, rank } = place(name);
      return (
        Math.max(Math.abs(file + 0.5 - at.x), Math.abs(rowOf(shape, rank) + 0.5 - at.y)) * pixels
      );
    };
    const nearest = [...legal.keys()].reduce((a, b) => (away(b) < away(a) ? b : a));
    return away(nearest) <= TOUCH_RADIUS_PX ? nearest : square;
  }
}
