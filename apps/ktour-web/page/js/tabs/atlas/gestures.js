/** Hands on the map: drag, pinch, wheel, double click and keys. */

import { moved, zoomed } from './view.js';

const PAN_PX = 80;

/**
 * @param {HTMLElement} surface
 * @param {{view: () => import('./view.js').View, size: () => import('./view.js').Size, set: (view: import('./view.js').View) => void, whole: () => void, pick: (px: number, py: number) => void}} map
 */
export function listenForGestures(surface, map) {
  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  let travelled = 0;
  const at = (/** @type {MouseEvent} */ event) => {
    const box = surface.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  surface.addEventListener('pointerdown', (event) => {
    surface.setPointerCapture(event.pointerId);
    if (!fingers.size) travelled = 0;
    fingers.set(event.pointerId, at(event));
  });
  surface.addEventListener('pointermove', (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    travelled += Math.hypot(now.x - before.x, now.y - before.y);
    const other = [...fingers].find(([finger]) => finger !== event.pointerId)?.[1];
    if (other) {
      const [was, is] = [before, now].map((finger) =>
        Math.max(8, Math.hypot(finger.x - other.x, finger.y - other.y)),
      );
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      map.set(
        zoomed(
          moved(map.view(), (now.x - before.x) / 2, (now.y - before.y) / 2),
          Math.log2(is / was),
          middle.x,
          middle.y,
          map.size(),
        ),
      );
    } else {
      map.set(moved(map.view(), now.x - before.x, now.y - before.y));
    }
    fingers.set(event.pointerId, now);
  });
  const release = (/** @type {PointerEvent} */ event) => {
    if (!fingers.delete(event.pointerId) || fingers.size || event.type !== 'pointerup') return;
    if (travelled < 6) map.pick(at(event).x, at(event).y);
  };
  surface.addEventListener('pointerup', release);
  surface.addEventListener('pointercancel', release);
  surface.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const { x, y } = at(event);
      const pixels = event.deltaMode === 1 ? event.deltaY * 30 : event.deltaY;
      map.set(zoomed(map.view(), Math.max(-1, Math.min(1, -pixels / 240)), x, y, map.size()));
    },
    { passive: false },
  );
  surface.addEventListener('dblclick', (event) => {
    const { x, y } = at(event);
    map.set(zoomed(map.view(), event.shiftKey ? -1 : 1, x, y, map.size()));
  });
  surface.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { width, height } = map.size();
    const near = (/** @type {number} */ by) => () =>
      map.set(zoomed(map.view(), by, width / 2, height / 2, map.size()));
    const pan = (/** @type {number} */ x, /** @type {number} */ y) => () =>
      map.set(moved(map.view(), x * PAN_PX, y * PAN_PX));
    const act = /** @type {Record<string, () => void>} */ ({
      ArrowLeft: pan(1, 0),
      ArrowRight: pan(-1, 0),
      ArrowUp: pan(0, 1),
      ArrowDown: pan(0, -1),
      '+': near(0.5),
      '=': near(0.5),
      '-': near(-0.5),
      PageUp: near(2),
      PageDown: near(-2),
      Home: map.whole,
      0: map.whole,
      Enter: () => map.pick(width / 2, height / 2),
    })[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
