/** The best time of each board and kind of tour, saved in this browser. */

import { load, save } from '../../app/saved.js';
import { boardKey } from '../../lib/square.js';

/** Maximum number of boards whose times are saved. */
const MAX_BOARDS = 200;

/** @typedef {import('../../types.js').Board} Board */
/** @typedef {'open'|'closed'} Kind */

/** Milliseconds of the fastest tour so far, of a kind or of any. @param {Board} board @param {Kind} [kind] @returns {number|null} */
export function bestTime(board, kind) {
  const times = load('times')?.[boardKey(board)] ?? {};
  const all = (kind ? [times[kind]] : Object.values(times)).filter((time) => time > 0);
  return all.length ? Math.min(...all) : null;
}

/** Saves a time if it is the best, and returns whether it beats an earlier one. @param {Board} board @param {Kind} kind @param {number} time */
export function keepTime(board, kind, time) {
  const best = bestTime(board, kind);
  if (best !== null && best <= time) return false;
  const { [boardKey(board)]: times, ...others } = Object(load('times'));
  save(
    'times',
    Object.fromEntries([
      ...Object.entries(others).slice(1 - MAX_BOARDS),
      [boardKey(board), { ...times, [kind]: time }],
    ]),
  );
  return best !== null;
}

/** A time as `1:05`, or `1:00:05` from an hour on. @param {number} time  in milliseconds */
export function clockTime(time) {
  const seconds = Math.floor(time / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  return `${hours ? `${hours}:${two(Math.floor(seconds / 60) % 60)}` : Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}
