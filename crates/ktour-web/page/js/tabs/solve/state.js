/** The words of a puzzle to solve, and what they are when nobody says otherwise. */

import { keptOf } from '../../app/saved.js';
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
 * @typedef {{start: string, end: string, kind: string, method: string, tie: string, order: string, tries: string, seed: string, beauty: string}} Puzzle  as words; empty where nothing is said
 * @typedef {Puzzle & {board: Board, view: View, methods: string[], picking: 'start'|'end', isEditing: boolean, film: Film|null, given: string[]|null,
 *   wanted: number|null, isAsked: boolean, isDrawing: boolean, at: number, isPlaying: boolean, speeds: Record<View, number>, status: Status|null, asked: string,
 *   shows: {numbers: boolean, path: boolean, woven: boolean}, ghost: {key: string, squares: string[]}|null}} Part  it is asked for as soon as it is seen; a tour that was found draws itself
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

/** What can be wanted of a tour beyond that it is one, in the engine's words. @type {Record<string, Record<string, string>>} */
export const WISHES = {
  'half-turn': { symmetry: 'half-turn' },
  'quarter-turn': { symmetry: 'quarter-turn' },
  mirror: { symmetry: 'mirror' },
  'fewest-turns': { best: 'fewest-turns' },
  'fewest-crossings': { best: 'fewest-crossings' },
  tidy: { method: 'tidy' },
  magic: { best: 'magic' },
};

/** The wish of a part, where it has one that counts. @param {Part} part */
export const wishOf = ({ view, beauty }) => (view === 'tour' ? WISHES[beauty] : undefined);

/** Whether a tour takes long to find, so that a link has it whole. @param {Part} part */
export const isDear = (part) => !!wishOf(part)?.best;

/** A board that can have such a tour: this one, or a telling one. @param {Board} board @param {string} beauty @returns {Board} */
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
/** The smallest board that is put together from smaller ones, and a telling one. */
export const MERGED = { least: 12, usual: 14 };

/** Which of the player's speeds each film begins with. */
const SPEEDS = { tour: 2, search: 4, race: 3, merge: 0 };

/** Which options a method listens to. @param {string} method */
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
 * @param {any} [speeds]  as a browser kept them
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
    wanted: null,
    isAsked: false,
    isDrawing: false,
    at: 0,
    isPlaying: false,
    speeds: keptOf(SPEEDS, speeds),
    status: null,
    asked: '',
    shows: { numbers: true, path: true, woven: false },
    ghost: null,
  };
}

/** The puzzle as the server is asked: only the words that the method listens to. @param {Part} part @param {string} [method] */
export function puzzleOf(part, method = part.method) {
  const { board, start, end, kind, tie, order, tries, seed } = part;
  const wish = wishOf(part);
  if (wish) return { board, start, end, kind, seed: part.beauty === 'tidy' ? '' : seed, ...wish };
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
