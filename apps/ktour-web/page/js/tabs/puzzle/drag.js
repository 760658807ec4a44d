/** Dragging numbers by mouse, pen and finger from the tray or a square to a square. */

import { h } from '../../lib/dom.js';

/** Pixels before a press is a drag. */
const DRAG_THRESHOLD_PX = 6;
const MOVES = ['pointermove', 'pointerup', 'pointercancel'];

/**
 * @param {Element} place  the tray, or a board
 * @param {object} on
 * @param {(target: Element) => number} on.number  what would be taken there, or 0
 * @param {(n: number, square: string) => void} on.drop  on no square: beside the board
 * @param {(target: Element) => void} [on.tap]  a finger that did not move, where a touch is taken whole
 */
export function watchDrag(place, { number, drop, tap }) {
  const ghost = h('span', { class: 'carried', 'aria-hidden': 'true' });
  /** @type {{x: number, y: number, id: number, n: number, target: Element}|null} */
  let grip = null;
  let isDragging = false;

  if (tap)
    place.addEventListener(
      'touchstart',
      (event) => number(/** @type {Element} */ (event.target)) && event.preventDefault(),
      { passive: false },
    );
  place.addEventListener('pointerdown', (event) => {
    const {
      target,
      button,
      clientX: x,
      clientY: y,
      pointerId: id,
    } = /** @type {PointerEvent & {target: Element}} */ (event);
    const n = button === 0 ? number(target) : 0;
    end();
    if (!n) return;
    grip = { x, y, id, n, target };
    // A quick pointer leaves the element before its first move event.
    for (const name of MOVES) document.addEventListener(name, follow);
  });

  /** @param {Event} event */
  function follow(event) {
    const {
      type,
      pointerId,
      pointerType,
      clientX: x,
      clientY: y,
    } = /** @type {PointerEvent} */ (event);
    if (!grip || pointerId !== grip.id) return;
    if (type === 'pointermove') {
      if (!isDragging && Math.hypot(x - grip.x, y - grip.y) < DRAG_THRESHOLD_PX) return;
      if (!isDragging) document.body.append(ghost);
      isDragging = true;
      ghost.textContent = String(grip.n);
      ghost.style.translate = `${x}px ${y}px`;
      return;
    }
    const { n, target } = grip;
    const wasDragged = isDragging;
    end();
    if (type === 'pointercancel') return;
    if (wasDragged) drop(n, squareAt(x, y));
    else if (pointerType === 'touch') tap?.(target);
  }

  function end() {
    ghost.remove();
    grip = null;
    isDragging = false;
    for (const name of MOVES) document.removeEventListener(name, follow);
  }
}

/** @param {number} x @param {number} y */
function squareAt(x, y) {
  const below = document.elementFromPoint(x, y);
  return below instanceof SVGElement ? (below.dataset.square ?? '') : '';
}
