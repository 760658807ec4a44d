/** A game as the words of a link, and as a browser keeps it. */

import { newGame, stopClock } from './game.js';
import { boardKey, readBoard, readSquares, writeBoard } from '../../lib/square.js';

/** @typedef {import('./game.js').Part} Part */

const OPTIONS = { onward: false, numbers: true, path: true, deadEnd: false, sound: false };

/** @param {URLSearchParams} query @param {any} saved */
export function read(query, saved) {
  const options = { ...OPTIONS, ...saved?.options };
  const none = { note: null, verdict: null, facts: null, byMachine: false, isBest: false, isDrawing: false, ghost: null, asked: '', options, left: saved?.left ?? null };
  if (!query.has('board') && saved?.board) return { ...newGame(saved.board), squares: saved.squares ?? [], undone: saved.undone ?? [], elapsed: saved.elapsed ?? 0, isHelped: !!saved.isHelped, isReplay: !!saved.isReplay, ...none };
  const { board, asked } = readBoard(query, { files: 8, ranks: 8, holes: [] });
  const squares = readSquares(board, query.get('after')).filter((square) => !board.holes.includes(square));
  const isSame = saved?.board && boardKey(saved.board) === boardKey(board) && saved.squares.join() === squares.join();
  return { ...newGame(board), squares, elapsed: isSame ? saved.elapsed : 0, undone: isSame ? saved.undone : [],
    isHelped: isSame ? !!saved.isHelped : squares.length > 0, isReplay: isSame && !!saved.isReplay, ...none, asked };
}

/** @param {Part} part */
export function write({ board, squares }) {
  return { ...writeBoard(board), after: squares.join() };
}

/** @param {Part} part */
export function keep(part) {
  const { board, squares, undone, elapsed, left, isHelped, isReplay } = stopClock(part, Date.now());
  return { board, squares, undone, elapsed, left, isHelped, isReplay, options: part.options };
}
