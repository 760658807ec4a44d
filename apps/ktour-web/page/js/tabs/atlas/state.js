/** The state of the atlas, and its link. */

import { withSaved } from '../../app/saved.js';

export const MAX_SIDE = 1_000_000_000;

/** Whether a board can have such a side. @param {number} side */
export const isSide = (side) => Number.isInteger(side) && side >= 5 && side <= MAX_SIDE;

/** Whether a board can be put together from quarters. @param {{files: number, ranks: number}} sides */
export const isQuartered = ({ files, ranks }) =>
  files % 2 === 0 && ranks % 2 === 0 && Math.min(files, ranks) >= 6 && Math.abs(files - ranks) <= 2;

/** Whether it can be walked in parallel lines. @param {{files: number, ranks: number}} sides */
export const isTidy = ({ files, ranks }) =>
  (files % 2 === 0 || ranks % 2 === 0) && Math.min(files, ranks) >= 10;

/** Which boards each structure takes. @type {Record<string, (sides: {files: number, ranks: number}) => boolean>} */
export const STRUCTURES = { parberry: isQuartered, tidy: isTidy, divide: () => true };

/** The requested structure, or another one that the board can have. @param {{files: number, ranks: number}} sides @param {string|null} requested */
export function structureOf(sides, requested) {
  const method = STRUCTURES[requested ?? '']?.(sides)
    ? requested
    : isQuartered(sides)
      ? 'parberry'
      : 'divide';
  return /** @type {Part['method']} */ (method);
}

/**
 * @typedef {{files: number, ranks: number, method: 'divide'|'parberry'|'tidy', view: import('./view.js').View|null, undrawnBoard: string}} Part
 *   `undrawnBoard`: a requested board that the atlas does not have
 */

/** @param {URLSearchParams} query @param {any} saved @returns {Part} */
export function read(query, saved) {
  const { board } = withSaved({ board: '' }, saved);
  const requested = query.get('board') ?? board;
  const [files, ranks = files] = requested.split('x').map(Number);
  const number = (/** @type {string} */ word) => (query.get(word) ? Number(query.get(word)) : NaN);
  const isDrawn = isSide(files) && isSide(ranks);
  const sides = isDrawn ? { files, ranks } : { files: MAX_SIDE, ranks: MAX_SIDE };
  const view = { x: number('x'), y: number('y'), zoom: number('zoom') };
  return {
    ...sides,
    method: structureOf(sides, query.get('method')),
    view: Object.values(view).some(Number.isNaN) ? null : view,
    undrawnBoard: isDrawn ? '' : requested,
  };
}

/** @param {Part} part @returns {Record<string, string>} */
export function write({ files, ranks, method, view }) {
  const board = { board: `${files}x${ranks}`, method: method === 'parberry' ? '' : method };
  if (!view) return board;
  const digits = (/** @type {number} */ at) => at.toFixed(view.zoom > -2 ? 2 : 0);
  return { ...board, x: digits(view.x), y: digits(view.y), zoom: view.zoom.toFixed(2) };
}
