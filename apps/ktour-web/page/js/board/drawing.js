/** A tour that draws itself: at most `MAX_LEAP_MS` a leap, and at most `MAX_DRAWING_MS` in all. */

import { timer } from 'd3-timer';

const MAX_DRAWING_MS = 2800;
const MAX_LEAP_MS = 110;
/** Shortest leap that is animated, in milliseconds. */
const MIN_ANIMATED_LEAP_MS = 45;

/** @param {() => boolean} isStill */
export function drawTour(isStill) {
  /** @type {import('d3-timer').Timer|null} */
  let running = null;
  let end = () => {};
  let pace = MAX_LEAP_MS;
  return {
    start,
    stop,
    /** To the end at once. */
    skip: () => end(),
    /** Duration of the animation of a leap, in milliseconds. */
    get leap() {
      return pace >= MIN_ANIMATED_LEAP_MS ? pace * 0.9 : 0;
    },
  };

  function stop() {
    running?.stop();
    running = null;
  }

  /** @param {number} from @param {number} to @param {(at: number) => void} draw */
  function start(from, to, draw) {
    stop();
    end = () => {
      stop();
      draw(to);
    };
    if (isStill() || from >= to) return end();
    pace = Math.min(MAX_LEAP_MS, MAX_DRAWING_MS / (to - from));
    let shown = from;
    running = timer((elapsed) => {
      const at = Math.min(to, from + Math.floor(elapsed / pace));
      if (at === to) return end();
      if (at > shown) draw((shown = at));
    });
  }
}
