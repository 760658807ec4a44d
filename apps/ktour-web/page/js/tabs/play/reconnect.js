/** Reconnects to the engine while it does not answer, without a click. */

import { isPassing } from '../../engine/refused.js';

/** Delays before the retries, in milliseconds. */
const RETRY_DELAYS_MS = [300, 1000, 3000, 8000];

/** @param {() => void} retry */
export function createReconnect(retry) {
  /** @type {import('./game.js').Note|null} */
  let watched = null;
  let tries = 0;
  let timer = 0;
  return {
    /** @param {import('./game.js').Note|null} note  the current note */
    watch(note) {
      if (note === watched) return;
      watched = note;
      clearTimeout(timer);
      if (note?.type === 'refused' && isPassing(note.refused))
        timer = window.setTimeout(
          retry,
          RETRY_DELAYS_MS[Math.min(tries++, RETRY_DELAYS_MS.length - 1)],
        );
    },
    answered: () => (tries = 0),
    stop: () => clearTimeout(timer),
  };
}
