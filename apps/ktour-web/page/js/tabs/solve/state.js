/** The parameters of a puzzle to solve, and their defaults. */

import { withSaved } from '../../app/saved.js';
import { METHODS } from '../../lib/names.js';

/**
 * @typedef {import('../../types.js').Board} Board
 * @typedef {'tour'|'search'|'race'|'merge'} View
 * @typedef {{type: 'race', lanes: {method: string, search: import('./search.js').Search}[], last: number}} Race
 * @typedef {{type: 'tour', squares: string[], kind: string}
 *   | {type: 'search', search: import('./search.js').Search}
 *   | Race
 *   | {type: 'merge', scenes: import('./merge.js').Scene[]}} Film
 * @typedef {import('../../types.js').Answer} Answer
 * @typedef {{type: 'wait', view: View, best?: Found, trials?: number} | {type: 'stopped'} | {type: 'raced'} | {type: 'merged'} | {type: 'refused', refused: import('../../engine/refused.js').Refusal} | Found
 *   | (Answer & {type: 'impossible', reason: import('../../types.js').Reason}) | (Answer & {type: 'unknown'})} Status
 * @typedef {Answer & {type: 'found', squares: string[]}} Found
 * @typedef {{start: string, end: string, kind: string, method: string, tie: string, order: string, tries: string, seed: string, beauty: string}} Puzzle  as parameters; empty ones are defaults
 * @typedef {Puzzle & {board: Board, view: View, methods: string[], picking: 'start'|'end', isEditing: boolean, film: Film|null, given: string[]|null,
 *   initialFrame: number|null, isPending: boolean, isDrawing: boolean, at: number, isPlaying: boolean, speeds: Record<View, number>, status: Status|null, undrawnBoard: string,
 *   shows: {numbers: boolean, path: boolean, woven: boolean}, ghost: {key: string, squares: string[]}|null}} Part  `isPending`: the search starts when the tab is shown; `isDrawing`: a found tour is being drawn
 */

/** @type {(keyof Puzzle)[]} */
export const PUZZLE = ['start', 'end', 'kind', 'method', 'tie', 'order', 'tries', 'seed', 'beauty'];

/** @type {Puzzle} */
export const plain = {
  start: '',
  end: '',
  kind: '',
  method: 'auto',
  tie: 'first',
  order: '',
  tries: '',
  seed: '',
  beauty: '',
};

/** Goals of a tour, as parameters of the engine. @type {Record<string, Record<string, string>>} */
export const GOALS = {
  'half-turn': { symmetry: 'half-turn' },
  'quarter-turn': { symmetry: 'quarter-turn' },
  mirror: { symmetry: 'mirror' },
  'fewest-turns': { best: 'fewest-turns' },
  'fewest-crossings': { best: 'fewest-crossings' },
  tidy: { method: 'tidy' },
  magic: { best: 'magic' },
};

/** The goal of a part, if its view uses one. @param {Part} part */
export const goalOf = ({ view, beauty }) => (view === 'tour' ? GOALS[beauty] : undefined);

/** Whether a tour takes long to find, so that a link has it whole. @param {Part} part */
export const isExpensive = (part) => !!goalOf(part)?.best;

/** A board that can have such a tour: this one, or a typical one. @param {Board} board @param {string} beauty @returns {Board} */
export function suited(board, beauty) {
  const { files, ranks, holes, leaper } = board;
  const isPlain = !holes.length && !leaper;
  const square = (/** @type {number} */ side) => ({ files: side, ranks: side, holes: [] });
  if (beauty === 'magic') return isPlain && files === 8 && ranks === 8 ? board : square(8);
  if (beauty === 'tidy')
    return isPlain && Math.min(files, ranks) >= 10 && (files % 2 === 0 || ranks % 2 === 0)
      ? board
      : square(30);
  return beauty === 'quarter-turn' && files !== ranks ? square(10) : board;
}

/** Those that go square by square, so that their search can be watched. */
export const WATCHED = METHODS.filter((method) => /^(backtrack|warnsdorff)/.test(method));
export const RACED = METHODS.filter((method) => !['auto', 'parberry', 'tidy'].includes(method));
/** Side of the smallest board that is merged from smaller ones, and of the default one. */
export const MERGED = { least: 12, usual: 14 };

/** Which of the player's speeds each film begins with. */
const SPEEDS = { tour: 2, search: 4, race: 3, merge: 0 };

/** The options that a method uses. @param {string} method */
export function optionsOf(method) {
  const isWalk = method.startsWith('warnsdorff');
  return {
    order: isWalk || method.startsWith('backtrack'),
    tie: isWalk,
    tries: method === 'warnsdorff',
    seed: isWalk || method === 'repair' || method === 'auto',
  };
}

/**
 * @param {import('../../types.js').Board} board
 * @param {any} [speeds]  saved values
 * @returns {Part}
 */
export function fresh(board, speeds) {
  return {
    board,
    ...plain,
    view: 'tour',
    methods: ['backtrack', 'warnsdorff', 'warnsdorff-backtrack'],
    picking: 'start',
    isEditing: false,
    film: null,
    given: null,
    initialFrame: null,
    isPending: false,
    isDrawing: false,
    at: 0,
    isPlaying: false,
    speeds: withSaved(SPEEDS, speeds),
    status: null,
    undrawnBoard: '',
    shows: { numbers: true, path: true, woven: false },
    ghost: null,
  };
}

/** The parameters of the request: only those that the method uses. @param {Part} part @param {string} [method] */
export function puzzleOf(part, method = part.method) {
  const { board, start, end, kind, tie, order, tries, seed } = part;
  const goal = goalOf(part);
  if (goal) return { board, start, end, kind, seed: part.beauty === 'tidy' ? '' : seed, ...goal };
  const uses = optionsOf(method);
  return {
    board,
    start,
    end,
    kind,
    method,
    tie: uses.tie ? tie : '',
    order: uses.order ? order : '',
    tries: uses.tries ? tries : '',
    seed: uses.seed ? seed : '',
  };
}
