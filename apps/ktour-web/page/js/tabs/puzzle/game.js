/** A number puzzle by hand: pure steps from one state to the next. */

import { squareCount } from '../../lib/square.js';

/** @typedef {import('../../types.js').Square} Square */
/** @typedef {import('../../types.js').Facts} Facts */
/** @typedef {import('./day.js').Difficulty} Difficulty */
/** @typedef {Record<Square, number>} Numbers  by their squares */

/**
 * @typedef {object} Puzzle
 * @property {import('../../types.js').Board} board
 * @property {'open'|'closed'} kind
 * @property {Numbers} givens
 * @property {Square[]} solution
 */

/**
 * @typedef {object} Game  the progress of a puzzle
 * @property {Numbers} entries
 * @property {Numbers[]} past  earlier entries, the latest last
 * @property {Numbers[]} undone
 * @property {number} elapsed  milliseconds until `since`
 * @property {number|null} since  when the clock was started
 * @property {number} hints  number of squares with a hint
 * @property {Square[]} hinted  squares with a hint
 * @property {boolean} isSolved
 */

/**
 * The state of the tab.
 * @typedef {object} Part
 * @property {string} date
 * @property {Difficulty} difficulty
 * @property {Puzzle|null} puzzle
 * @property {Facts|null} facts
 * @property {Game} game
 * @property {Record<string, Kept>} games  the others, by their names
 * @property {Record<string, import('./day.js').Done>} done
 * @property {Square} chosen  or none
 * @property {{square: Square, text: string}|null} draft  digits that may become a longer number
 * @property {number} hand  a number that waits for its square, or 0
 * @property {1|-1} way  forwards or backwards along the tour
 * @property {Square[]} wrong  wrong entries, after a check
 * @property {Note|null} note
 * @property {{clock: boolean, path: boolean}} options
 *
 * @typedef {Pick<Game, 'entries'|'elapsed'|'hints'|'hinted'|'isSolved'>} Kept
 * @typedef {import('./hints.js').Hint} Hint
 * @typedef {{type: 'hint', hint: Hint} | {type: 'wait'} | {type: 'replaced', requested: string} | {type: 'checked', wrong: number, left: number} | {type: 'first'} | {type: 'given', square: Square, n: number}
 *   | {type: 'hand', n: number} | {type: 'range', most: number} | {type: 'refused', refused: import('../../engine/refused.js').Refusal, again: 'puzzle'|'hint'}} Note
 */

/** Maximum number of steps that can be undone. */
const MAX_UNDO = 500;

/** @param {Partial<Kept>} [kept] @returns {Game} */
export function newGame({
  entries = {},
  elapsed = 0,
  hints = 0,
  hinted = [],
  isSolved = false,
} = {}) {
  return { entries, past: [], undone: [], elapsed, since: null, hints, hinted, isSolved };
}

/** The number on a square, given or written; 0 where there is none. @param {Puzzle} puzzle @param {Game} game @param {Square} square */
export const numberOn = (puzzle, game, square) =>
  puzzle.givens[square] ?? game.entries[square] ?? 0;

/** Where a number is, or nowhere. @param {Puzzle} puzzle @param {Game} game @param {number} n @returns {Square} */
export function squareOf(puzzle, game, n) {
  const all = [...Object.entries(puzzle.givens), ...Object.entries(game.entries)];
  return all.find(([, number]) => number === n)?.[0] ?? '';
}

/** The numbers that have no square yet. @param {Puzzle} puzzle @param {Game} game */
export function missing(puzzle, game) {
  const there = new Set([...Object.values(puzzle.givens), ...Object.values(game.entries)]);
  return puzzle.solution.map((_, at) => at + 1).filter((n) => !there.has(n));
}

/** Entries that the solution does not have. @param {Puzzle} puzzle @param {Game} game */
export function wrongSquares(puzzle, game) {
  return Object.keys(game.entries).filter(
    (square) => puzzle.solution[game.entries[square] - 1] !== square,
  );
}

/** @param {Game} game @param {Numbers} entries @param {Puzzle} puzzle @param {number} now @returns {Game} */
function become(game, entries, puzzle, now) {
  const next = {
    ...game,
    entries,
    past: [...game.past, game.entries].slice(-MAX_UNDO),
    undone: [],
    since: game.since ?? now,
  };
  return settle(next, puzzle, now);
}

/** Stops the clock of a puzzle that is solved. @param {Game} game @param {Puzzle} puzzle @param {number} now @returns {Game} */
function settle(game, puzzle, now) {
  const isSolved = isFull(puzzle, game) && !wrongSquares(puzzle, game).length;
  return isSolved ? { ...stopClock(game, now), isSolved } : game;
}

/** @param {Puzzle} puzzle @param {Game} game */
export const isFull = (puzzle, game) =>
  Object.keys(puzzle.givens).length + Object.keys(game.entries).length ===
  squareCount(puzzle.board);

/** A number on a square; it leaves the square on which it was. @param {Game} game @param {Puzzle} puzzle @param {Square} square @param {number} n @param {number} now */
export function write(game, puzzle, square, n, now) {
  if (game.isSolved || square in puzzle.givens || game.entries[square] === n) return game;
  const others = Object.entries(game.entries).filter(
    ([on, number]) => number !== n && on !== square,
  );
  return become(game, Object.fromEntries([...others, [square, n]]), puzzle, now);
}

/** @param {Game} game @param {Puzzle} puzzle @param {Square} square @param {number} now */
export function erase(game, puzzle, square, now) {
  const { [square]: n, ...entries } = game.entries;
  return n && !game.isSolved ? become(game, entries, puzzle, now) : game;
}

/** @param {Game} game @param {Puzzle} puzzle @param {number} now @returns {Game} */
export function undo(game, puzzle, now) {
  const entries = game.past[game.past.length - 1];
  if (!entries || game.isSolved) return game;
  return {
    ...game,
    entries,
    past: game.past.slice(0, -1),
    undone: [...game.undone, game.entries],
    since: game.since ?? now,
  };
}

/** @param {Game} game @param {Puzzle} puzzle @param {number} now @returns {Game} */
export function redo(game, puzzle, now) {
  const entries = game.undone[game.undone.length - 1];
  if (!entries || game.isSolved) return game;
  return settle(
    {
      ...game,
      entries,
      past: [...game.past, game.entries],
      undone: game.undone.slice(0, -1),
      since: game.since ?? now,
    },
    puzzle,
    now,
  );
}

/** Everything that was written goes; undo brings it back. @param {Game} game @param {Puzzle} puzzle @param {number} now */
export function clear(game, puzzle, now) {
  return Object.keys(game.entries).length && !game.isSolved ? become(game, {}, puzzle, now) : game;
}

/**
 * The number that comes next from a square along the tour, and the free squares that it may be on: backwards where the next one is written already.
 * @param {Part} part
 * @returns {{n: number, squares: Square[]}}
 */
export function onward({ puzzle, game, facts, chosen, way }) {
  const here = puzzle && chosen ? numberOn(puzzle, game, chosen) : 0;
  if (!puzzle || !facts || !here || game.isSolved) return { n: 0, squares: [] };
  const last = puzzle.solution.length;
  // A closed tour continues from the last step to the first.
  const at = (/** @type {number} */ n) =>
    puzzle.kind === 'closed' ? ((n - 1 + last) % last) + 1 : n;
  const n =
    [at(here + way), at(here - way)].find(
      (n) => n >= 1 && n <= last && !squareOf(puzzle, game, n),
    ) ?? 0;
  return {
    n,
    squares: n ? facts.leaps[chosen].filter((square) => !numberOn(puzzle, game, square)) : [],
  };
}

/** Leaps between numbers that follow each other. @param {Puzzle} puzzle @param {Game} game @param {Facts|null} facts @returns {[Square, Square][]} */
export function links(puzzle, game, facts) {
  const squares = puzzle.solution.map((_, at) => squareOf(puzzle, game, at + 1));
  const pairs = squares.map(
    (square, at) =>
      /** @type {[Square, Square]} */ ([
        square,
        squares[at + 1] ?? (puzzle.kind === 'closed' ? squares[0] : ''),
      ]),
  );
  return pairs.filter(([from, to]) => from && to && facts?.leaps[from]?.includes(to));
}

/** @param {Game} game @param {number} now */
export const played = (game, now) => game.elapsed + (game.since === null ? 0 : now - game.since);

/** @param {Game} game @param {number} now @returns {Game} */
export const stopClock = (game, now) => ({ ...game, elapsed: played(game, now), since: null });
