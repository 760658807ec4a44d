/**
 * Why counting needs no list: squares are decided one by one, and only the frontier of the decided part matters. The figure shows this on
 * all tours of a small board, cut after a number of squares: many beginnings, few states.
 */

import { h } from '../../../lib/dom.js';
import { place, rows } from '../../../lib/square.js';
import { slider } from '../controls.js';

/** @typedef {{leaps: [string, string][], state: string}} Beginning */

/**
 * @param {import('../figure.js').Figure} figure
 * @param {import('../../../types.js').Board} shape
 */
export function createFrontier(figure, shape) {
  figure.element.classList.add('wide');
  const boards = [figure.board(), figure.board()];
  const order = rows(shape)
    .flat()
    .sort((a, b) => place(a).file - place(b).file || place(a).rank - place(b).rank);
  const half = Math.round(order.length / 2);
  const bars = h('div', { class: 'bars-of', 'aria-hidden': 'true' });
  const along = slider(
    figure.text('decided'),
    { min: 1, max: order.length - 1, value: half },
    show,
  );
  figure.side.append(along.element, bars);
  /** @type {string[][]} */
  let tours = [];
  figure.run(async (ask) => {
    for (let more = true; more;) {
      const page = await ask('tours', {
        board: shape,
        kind: 'closed',
        limit: 100,
        skip: tours.length,
      });
      tours = [...tours, ...page.tours.map((/** @type {any} */ { squares }) => squares)];
      more = page.more;
    }
    show(half);
  });

  /** @param {number} many */
  function show(many) {
    const decided = new Set(order.slice(0, many));
    /** Beginnings by what they are, and the states they lead to. @type {Map<string, Beginning>} */
    const beginnings = new Map();
    for (const tour of tours) {
      const leaps = tour
        .map(
          (square, at) => /** @type {[string, string]} */ ([square, tour[(at + 1) % tour.length]]),
        )
        .filter(([a, b]) => decided.has(a) || decided.has(b));
      const key = leaps
        .map((leap) => [...leap].sort().join(''))
        .sort()
        .join();
      if (!beginnings.has(key)) beginnings.set(key, { leaps, state: stateOf(leaps, decided) });
    }
    const states = grouped([...beginnings.values()]);
    const alike = [...states.values()].sort((a, b) => b.length - a.length)[0];
    const tints = new Map([...decided].map((square) => [square, 'one']));
    boards.forEach((board, at) =>
      board.render({
        board: shape,
        tints,
        lines: (alike[at] ?? alike[0]).leaps.map(([from, to]) => ({ from, to, mark: 'added' })),
      }),
    );
    bars.replaceChildren(
      ...[
        ['beginnings', beginnings.size],
        ['states', states.size],
      ].map(([name, n]) =>
        h(
          'div',
          { class: 'bar' },
          h('span', {}, `${figure.text(String(name))}: ${figure.t.number(Number(n))}`),
          h('progress', { max: tours.length, value: n }),
        ),
      ),
    );
    figure.report(
      figure.text(alike.length > 1 ? 'caption' : 'apart', {
        n: many,
        tours: tours.length,
        beginnings: beginnings.size,
        states: states.size,
      }),
      { decided: many, tours: tours.length, beginnings: beginnings.size, states: states.size },
    );
  }
}

/** @param {Beginning[]} all @returns {Map<string, Beginning[]>} */
function grouped(all) {
  const groups = new Map();
  for (const each of all) groups.set(each.state, [...(groups.get(each.state) ?? []), each]);
  return groups;
}

/**
 * The boundary state of a beginning: the degree of each frontier square, and the pairs of loose ends
 * that belong to one path.
 * @param {[string, string][]} leaps
 * @param {Set<string>} decided
 */
function stateOf(leaps, decided) {
  /** @type {Map<string, string[]>} */
  const around = new Map();
  for (const [a, b] of leaps) {
    around.set(a, [...(around.get(a) ?? []), b]);
    around.set(b, [...(around.get(b) ?? []), a]);
  }
  const edge = [...around.keys()].filter((square) => !decided.has(square)).sort();
  return edge
    .map(
      (square) =>
        `${square}${/** @type {string[]} */ (around.get(square)).length === 1 ? end(square) : '='}`,
    )
    .join(' ');

  /** The other end of the path that begins here. @param {string} start */
  function end(start) {
    let [before, at] = ['', start];
    for (;;) {
      const next = around.get(at)?.find((square) => square !== before);
      if (!next || (at !== start && around.get(at)?.length === 1)) return at;
      [before, at] = [at, next];
    }
  }
}
