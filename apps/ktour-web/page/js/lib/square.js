/** Names of squares and boards: `c3`, `8x8`. a1 is at the lower left; files after z are aa, ab, … */

/** @typedef {import('../types.js').Square} Square */
/** @typedef {import('../types.js').Board} Board */

/**
 * @param {number} file  from 0
 * @param {number} rank  from 0
 * @returns {Square}
 */
export function squareName(file, rank) {
  let letters = '';
  for (let n = file; n >= 0; n = Math.floor(n / 26) - 1)
    letters = String.fromCharCode(97 + (n % 26)) + letters;
  return letters + (rank + 1);
}

/**
 * @param {Square} square
 * @returns {{file: number, rank: number}}
 */
export function place(square) {
  let file = 0;
  let at = 0;
  for (; square.charCodeAt(at) > 57; at++) file = file * 26 + square.charCodeAt(at) - 96;
  return { file: file - 1, rank: Number(square.slice(at)) - 1 };
}

/**
 * @param {Board} board
 * @param {Square} square
 */
export function isOn(board, square) {
  if (!/^[a-z]+[1-9][0-9]*$/.test(square)) return false;
  const { file, rank } = place(square);
  return file < board.files && rank < board.ranks;
}

/** The row of a rank, counted from the top, or the rank of a row. @param {{ranks: number}} board @param {number} rank */
export const rowOf = ({ ranks }, rank) => ranks - 1 - rank;

/**
 * All squares and holes of the rectangle, top rank first.
 * @param {Board} board
 */
export function rows(board) {
  return Array.from({ length: board.ranks }, (_, row) =>
    Array.from({ length: board.files }, (_, file) => squareName(file, rowOf(board, row))),
  );
}

/** @param {{files: number, ranks: number}} board */
export const boardName = (board) => `${board.files}x${board.ranks}`;

/** @param {Board} board */
export const boardKey = (board) =>
  `${boardName(board)}-${board.leaper ?? ''}-${board.holes.join()}`;

/** @param {Board} board */
export const squareCount = (board) => board.files * board.ranks - board.holes.length;

/** Sides that boards have on the page; the atlas has larger ones. */
export const MIN_SIDE = 3;
export const MAX_SIDE = 100;

/**
 * Parses `8`, `8x8` and a list of holes. For a board out of bounds it returns the fallback, and the request as `undrawnBoard`.
 * @param {URLSearchParams} query
 * @param {Board} fallback
 * @param {number} [most]
 * @returns {{board: Board, undrawnBoard: string}}
 */
export function readBoard(query, fallback, most = MAX_SIDE) {
  const text = query.get('board') ?? '';
  const size = /^(\d+)(?:x(\d+))?$/.exec(text);
  if (!size) return { board: fallback, undrawnBoard: text };
  const [files, ranks] = [Number(size[1]), Number(size[2] ?? size[1])];
  if (Math.min(files, ranks) < MIN_SIDE || Math.max(files, ranks) > most)
    return { board: fallback, undrawnBoard: `${files}×${ranks}` };
  const board = /** @type {Board} */ ({ files, ranks, holes: [] });
  board.holes = sorted(readSquares(board, query.get('holes')));
  const leaper = query.get('leaper');
  if (leaper && /^[a-z]+$|^\d+,\d+$/.test(leaper)) board.leaper = leaper;
  return { board, undrawnBoard: '' };
}

/** Returns the board of a saved value, or null if it is not valid. @param {any} saved @returns {Board|null} */
export function savedBoard(saved) {
  const { files, ranks, holes, leaper } = Object(saved);
  const query = new URLSearchParams({
    board: `${files}x${ranks}`,
    holes: savedSquares(holes).join(),
    leaper: typeof leaper === 'string' ? leaper : '',
  });
  const { board, undrawnBoard } = readBoard(query, { files: 0, ranks: 0, holes: [] });
  return undrawnBoard || squareCount(board) < 1 ? null : board;
}

/** Returns the strings of a saved list. @param {any} saved @returns {string[]} */
export const savedSquares = (saved) =>
  Array.isArray(saved) ? saved.filter((square) => typeof square === 'string') : [];

/** The board as parameters of a link. @param {Board} board */
export function writeBoard(board) {
  return { board: boardName(board), holes: board.holes.join(), leaper: board.leaper ?? '' };
}

/**
 * @param {Board} board
 * @param {string|null} text  squares separated by commas
 */
export function readSquares(board, text) {
  const names = (text ?? '').split(',').filter((name) => isOn(board, name));
  return [...new Set(names)];
}

/** @param {Square[]} squares */
export function sorted(squares) {
  const key = (/** @type {Square} */ square) => place(square).rank * 1000 + place(square).file;
  return [...squares].sort((a, b) => key(a) - key(b));
}

/**
 * The board with a square taken out or put back.
 * @param {Board} board
 * @param {Square} square
 */
export function withHole(board, square) {
  const holes = board.holes.includes(square)
    ? board.holes.filter((hole) => hole !== square)
    : [...board.holes, square];
  return { ...board, holes: sorted(holes) };
}

/**
 * A square as people write it: `c4`, or column and row from the top left, `(2,2)`.
 * @param {Board} board
 * @param {string} text
 * @returns {Square}  empty where it is none
 */
export function readSquare(board, text) {
  const pair = /^\(?\s*(\d+)\s*[,;]\s*(\d+)\s*\)?$/.exec(text.trim());
  const name = pair
    ? Number(pair[2]) < board.ranks
      ? squareName(Number(pair[1]), rowOf(board, Number(pair[2])))
      : ''
    : text.trim().toLowerCase();
  return isOn(board, name) && !board.holes.includes(name) ? name : '';
}

/** The tour as a matrix of numbers, top rank first, as printed grids are. @param {Board} board @param {Square[]} squares */
export function matrix(board, squares) {
  const step = new Map(squares.map((square, at) => [square, String(at + 1)]));
  const width = String(squares.length).length;
  return rows(board)
    .map((row) => row.map((square) => (step.get(square) ?? '.').padStart(width)).join(' '))
    .join('\n');
}
