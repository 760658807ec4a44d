/** A tour that draws itself: never faster than it can be followed on a small board, never longer than three seconds on a large one. */

import { timer } from 'd3-timer';

const LONGEST = 2800;
const UNHURRIED = 110;
/** Leaps that are slower than this are seen as leaps. */
const SEEN = 45;

/** @param {() => boolean} isStill */
export function drawTour(isStill) {
  /** @type {import('d3-timer').Timer|null} */
  let running = null;
  let end = () => {};
  let pace = UNHURRIED;
  return {
    start,
    stop,
    /** To the end at once. */
    skip: () => end(),
    /** How long a leap is drawn. */
    get leap() {
      return pace >= SEEN ? pace * 0.9 : 0;
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
    pace = Math.min(UNHURRIED, LONGEST / (to - from));
    let shown = from;
    running = timer((elapsed) => {
      const at = Math.min(to, from + Math.floor(elapsed / pace));
      if (at === to) return end();
      if (at > shown) draw((shown = at));
    });
  }
}
