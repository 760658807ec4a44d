/** An animated flight to a view, in a few seconds: zoom out, pan, zoom in. */

import { easeCubicInOut } from 'd3-ease';
import { interpolateZoom } from 'd3-interpolate';
import { timer } from 'd3-timer';

/** @typedef {import('./view.js').View} View */

/** Milliseconds. */
const MIN_FLIGHT_MS = 300;
const MAX_FLIGHT_MS = 2400;

/** @param {{view: () => View, size: () => import('./view.js').Size, set: (view: View) => void, isStill: () => boolean}} map */
export function createFlight(map) {
  /** @type {import('d3-timer').Timer|null} */
  let running = null;
  return { to, stop };

  function stop() {
    running?.stop();
    running = null;
  }

  /** @param {View} goal */
  function to(goal) {
    stop();
    if (map.isStill()) return map.set(goal);
    const { width } = map.size();
    const seen = ({ x, y, zoom } = goal) =>
      /** @type {[number, number, number]} */ ([x, y, width / 2 ** zoom]);
    const way = interpolateZoom(seen(map.view()), seen(goal));
    const time = Math.min(MAX_FLIGHT_MS, Math.max(MIN_FLIGHT_MS, way.duration * 0.6));
    running = timer((elapsed) => {
      const [x, y, across] = way(easeCubicInOut(Math.min(1, elapsed / time)));
      if (elapsed >= time) stop();
      map.set(elapsed < time ? { x, y, zoom: Math.log2(width / across) } : goal);
    });
  }
}
