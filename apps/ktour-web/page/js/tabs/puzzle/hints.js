/**
 * Hints in three grades: where to look, which deduction, the number.
 *
 * The engine solves the puzzle as a person does, from what is written so far. The hint is its first number, with what it
 * concluded on the way: leaps that are forced, and steps that cannot be on a square.
 */

import { missing } from './game.js';

/** @typedef {import('../../types.js').Square} Square */

/**
 * @typedef {object} Hint
 * @property {1|2|3} grade  the level of detail
 * @property {Square} square  where the number goes
 * @property {number} n
 * @property {string} rule
 * @property {Square[]} known  squares that it follows from; without them it is about its square
 * @property {[Square, Square][]} leaps  that are forced there
 * @property {{square: Square, n: number}[]} ruledOut  where numbers cannot be
 */

/** Maximum number of conclusions that are shown before the number. */
const FEW = 3;

/**
 * @param {{rule: string, concludes: string, square: Square, step?: number, squares?: Square[]}[]} steps  the engine's way to the solution
 * @param {import('./game.js').Puzzle} puzzle
 * @param {import('./game.js').Game} game
 * @returns {Hint}
 */
export function hintFrom(steps, puzzle, game) {
  const at = steps.findIndex(({ concludes }) => concludes === 'step');
  const before = steps.slice(0, Math.max(at, 0));
  const ruledOut = before
    .filter(({ concludes }) => concludes === 'not')
    .map(({ square, step = 0 }) => ({ square, n: step }))
    .slice(-FEW);
  const [first] = missing(puzzle, game);
  const {
    square,
    step = 0,
    squares: known = [],
    rule,
  } = steps[at] ?? { square: puzzle.solution[first - 1], step: first, rule: 'cases' };
  const forced = before.filter(
    (each) =>
      each.concludes === 'leaps' && (each.square === square || each.squares?.includes(square)),
  );
  const leaps = forced.flatMap(({ square, squares = [] }) =>
    squares.map((to) => /** @type {[Square, Square]} */ ([square, to])),
  );
  return { grade: 1, square, n: step, rule, known, leaps, ruledOut };
}

/** Rules with sentences of their own; the others use the last of these. */
const RULES = ['forced', 'counts', 'parity', 'cuts'];

/**
 * @param {import('../../lib/i18n.js').Translate} t
 * @param {Hint} hint
 * @param {(square: Square) => number} numberOn
 */
export function hintText(t, { grade, square, n, rule, known, leaps, ruledOut }, numberOn) {
  const from = known.map((on) => t('clue.on', { n: numberOn(on), square: on }));
  if (grade === 1) return t(from.length ? 'clue.around' : 'clue.at', { known: from, square });
  if (grade === 3) return t('clue.tell', { square, n });
  const why = RULES.includes(rule) ? rule : 'cuts';
  return [
    ...(leaps.length ? [t('clue.leaps')] : []),
    ...ruledOut.map((not) => t('clue.not', not)),
    from.length ? t(`clue.place.${why}`, { known: from, n }) : t(`clue.step.${why}`, { square }),
  ].join(' ');
}

/** The marks of a hint. @param {Hint} hint @returns {Map<Square, string>} */
export function hintTints({ grade, square, known }) {
  const isAbout = !known.length || grade === 3;
  return new Map([
    ...known.map((on) => /** @type {[Square, string]} */ ([on, 'known'])),
    ...(isAbout ? [/** @type {[Square, string]} */ ([square, 'hint'])] : []),
  ]);
}
