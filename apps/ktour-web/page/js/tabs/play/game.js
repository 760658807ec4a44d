/** A game by hand: pure steps from one state to the next. */

import { sorted, squareCount } from '../../lib/square.js';

/** @typedef {import('../../types.js').Square} Square */
/** @typedef {import('../../types.js').Facts} Facts */

/**
 * @typedef {object} Game
 * @property {import('../../types.js').Board} board
 * @property {Square[]} squares  visited, in order
 * @property {Square[]} undone  undone steps, the latest last
 * @property {number} elapsed  milliseconds played until `since`
 * @property {number|null} since  when the clock was started
 * @property {boolean} isEditing  a pick makes a hole
 * @property {Left[]} left  earlier games to come back to, the latest last
 * @property {boolean} isHelped  a hint or a link found some of it
 */

/** @typedef {Pick<Game, 'board'|'squares'|'undone'|'elapsed'|'isHelped'>} Left */

/**
 * The state of Play: a game, and its notes.
 * @typedef {Game & {note: Note|null, verdict: Verdict|null, facts: Facts|null, byMachine: boolean, isBest: boolean, isDrawing: boolean, ghost: Square[]|null, undrawnBoard: string, options: Options}} Part
 *   `isDrawing`: a tour by the engine is being drawn; `undrawnBoard`: a requested board that is not drawn here
 * @typedef {import('../../types.js').Reason} Reason
 * @typedef {{type: 'found'|'unknown', reason?: undefined, trouble?: Trouble} | {type: 'impossible', reason: Reason, trouble?: Trouble}} Verdict  whether it can be finished
 * @typedef {{square: Square}[]} Trouble  squares that can hardly be reached
 * @typedef {{onward: boolean, numbers: boolean, path: boolean, deadEnd: boolean, sound: boolean}} Options  display options, and the sound
 * @typedef {{type: 'hint', square: Square, isFirst: boolean, left: number, onward: number, fewest: number, isOnly: boolean}} Hint
 * @typedef {{type: 'wait'} | Hint | {type: 'illegal', square: Square} | {type: 'finished', from: number, kind: string}
 *   | Verdict
 *   | {type: 'refused', refused: import('../../engine/refused.js').Refusal, retry: 'next'|'way'|'learn'}} Note
 */

/** Whether a game can be finished, as the engine says. @param {import('../../documents.js').Hint} answer @returns {Verdict} */
export const verdictOf = ({ outcome, reason, trouble }) =>
  outcome === 'impossible' && reason
    ? { type: outcome, reason, trouble }
    : { type: outcome === 'found' ? outcome : 'unknown', trouble };

/** Number of earlier games that undo can bring back. */
const MAX_EARLIER_GAMES = 5;

/** @param {import('../../types.js').Board} board @returns {Game} */
export function newGame(board) {
  return {
    board,
    squares: [],
    undone: [],
    elapsed: 0,
    since: null,
    isEditing: false,
    left: [],
    isHelped: false,
  };
}

/** @param {Game} game */
export const knightOf = (game) => game.squares[game.squares.length - 1] ?? null;

/** @param {Game} game */
export const isDone = (game) =>
  game.squares.length > 0 && game.squares.length === squareCount(game.board);

/** Whether the last square is a leap from the first. @param {Game} game @param {Facts|null} facts */
export function isClosed(game, facts) {
  const [first] = game.squares;
  return isDone(game) && game.squares.length > 2 && !!facts?.leaps[knightOf(game)]?.includes(first);
}

/**
 * The legal squares, each with the number of free squares it leads on to.
 * @param {Game} game
 * @param {Facts|null} facts
 * @returns {Map<Square, number>}
 */
export function legalSquares(game, facts) {
  const here = knightOf(game);
  if (!facts || !here) return new Map();
  const visited = new Set(game.squares);
  const free = (/** @type {Square} */ square) =>
    facts.leaps[square].filter((to) => !visited.has(to));
  return new Map(sorted(free(here)).map((square) => [square, free(square).length]));
}

/** @param {Game} game @param {Square} square @param {Facts|null} facts */
export function canEnter(game, square, facts) {
  if (game.board.holes.includes(square)) return false;
  return game.squares.length === 0 || legalSquares(game, facts).has(square);
}

/** @param {Game} game @param {Square} square @param {number} now */
export function enter(game, square, now) {
  const isReplayed = game.undone[game.undone.length - 1] === square;
  const next = {
    ...game,
    squares: [...game.squares, square],
    undone: isReplayed ? game.undone.slice(0, -1) : [],
  };
  return isDone(next) ? stopClock(next, now) : { ...next, since: next.since ?? now };
}

/** Undoes one step; on an empty board, restores the previous game. @param {Game} game @param {number} now @returns {Game} */
export function undo(game, now) {
  const last = knightOf(game);
  const left = game.left.at(-1);
  if (!last) return left ? { ...newGame(left.board), ...left, left: game.left.slice(0, -1) } : game;
  return {
    ...game,
    squares: game.squares.slice(0, -1),
    undone: [...game.undone, last],
    since: game.since ?? now,
  };
}

/** @param {Game} game @param {number} now @returns {Game} */
export function redo(game, now) {
  const next = game.undone[game.undone.length - 1];
  return next ? enter(game, next, now) : game;
}

/** Starts a new game on a board; the current game can be restored by undo. @param {Game} game @param {import('../../types.js').Board} board @param {number} now @returns {Game} */
export function change(game, board, now) {
  const { squares, undone, elapsed, isHelped } = stopClock(game, now);
  const left = squares.length
    ? [...game.left, { board: game.board, squares, undone, elapsed, isHelped }].slice(
        -MAX_EARLIER_GAMES,
      )
    : game.left;
  return { ...newGame(board), isEditing: game.isEditing, left };
}

/** @param {Game} game @param {number} now */
export function played(game, now) {
  return game.elapsed + (game.since === null ? 0 : now - game.since);
}

/** @param {Game} game @param {number} now @returns {Game} */
export function stopClock(game, now) {
  return { ...game, elapsed: played(game, now), since: null };
}

/** The squares up to the first that is no leap from the one before. @param {Square[]} squares @param {Facts} facts */
export function lawful(squares, facts) {
  const wrong = squares.findIndex(
    (square, at) => at > 0 && !facts.leaps[squares[at - 1]]?.includes(square),
  );
  return wrong < 0 ? squares : squares.slice(0, wrong);
}
