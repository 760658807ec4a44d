/** A game as the words of a link, and as a browser keeps it. */

import { newGame, stopClock } from './game.js';
import { keptOf } from '../../app/saved.js';
import {
  boardKey,
  keptBoard,
  keptSquares,
  readBoard,
  readSquares,
  writeBoard,
} from '../../lib/square.js';

/** @typedef {import('./game.js').Part} Part */
/** @typedef {import('./game.js').Left} Left */

const OPTIONS = { onward: false, numbers: true, path: true, deadEnd: false, sound: false };

/** A game that was begun, as it is kept. */
const GAME = { elapsed: 0, isHelped: false };

/** @param {URLSearchParams} query @param {any} saved */
export function read(query, saved) {
  const left = (Array.isArray(saved?.left) ? saved.left : [])
    .map(keptGame)
    .filter((/** @type {Left|null} */ game) => game?.squares.length);
  const rest = {
    note: null,
    verdict: null,
    facts: null,
    byMachine: false,
    isBest: false,
    isDrawing: false,
    ghost: null,
    options: keptOf(OPTIONS, saved?.options),
    left,
  };
  const kept = keptGame(saved);
  if (!query.has('board') && kept) return { ...newGame(kept.board), ...kept, ...rest, asked: '' };
  const { board, asked } = readBoard(query, { files: 8, ranks: 8, holes: [] });
  const squares = readSquares(board, query.get('after')).filter(
    (square) => !board.holes.includes(square),
  );
  const isSame =
    kept && boardKey(kept.board) === boardKey(board) && kept.squares.join() === squares.join();
  return {
    ...newGame(board),
    ...(isSame ? kept : { squares, isHelped: squares.length > 0 }),
    ...rest,
    asked,
  };
}

/** Returns the game that a browser kept, or null where what it kept is none. @param {any} kept @returns {Left|null} */
function keptGame(kept) {
  const board = keptBoard(kept?.board);
  if (!board) return null;
  const all = (/** @type {any} */ list) =>
    readSquares(board, keptSquares(list).join()).filter((square) => !board.holes.includes(square));
  const squares = all(kept.squares);
  return {
    board,
    squares,
    undone: all(kept.undone).filter((square) => !squares.includes(square)),
    ...keptOf(GAME, kept),
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
