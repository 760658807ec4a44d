/** Divide and conquer as a film: split, sub-tours, leaps added, leaps removed, result, level by level. */

/**
 * @typedef {{stage: string, level: number, regions: any[], tours: string[][], lines: any[], squares: string[], n: number}} Scene
 */

/**
 * The scenes of the server's merge.
 * @param {{levels: any[], squares: string[]}} merge
 * @returns {Scene[]}
 */
export function scenes({ levels, squares }) {
  if (!levels.length) return [{ stage: 'whole', level: 0, regions: [], tours: [squares], lines: [], squares, n: 1 }];
  const parts = levels[0].merges.flatMap((/** @type {any} */ merge) => merge.parts);
  /** @type {Scene[]} */
  const all = [{ stage: 'split', level: 0, regions: parts, tours: [], lines: [], squares: [], n: parts.length }];
  levels.forEach(({ tours, merges }, level) => {
    const regions = merges.flatMap((/** @type {any} */ merge) => merge.parts);
    const lines = (/** @type {'added'|'removed'} */ mark) =>
      merges.flatMap((/** @type {any} */ merge) => merge[mark].map((/** @type {string[]} */ [from, to]) => ({ from, to, mark })));
    const added = lines('added');
    const removed = lines('removed');
    const scene = (/** @type {string} */ stage, /** @type {any[]} */ lines, /** @type {number} */ n) => ({ stage, level, regions, tours, lines, squares: [], n });
    all.push(scene('tours', [], tours.length), scene('added', added, added.length), scene('removed', [...added, ...removed.map((/** @type {any} */ line) => ({ ...line, mark: 'cut' })), ...removed], removed.length));
    const next = levels[level + 1]?.tours ?? [squares];
    const wholes = merges.map((/** @type {any} */ merge) => merge.whole);
    all.push({ stage: 'result', level, regions: wholes, tours: next, lines: [], squares: level === levels.length - 1 ? squares : [], n: next.length });
  });
  return all;
}
