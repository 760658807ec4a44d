/** Squares and boards as words: `c3`, `8x8`. a1 is at the lower left; files after z are aa, ab, … */

/** @typedef {import('../types.js').Square} Square */
/** @typedef {import('../types.js').Board} Board */

/**
 * @param {number} file  from 0
 * @param {number} rank  from 0
 * @returns {Square}
 */
export function squareName(file, rank) {
  let letters = '';
  for (let n = file; n >= 0; n = Math.floor(n / 26) - 1) letters = String.fromCharCode(97 + (n % 26)) + letters;
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

/**
 * Every place of the rectangle, top rank first, as the eye reads.
 * @param {Board} board
 */
export function rows({ files, ranks }) {
  return Array.from({ length: ranks }, (_, y) =>
    Array.from({ length: files }, (_, file) => squareName(file, ranks - 1 - y)));
}

/** @param {{files: number, ranks: number}} board */
export const boardName = (board) => `${board.files}x${board.ranks}`;

/** @param {Board} board */
export const boardKey = (board) => `${boardName(board)}-${board.holes.join()}`;

/** @param {Board} board */
export const squareCount = (board) => board.files * board.ranks - board.holes.length;

/**
 * Reads `8`, `8x8` and a list of holes; a board out of bounds is cut to what the page draws.
 * @param {string|null} text
 * @param {string|null} holes
 * @param {Board} otherwise
 * @param {number} [most]
 * @returns {Board}
 */
export function readBoard(text, holes, otherwise, most = 20) {
  const size = /^(\d+)(?:x(\d+))?$/.exec(text ?? '');
  if (!size) return otherwise;
  const within = (/** @type {string} */ n) => Math.min(most, Math.max(3, Number(n)));
  const board = { files: within(size[1]), ranks: within(size[2] ?? size[1]), holes: /** @type {Square[]} */ ([]) };
  board.holes = sorted(readSquares(board, holes));
  return board;
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
  const holes = board.holes.includes(square) ? board.holes.filter((hole) => hole !== square) : [...board.holes, square];
  return { ...board, holes: sorted(holes) };
}
