/** What the atlas shows, and the link to it. */

export const LONGEST = 1_000_000_000;

/** Whether a board can have such a side. @param {number} side */
export const isSide = (side) => Number.isInteger(side) && side >= 5 && side <= LONGEST;

/**
 * @typedef {{files: number, ranks: number, method: 'divide'|'parberry', view: import('./view.js').View|null}} Part
 */

/** @param {URLSearchParams} words @param {{board: string}|null} saved @returns {Part} */
export function read(words, saved) {
  const [files, ranks = files] = (words.get('board') ?? saved?.board ?? '').split('x').map(Number);
  const number = (/** @type {string} */ word) => (words.get(word) ? Number(words.get(word)) : NaN);
  const sides = isSide(files) && isSide(ranks) ? { files, ranks } : { files: LONGEST, ranks: LONGEST };
  const view = { x: number('x'), y: number('y'), zoom: number('zoom') };
  return { ...sides, method: words.get('method') === 'parberry' ? 'parberry' : 'divide', view: Object.values(view).some(Number.isNaN) ? null : view };
}

/** @param {Part} part @returns {Record<string, string>} */
export function write({ files, ranks, method, view }) {
  const board = { board: `${files}x${ranks}`, method: method === 'divide' ? '' : method };
  if (!view) return board;
  const digits = (/** @type {number} */ at) => at.toFixed(view.zoom > -2 ? 2 : 0);
  return { ...board, x: digits(view.x), y: digits(view.y), zoom: view.zoom.toFixed(2) };
}
