/** The squares that are marked in Play: a hint, the parts of a reason, a dead end and what it left unvisited. */

import { isDone, knightOf } from './game.js';
import { pictureOf } from '../../lib/picture.js';

/** Squares marked as unvisited, at most: more are the board itself. */
const FEW = 40;

/** @param {import('./game.js').Part} game @param {Map<string, number>} legal @returns {Map<string, string>} */
export function tints(game, legal) {
  const { note, verdict, options, board, facts } = game;
  const told = note && 'trouble' in note ? note : null;
  const reason =
    told?.reason ?? (options.deadEnd && verdict?.type === 'impossible' ? verdict.reason : null);
  const tints = pictureOf(board, reason);
  // A search that left nothing out names no squares; those that can hardly be reached are at hand.
  if (!tints.size) for (const { square } of told?.trouble ?? []) tints.set(square, 'trouble');
  const here = knightOf(game);
  if (here && facts && !legal.size && !isDone(game) && !game.isEditing && !game.isDrawing) {
    const visited = new Set(game.squares);
    const left = facts.squares.filter((square) => !visited.has(square));
    if (left.length <= FEW) for (const square of left) tints.set(square, 'unvisited');
    tints.set(here, 'stuck');
  }
  if (note?.type === 'hint') tints.set(note.square, 'hint');
  return tints;
}
