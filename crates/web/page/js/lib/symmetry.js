/** Which turns and mirrors of the board leave a tour as it is. */

import { place } from './square.js';

/**
 * @param {import('../types.js').Board} board
 * @param {string[]} squares
 * @param {boolean} isClosed
 * @returns {'none'|'half'|'quarter'|'mirror'}
 */
export function symmetryOf({ files, ranks }, squares, isClosed) {
  const points = squares.map(place);
  const leap = (/** @type {{file: number, rank: number}} */ a, /** @type {{file: number, rank: number}} */ b) => {
    const [one, other] = [a.file * ranks + a.rank, b.file * ranks + b.rank];
    return Math.min(one, other) * files * ranks + Math.max(one, other);
  };
  const pairs = points.flatMap((point, at) => (at + 1 < points.length ? [[point, points[at + 1]]] : isClosed ? [[point, points[0]]] : []));
  const leaps = new Set(pairs.map(([a, b]) => leap(a, b)));
  const isKept = (/** @type {(place: {file: number, rank: number}) => {file: number, rank: number}} */ move) => pairs.every(([a, b]) => leaps.has(leap(move(a), move(b))));
  if (files === ranks && isKept(({ file, rank }) => ({ file: rank, rank: files - 1 - file }))) return 'quarter';
  if (isKept(({ file, rank }) => ({ file: files - 1 - file, rank: ranks - 1 - rank }))) return 'half';
  if (isKept(({ file, rank }) => ({ file: files - 1 - file, rank })) || isKept(({ file, rank }) => ({ file, rank: ranks - 1 - rank }))) return 'mirror';
  return 'none';
}
