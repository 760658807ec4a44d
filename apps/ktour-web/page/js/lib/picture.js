/** The squares a reason speaks of, as marks for the board: one part against the other. */

import { isOn, place, rows, squareName } from './square.js';

/** How each part of a reason is marked. */
const MARKS = /** @type {Record<string, string>} */ ({
  dark: 'one',
  light: 'other',
  outer: 'one',
  inner: 'other',
  removed: 'lifted',
  pieces: 'other',
  'two-neighbours': 'trouble',
});

/**
 * @param {import('../types.js').Board} board
 * @param {import('../types.js').Reason|null|undefined} reason
 * @returns {Map<string, string>}
 */
export function pictureOf(board, reason) {
  if (reason?.code === 'leaper') return reached(board, reason.certificate.leaper);
  const marks = new Map();
  for (const group of reason?.groups ?? []) {
    const mark = MARKS[group.role] ?? 'trouble';
    const isIn = (/** @type {string} */ square) => {
      const { file, rank } = place(square);
      if (group.squares) return group.squares.includes(square);
      if (group.ranks) return group.ranks.includes(rank + 1);
      if (group.files) return group.files.includes(file + 1);
      return ((file + rank) % 2 === 0) === (group.colour === 'dark');
    };
    for (const square of rows(board).flat())
      if (!board.holes.includes(square) && isIn(square)) marks.set(square, mark);
  }
  for (const square of reason?.squares ?? []) if (!marks.has(square)) marks.set(square, 'trouble');
  return marks;
}

/** The squares that a leaper reaches from the first square, against the others. @param {import('../types.js').Board} board @param {[number, number]} leaper @returns {Map<string, string>} */
function reached(board, [r, s]) {
  const squares = rows(board)
    .reverse()
    .flat()
    .filter((square) => !board.holes.includes(square));
  const leaps = [r, -r].flatMap((a) =>
    [s, -s].flatMap((b) => [
      [a, b],
      [b, a],
    ]),
  );
  const found = new Set(squares.slice(0, 1));
  for (const square of found) {
    const { file, rank } = place(square);
    for (const [across, up] of leaps) {
      const next = file + across >= 0 && rank + up >= 0 ? squareName(file + across, rank + up) : '';
      if (isOn(board, next) && !board.holes.includes(next)) found.add(next);
    }
  }
  return new Map(squares.map((square) => [square, found.has(square) ? 'one' : 'other']));
}
