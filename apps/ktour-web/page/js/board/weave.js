/**
 * Over and under: a tour as a band that is woven. Along it one crossing is passed over, the next one under, as in the engine's own
 * drawings; a leap that goes under has a gap there.
 */

/** Half of a gap, measured across the band that goes over, in squares. */
const GAP = 0.105;

/**
 * For every leap the stretches that are seen of it, from one share of its length to another.
 * @param {[x: number, y: number][]} points  of a tour
 * @param {boolean} isClosed
 * @returns {[number, number][][]}
 */
export function weave(points, isClosed) {
  const leaps = points.slice(0, isClosed ? undefined : -1).map((from, at) => {
    const to = points[(at + 1) % points.length];
    return { from, by: /** @type {[number, number]} */ ([to[0] - from[0], to[1] - from[1]]) };
  });
  const begins = new Map(leaps.map(({ from }, at) => [from.join(), at]));
  const reach = 2 * Math.max(0, ...leaps.flatMap(({ by }) => by.map(Math.abs)));
  const met = leaps.map((leap) => passes(leap));
  /** Crossings that were passed once, and how. @type {Map<string, boolean>} */
  const known = new Map();
  let isOver = true;
  return met.map((passes, at) => {
    const gaps = passes.flatMap(({ along, half, other }) => {
      const before = known.get([other, at].join());
      const isNow = before === undefined ? isOver : !before;
      known.set([at, other].join(), isNow);
      isOver = !isNow;
      return isNow ? [] : [[along - half, along + half]];
    });
    const edges = [0, ...gaps.flat(), 1];
    return gaps
      .concat([[0, 0]])
      .map((_, n) => /** @type {[number, number]} */ ([edges[2 * n], edges[2 * n + 1]]))
      .filter(([from, to]) => from < to);
  });

  /** The crossings along a leap, in order. @param {typeof leaps[number]} leap */
  function passes({ from, by }) {
    const found = [];
    for (let dx = -reach; dx <= reach; dx++) {
      for (let dy = -reach; dy <= reach; dy++) {
        const other = begins.get([from[0] + dx, from[1] + dy].join());
        if (other === undefined) continue;
        const turn = cross(by, leaps[other].by);
        const [along, across] = [
          cross([dx, dy], leaps[other].by) / turn,
          cross([dx, dy], by) / turn,
        ];
        const isMet = turn !== 0 && along > 0 && along < 1 && across > 0 && across < 1;
        if (isMet)
          found.push({
            along,
            other,
            half: (GAP * Math.hypot(...leaps[other].by)) / Math.abs(turn),
          });
      }
    }
    return found.sort((one, other) => one.along - other.along);
  }
}

/** @param {[number, number]} a @param {[number, number]} b */
const cross = (a, b) => a[0] * b[1] - a[1] * b[0];
