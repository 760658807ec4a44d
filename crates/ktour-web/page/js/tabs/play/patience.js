/** Whoever plays need not press anything to get an engine back: it is asked again for as long as it does not answer. */

import { isPassing } from '../../engine/refused.js';

/** After how many milliseconds: soon, then with patience. */
const AGAIN = [300, 1000, 3000, 8000];

/** @param {() => void} again */
export function createPatience(again) {
  /** @type {import('./game.js').Note|null} */
  let told = null;
  let tries = 0;
  let timer = 0;
  return {
    /** @param {import('./game.js').Note|null} note  what is said now */
    watch(note) {
      if (note === told) return;
      told = note;
      clearTimeout(timer);
      if (note?.type === 'refused' && isPassing(note.refused))
        timer = window.setTimeout(again, AGAIN[Math.min(tries++, AGAIN.length - 1)]);
    },
    answered: () => (tries = 0),
    stop: () => clearTimeout(timer),
  };
}
