/**
 * A search as a film: the board, the tree of choices as it grows, the program at the line that is at work, written with and
 * without recursion, and what was counted so far.
 */

import { createPlayer } from '../../solve/player.js';
import { eventOf, LINES } from '../../solve/events.js';
import { Search } from '../../solve/search.js';
import { h, setText } from '../../../lib/dom.js';
import { ORDERS } from '../../../lib/names.js';
import { place, squareCount } from '../../../lib/square.js';
import { createTree } from './tree.js';

/** The program without recursion, line by line, and which of its lines does what a line of the other does. */
const LOOP = ['stack', 'while', 'full', 'push', 'pop'];
const SAME = /** @type {Record<string, string>} */ ({ visit: 'stack', done: 'full', go: 'push', back: 'pop' });
const SPEED = 3;

/** @param {import('../figure.js').Figure} figure @param {import('../../../types.js').Board} shape @param {string} start */
export function createSearch(figure, shape, start) {
  const { t, lesson } = figure;
  const search = new Search([start]);
  const board = figure.board();
  const tree = createTree(figure.text('tree'));
  figure.view.append(tree.element);
  figure.element.classList.add('tall');
  const programs = [program(figure.text('recursive'), LINES, (line) => t(`code.${line}`)), program(figure.text('own'), LOOP, (line) => figure.text(line))];
  const counts = Object.fromEntries(['trials', 'moves', 'backtracks'].map((name) => [name, h('dd')]));
  const state = { at: 0, isPlaying: false, speed: SPEED };
  const player = createPlayer(t, {
    seek: (at) => change({ at }),
    play: (isPlaying) => change({ isPlaying }),
    speed: (speed) => change({ speed }),
  }, (at, last) => t('caption.search', { n: at, last }));
  figure.side.append(player.element, h('dl', { class: 'counts' }, ...Object.entries(counts).map(([name, dd]) => h('div', {}, h('dt', {}, t(`count.${name}`)), dd))),
    h('div', { class: 'programs' }, ...programs.map(({ element }) => element)));
  lesson.stops.push(player.stop);
  /** What was counted after each event. @type {{trials: number, moves: number, backtracks: number}[]} */
  let tallies = [];
  figure.wait(t('lesson.working'));
  figure.hear('trace', { board: shape, start, kind: 'open', method: 'backtrack', order: ORDERS.d2 }, {
    step: (batch) => search.add(batch),
    skip: (batch) => search.skip(batch),
    end(answer) {
      search.end(answer);
      tallies = counted(start, search.frames);
      tree.plant(search.frames);
      change({ at: search.length });
    },
  });

  /** @param {Partial<typeof state>} next */
  function change(next) {
    Object.assign(state, next);
    show();
  }

  function show() {
    const { at, isPlaying, speed } = state;
    const path = [...search.seek(at)];
    board.render({ board: shape, path, total: squareCount(shape), knight: path.at(-1), heat: search.heat() });
    tree.grow(at);
    const { text, line } = eventOf(t, search, at);
    programs[0].mark(line);
    programs[1].mark(SAME[line] ?? '');
    const tally = tallies[at];
    for (const [name, dd] of Object.entries(counts)) setText(dd, t.number(tally[/** @type {'trials'} */ (name)]));
    player.render({ first: 0, last: search.length, at, isPlaying, speed, rate: (speed, at) => speed * Math.max(1, at / 300) });
    const told = figure.text('told', { event: text, ...tally });
    // A running film would speak without end.
    if (isPlaying) figure.wait(told);
    else figure.tell(told, tally);
  }
}

/**
 * What a search has counted after each of its events. A trial is a leap that was looked at, on or off the board: those before
 * the one that was taken, and all that were left when a square is given up.
 * @param {string} start
 * @param {import('../../solve/search.js').Frame[]} frames
 */
function counted(start, frames) {
  const order = ORDERS.d2.split(' ');
  const tally = { trials: 0, moves: 0, backtracks: 0 };
  const tallies = [{ ...tally }];
  const stack = [{ square: start, tried: 0 }];
  for (const [kind, square] of frames) {
    const top = stack[stack.length - 1];
    if (kind === 'e') {
      const [from, to] = [place(top.square), place(String(square))];
      const at = order.indexOf(`${to.file - from.file},${from.rank - to.rank}`) + 1;
      tally.trials += at - top.tried;
      tally.moves++;
      top.tried = at;
      stack.push({ square: String(square), tried: 0 });
    } else {
      tally.trials += order.length - top.tried;
      tally.backtracks++;
      stack.pop();
    }
    tallies.push({ ...tally });
  }
  return tallies;
}

/** @param {string} title @param {string[]} names @param {(line: string) => string} said */
function program(title, names, said) {
  const lines = names.map((name, at) => h('li', { class: at === 0 ? '' : name === 'go' || name === 'push' || name === 'full' || name === 'pop' ? 'within' : 'in' }, said(name)));
  return {
    element: h('div', {}, h('h3', {}, title), h('ol', { class: 'pseudocode', 'aria-label': title }, ...lines)),
    /** @param {string} line */
    mark(line) {
      lines.forEach((each, at) => {
        if (names[at] === line) each.setAttribute('aria-current', 'step');
        else each.removeAttribute('aria-current');
      });
    },
  };
}
