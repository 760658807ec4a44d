/** Divide and conquer as a film: split, sub-tours, leaps added, leaps removed, result, level by level. */

/**
 * @typedef {{corner: string, files: number, ranks: number}} Region
 * @typedef {{from: string, to: string, mark: string}} Line
 * @typedef {{parts: Region[], whole: Region, added: string[][], removed: string[][]}} Merge
 * @typedef {{stage: string, level: number, regions: Region[], tours: string[][], lines: Line[], squares: string[], n: number}} Scene
 */

/**
 * The scenes of the server's merge.
 * @param {{levels: {tours: string[][], merges: Merge[]}[], squares: string[]}} merge
 * @returns {Scene[]}
 */
export function scenes({ levels, squares }) {
  if (!levels.length)
    return [{ stage: 'whole', level: 0, regions: [], tours: [squares], lines: [], squares, n: 1 }];
  const parts = levels[0].merges.flatMap((merge) => merge.parts);
  /** @type {Scene[]} */
  const all = [
    {
      stage: 'split',
      level: 0,
      regions: parts,
      tours: [],
      lines: [],
      squares: [],
      n: parts.length,
    },
  ];
  levels.forEach(({ tours, merges }, level) => {
    const regions = merges.flatMap((merge) => merge.parts);
    const lines = (/** @type {'added'|'removed'} */ mark) =>
      merges.flatMap((merge) => merge[mark].map(([from, to]) => ({ from, to, mark })));
    const added = lines('added');
    const removed = lines('removed');
    const scene = (
      /** @type {string} */ stage,
      /** @type {Line[]} */ lines,
      /** @type {number} */ n,
    ) => ({ stage, level, regions, tours, lines, squares: [], n });
    all.push(
      scene('tours', [], tours.length),
      scene('added', added, added.length),
      scene(
        'removed',
        [...added, ...removed.map((line) => ({ ...line, mark: 'cut' })), ...removed],
        removed.length,
      ),
    );
    const next = levels[level + 1]?.tours ?? [squares];
    const wholes = merges.map((merge) => merge.whole);
    all.push({
      stage: 'result',
      level,
      regions: wholes,
      tours: next,
      lines: [],
      squares: level === levels.length - 1 ? squares : [],
      n: next.length,
    });
  });
  return all;
}
