/** Boards as shapes: a ring, a cross, a heart or a letter in a rectangle, and boards from files. */

import { rowOf, sorted, squareName } from '../lib/square.js';

/** @typedef {import('../types.js').Board} Board */

/** Whether a place belongs to a shape; x to the right and y up, both from −1 to 1. @type {Record<string, (x: number, y: number) => boolean>} */
const INSIDE = {
  ring: (x, y) => Math.max(Math.abs(x), Math.abs(y)) > 0.42,
  cross: (x, y) => Math.min(Math.abs(x), Math.abs(y)) < 0.4,
  heart(x, y) {
    const [u, v] = [1.22 * x, 1.2 * y + 0.18];
    return (u * u + v * v - 1) ** 3 - u * u * v ** 3 < 0;
  },
};

export const SHAPES = Object.keys(INSIDE);

/** @param {Board} board @param {string} name @returns {Board} */
export function shaped(board, name) {
  const { files, ranks } = board;
  return without(
    board,
    (file, rank) => !INSIDE[name]((2 * (file + 0.5)) / files - 1, (2 * (rank + 0.5)) / ranks - 1),
  );
}

/** A letter of any script. @param {Board} board @param {string} letter @returns {Board} */
export function lettered(board, letter) {
  const { files, ranks } = board;
  const fine = 8;
  const { canvas, ink } = paper(files * fine, ranks * fine);
  ink.font = `900 ${canvas.height * 1.2}px system-ui, sans-serif`;
  ink.textAlign = 'center';
  const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = ink.measureText(letter);
  ink.fillText(letter, canvas.width / 2, (canvas.height + up - down) / 2, canvas.width);
  const { data } = ink.getImageData(0, 0, canvas.width, canvas.height);
  return without(board, (file, rank) => {
    let dark = 0;
    for (let y = 0; y < fine; y++)
      for (let x = 0; x < fine; x++)
        dark += data[4 * ((rowOf(board, rank) * fine + y) * canvas.width + file * fine + x) + 3];
    return dark < 0.42 * 255 * fine * fine;
  });
}

/** Holes where there were squares. @param {Board} board @returns {Board} */
export function inverted(board) {
  const holes = new Set(board.holes);
  return without(board, (file, rank) => !holes.has(squareName(file, rank)));
}

/** Mirrors the left half to the right. @param {Board} board @returns {Board} */
export function mirrored(board) {
  const holes = new Set(board.holes);
  return without(board, (file, rank) =>
    holes.has(squareName(Math.min(file, board.files - 1 - file), rank)),
  );
}

/** Parses a text of dots for squares and # for holes. @param {string} text @returns {Board|null} */
export function fromText(text) {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter(Boolean);
  const files = Math.max(0, ...lines.map((line) => line.length));
  if (!lines.length || lines.some((line) => /[^.#\s]/.test(line))) return null;
  return without(
    { files, ranks: lines.length, holes: [] },
    (file, rank) => lines[lines.length - 1 - rank][file] !== '.',
  );
}

/** A picture: dark and opaque where there are squares. @param {Blob} file @param {number} most  squares on a side */
export async function fromPicture(file, most) {
  const picture = await createImageBitmap(file);
  const share = Math.min(1, most / Math.max(picture.width, picture.height));
  const [files, ranks] = [picture.width, picture.height].map((side) =>
    Math.max(1, Math.round(side * share)),
  );
  const { ink } = paper(files, ranks);
  ink.drawImage(picture, 0, 0, files, ranks);
  const { data } = ink.getImageData(0, 0, files, ranks);
  const board = { files, ranks, holes: [] };
  return without(board, (file, rank) => {
    const [red, green, blue, alpha] = data.slice(4 * (rowOf(board, rank) * files + file));
    return alpha < 128 || red + green + blue > 384;
  });
}

/** @param {Board} board @param {(file: number, rank: number) => boolean} isHole @returns {Board} */
function without(board, isHole) {
  const holes = [];
  for (let file = 0; file < board.files; file++) {
    for (let rank = 0; rank < board.ranks; rank++)
      if (isHole(file, rank)) holes.push(squareName(file, rank));
  }
  return { ...board, holes: sorted(holes) };
}

/** @param {number} width @param {number} height */
function paper(width, height) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  return {
    canvas,
    ink: /** @type {CanvasRenderingContext2D} */ (
      canvas.getContext('2d', { willReadFrequently: true })
    ),
  };
}
