/**
 * A search as a film: the board, the tree of choices as it grows, the program at the line that is at work, written with and
 * without recursion, and the counters.
 */

import { createPlayer } from '../../solve/player.js';
import { eventOf, LINES } from '../../solve/events.js';
import { Search } from '../../solve/search.js';
import { h, setText } from '../../../lib/dom.js';
import { ORDERS } from '../../../lib/names.js';
import { squareCount } from '../../../lib/square.js';
import { createTree } from './tree.js';

/** The lines of the program without recursion, and the line of it that corresponds to each line of the recursive one. */
const LOOP = ['stack', 'while', 'full', 'push', 'pop'];
const SAME = /** @type {Record<string, string>} */ ({
  visit: 'stack',
  done: 'full',
  go: 'push',
  back: 'pop',
});
const SPEED = 3;

/** @param {import('../figure.js').Figure} figure @param {import('../../../types.js').Board} shape @param {string} start */
export function createSearch(figure, shape, start) {
  const { t, lesson } = figure;
  const search = new Search([start]);
  const board = figure.board();
  const tree = createTree(figure.text('tree'));
  figure.view.append(tree.element);
  figure.element.classList.add('tall');
  const programs = [
    program(figure.text('recursive'), LINES, (line) => t(`code.${line}`)),
    program(figure.text('own'), LOOP, (line) => figure.text(line)),
  ];
  const counts = Object.fromEntries(
    ['trials', 'moves', 'backtracks'].map((name) => [name, h('dd')]),
  );
  const state = { at: 0, isPlaying: false, speed: SPEED };
  const player = createPlayer(
    t,
    {
      seek: (at) => change({ at }),
      play: (isPlaying) => change({ isPlaying }),
      speed: (speed) => change({ speed }),
    },
    (at, last) => t('caption.search', { n: at, last }),
  );
  figure.side.append(
    player.element,
    h(
      'dl',
      { class: 'counts' },
      ...Object.entries(counts).map(([name, dd]) =>
        h('div', {}, h('dt', {}, t(`count.${name}`)), dd),
      ),
    ),
    h('div', { class: 'programs' }, ...programs.map(({ element }) => element)),
  );
  lesson.stops.push(player.stop);
  figure.wait(t('lesson.working'));
  figure.stream(
    'trace',
    { board: shape, start, kind: 'open', method: 'backtrack', order: ORDERS.d2 },
    {
      step: (batch) => search.add(batch),
      skip: (batch) => search.skip(batch),
      end(answer) {
        search.end(answer);
        tree.plant(search.frames);
        change({ at: search.length });
      },
    },
  );

  /** @param {Partial<typeof state>} next */
  function change(next) {
    Object.assign(state, next);
    show();
  }

  function show() {
    const { at, isPlaying, speed } = state;
    const path = [...search.seek(at)];
    board.render({
      board: shape,
      path,
      total: squareCount(shape),
      knight: path.at(-1),
      heat: search.heat(),
    });
    tree.grow(at);
    const { text, line } = eventOf(t, search, at);
    programs[0].mark(line);
    programs[1].mark(SAME[line] ?? '');
    const tally = search.tally(at);
    for (const [name, dd] of Object.entries(counts))
      setText(dd, t.number(tally[/** @type {'trials'} */ (name)]));
    player.render({
      first: 0,
      last: search.length,
      at,
      isPlaying,
      speed,
      rate: (speed, at) => speed * Math.max(1, at / 300),
    });
    const status = figure.text('caption', { event: text, ...tally });
    // A running film is not announced.
    if (isPlaying) figure.wait(status);
    else figure.report(status, tally);
  }
}

/** @param {string} title @param {string[]} names @param {(line: string) => string} textOf */
function program(title, names, textOf) {
  const lines = names.map((name, at) =>
    h(
      'li',
      {
        class:
          at === 0
            ? ''
            : name === 'go' || name === 'push' || name === 'full' || name === 'pop'
              ? 'within'
              : 'in',
      },
      textOf(name),
    ),
  );
  return {
    element: h(
      'div',
      {},
      h('h3', {}, title),
      h('ol', { class: 'pseudocode', 'aria-label': title }, ...lines),
    ),
    /** @param {string} line */
    mark(line) {
      lines.forEach((each, at) => {
        if (names[at] === line) each.setAttribute('aria-current', 'step');
        else each.removeAttribute('aria-current');
      });
    },
  };
}
