/** The squares of a board and the leaps between them: all the page knows of the rules, requested once per board. */

import { boardKey } from '../lib/square.js';
import { ask, puzzleParameters } from './engine.js';

/** @type {Map<string, Promise<import('../types.js').Facts>>} */
const known = new Map();

/** @param {import('../types.js').Board} board */
export function facts(board) {
  const key = boardKey(board);
  let answer = known.get(key);
  if (!answer) {
    answer = ask('board', puzzleParameters({ board }));
    answer.catch(() => known.delete(key));
    known.set(key, answer);
  }
  return answer;
}
