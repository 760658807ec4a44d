/** What the atlas shows, and the link to it. */

export const LONGEST = 1_000_000_000;

/** Whether a board can have such a side. @param {number} side */
export const isSide = (side) => Number.isInteger(side) && side >= 5 && side <= LONGEST;

/** Whether a board can be put together from quarters. @param {{files: number, ranks: number}} sides */
export const isQuartered = ({ files, ranks }) => files % 2 === 0 && ranks % 2 === 0 && Math.min(files, ranks) >= 6 && Math.abs(files - ranks) <= 2;

/**
 * @typedef {{files: number, ranks: number, method: 'divide'|'parberry', view: import('./view.js').View|null}} Part
 */

/** @param {URLSearchParams} words @param {{board: string}|null} saved @returns {Part} */
export function read(words, saved) {
  const [files, ranks = files] = (words.get('board') ?? saved?.board ?? '').split('x').map(Number);
  const number = (/** @type {string} */ word) => (words.get(word) ? Number(words.get(word)) : NaN);
  const sides = isSide(files) && isSide(ranks) ? { files, ranks } : { files: LONGEST, ranks: LONGEST };
  const view = { x: number('x'), y: number('y'), zoom: number('zoom') };
  return { ...sides, method: words.get('method') === 'divide' || !isQuartered(sides) ? 'divide' : 'parberry', view: Object.values(view).some(Number.isNaN) ? null : view };
}

/** @param {Part} part @returns {Record<string, string>} */
export function write({ files, ranks, method, view }) {
  const board = { board: `${files}x${ranks}`, method: method === 'divide' ? method : '' };
  if (!view) return board;
  const digits = (/** @type {number} */ at) => at.toFixed(view.zoom > -2 ? 2 : 0);
  return { ...board, x: digits(view.x), y: digits(view.y), zoom: view.zoom.toFixed(2) };
}
