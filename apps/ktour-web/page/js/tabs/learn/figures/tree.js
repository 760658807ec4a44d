/** The tree of choices: a node for every square that was entered, below the one it was entered from; the newest branches are seen. */

import { create } from 'd3-selection';

/** Branches that are seen at once, and how far nodes are apart. */
const MAX_BRANCHES = 44;
const ACROSS = 9;
const DOWN = 8;

/** @param {string} name  for screen readers */
export function createTree(name) {
  const svg = create('svg:svg').attr('class', 'tree').attr('role', 'img').attr('aria-label', name);
  const [left, path, tip] = [
    svg.append('path').attr('class', 'left'),
    svg.append('path').attr('class', 'now'),
    svg.append('circle').attr('class', 'tip').attr('r', 3.5),
  ];
  /** @type {{parent: number, depth: number, column: number}[]} */
  let nodes = [{ parent: -1, depth: 0, column: 0 }];
  /** The current node and the number of nodes after each event. @type {{at: number, nodes: number}[]} */
  let moments = [];
  return { element: /** @type {SVGSVGElement} */ (svg.node()), plant, grow };

  /** @param {import('../../solve/search.js').Frame[]} frames */
  function plant(frames) {
    nodes = [{ parent: -1, depth: 0, column: 0 }];
    moments = [{ at: 0, nodes: 1 }];
    let [at, column, wasLeft] = [0, 0, false];
    for (const [kind] of frames) {
      if (kind === 'l') at = nodes[at].parent;
      else {
        // A square entered after a retreat starts a new branch.
        if (wasLeft) column++;
        nodes.push({ parent: at, depth: nodes[at].depth + 1, column });
        at = nodes.length - 1;
      }
      wasLeft = kind === 'l';
      moments.push({ at, nodes: nodes.length });
    }
    svg.attr(
      'viewBox',
      `0 0 ${(MAX_BRANCHES + 1) * ACROSS} ${(Math.max(...nodes.map(({ depth }) => depth)) + 2) * DOWN}`,
    );
  }

  /** @param {number} event */
  function grow(event) {
    const { at, nodes: many } = moments[event];
    const first = Math.max(0, nodes[many - 1].column - MAX_BRANCHES + 1);
    const point = (/** @type {number} */ n) =>
      `${(Math.max(-1, nodes[n].column - first) + 1) * ACROSS} ${(nodes[n].depth + 1) * DOWN}`;
    const branch = (/** @type {number} */ n) => `M${point(nodes[n].parent)}L${point(n)}`;
    let seen = '';
    for (let n = many - 1; n > 0 && nodes[n].column >= first; n--) seen += branch(n);
    let now = '';
    for (let n = at; n > 0; n = nodes[n].parent) now += branch(n);
    left.attr('d', seen);
    path.attr('d', now);
    const [x, y] = point(at).split(' ');
    tip.attr('cx', x).attr('cy', y);
  }
}
