/** A game as parameters of a link, and as a saved value. */

import { newGame, stopClock } from './game.js';
import { withSaved } from '../../app/saved.js';
import {
  boardKey,
  savedBoard,
  savedSquares,
  readBoard,
  readSquares,
  writeBoard,
} from '../../lib/square.js';

/** @typedef {import('./game.js').Part} Part */
/** @typedef {import('./game.js').Left} Left */

const OPTIONS = { onward: false, numbers: true, path: true, deadEnd: false, sound: false };

/** Defaults of a saved game. */
const GAME = { elapsed: 0, isHelped: false };

/** @param {URLSearchParams} query @param {any} saved */
export function read(query, saved) {
  const left = (Array.isArray(saved?.left) ? saved.left : [])
    .map(savedGame)
    .filter((/** @type {Left|null} */ game) => game?.squares.length);
  const rest = {
    note: null,
    verdict: null,
    facts: null,
    byMachine: false,
    isBest: false,
    isDrawing: false,
    ghost: null,
    options: withSaved(OPTIONS, saved?.options),
    left,
  };
  const before = savedGame(saved);
  if (!query.has('board') && before)
    return { ...newGame(before.board), ...before, ...rest, undrawnBoard: '' };
  const { board, undrawnBoard } = readBoard(query, { files: 8, ranks: 8, holes: [] });
  const squares = readSquares(board, query.get('after')).filter(
    (square) => !board.holes.includes(square),
  );
  const isSame =
    before &&
    boardKey(before.board) === boardKey(board) &&
    before.squares.join() === squares.join();
  return {
    ...newGame(board),
    ...(isSame ? before : { squares, isHelped: squares.length > 0 }),
    ...rest,
    undrawnBoard,
  };
}

/** Returns a saved game, or null if it is not valid. @param {any} saved @returns {Left|null} */
function savedGame(saved) {
  const board = savedBoard(saved?.board);
  if (!board) return null;
  const all = (/** @type {any} */ list) =>
    readSquares(board, savedSquares(list).join()).filter((square) => !board.holes.includes(square));
  const squares = all(saved.squares);
  return {
    board,
    squares,
    undone: all(saved.undone).filter((square) => !squares.includes(square)),
    ...withSaved(GAME, saved),
  };
}

/** @param {Part} part */
export function write({ board, squares }) {
  return { ...writeBoard(board), after: squares.join() };
}

/** @param {Part} part */
export function keep(part) {
  const { board, squares, undone, elapsed, left, isHelped } = stopClock(part, Date.now());
  return { board, squares, undone, elapsed, left, isHelped, options: part.options };
}
