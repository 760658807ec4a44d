/** The marked squares of Play: a hint, the parts of a reason, a dead end and the unvisited squares. */

import { isDone, knightOf } from './game.js';
import { pictureOf } from '../../lib/picture.js';

/** Maximum number of squares that are marked as unvisited. */
const MAX_UNVISITED_MARKS = 40;

/** @param {import('./game.js').Part} game @param {Map<string, number>} legal @returns {Map<string, string>} */
export function tints(game, legal) {
  const { note, verdict, options, board, facts } = game;
  const answer = note && 'trouble' in note ? note : null;
  const reason =
    answer?.reason ?? (options.deadEnd && verdict?.type === 'impossible' ? verdict.reason : null);
  const tints = pictureOf(board, reason);
  // An exhaustive search names no squares; the engine adds those with few neighbours.
  if (!tints.size) for (const { square } of answer?.trouble ?? []) tints.set(square, 'trouble');
  const here = knightOf(game);
  if (here && facts && !legal.size && !isDone(game) && !game.isEditing && !game.isDrawing) {
    const visited = new Set(game.squares);
    const left = facts.squares.filter((square) => !visited.has(square));
    if (left.length <= MAX_UNVISITED_MARKS)
      for (const square of left) tints.set(square, 'unvisited');
    tints.set(here, 'stuck');
  }
  if (note?.type === 'hint') tints.set(note.square, 'hint');
  return tints;
}
