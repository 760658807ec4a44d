/** The move order, arranged by dragging or by buttons, and the number of trials with it. */

import { button, h } from '../../../lib/dom.js';
import { icon } from '../../../lib/icons.js';
import { ORDERS } from '../../../lib/names.js';
import { squareCount } from '../../../lib/square.js';
import { chips } from '../controls.js';

/** Time limit of a search. */
const SEARCH_MAX_TIME = '20s';

/**
 * @param {import('../figure.js').Figure} figure
 * @param {(result: {outcome: string, trials: number, moves: number, backtracks: number, order: string}) => void} counted
 */
export function createOrder(figure, counted) {
  const { t } = figure;
  const board = figure.board();
  let leaps = ORDERS.d2.split(' ');
  /** @type {{board: import('../../../types.js').Board, start: string}} */
  let puzzle = { board: { files: 8, ranks: 8, holes: [] }, start: 'a8' };
  const list = h('ol', { class: 'order' });
  const usual = chips(
    t('solve.order'),
    Object.keys(ORDERS).map((name) => [name, t(`order.${name}`)]),
    'd2',
    (name) => put(ORDERS[/** @type {'d2'} */ (name)].split(' ')),
  );
  const stop = button(t('solve.stop'), 'stop', () => halt());
  stop.hidden = true;
  figure.side.append(usual.element, list, stop);
  /** Ends the search that runs. */
  let halt = () => {};
  list.addEventListener('pointerdown', drag);
  lay();
  return { ask };

  /** @param {typeof puzzle} next */
  function ask(next) {
    puzzle = next;
    count();
  }

  /** @param {string[]} next */
  function put(next) {
    leaps = next;
    usual.press(Object.entries(ORDERS).find(([, order]) => order === leaps.join(' '))?.[0] ?? '');
    lay();
    count();
  }

  function lay() {
    list.replaceChildren(
      ...leaps.map((leap, at) => {
        const move = (/** @type {number} */ by, /** @type {string} */ name) =>
          h(
            'button',
            {
              type: 'button',
              class: 'quiet',
              'aria-label': t(`lesson.${name}`, { leap: textOf(leap) }),
              disabled: !leaps[at + by],
              onclick: () => {
                put(swapped(at, at + by));
                // The focus stays with the leap that moved.
                /** @type {HTMLElement|null|undefined} */ (
                  list.querySelectorAll('li')[at + by]?.querySelector('button:not(:disabled)')
                )?.focus();
              },
            },
            by < 0 ? '↑' : '↓',
          );
        return h(
          'li',
          { 'data-leap': leap },
          h('span', { class: 'leap' }, arrow(leap), textOf(leap)),
          move(-1, 'earlier'),
          move(1, 'later'),
        );
      }),
    );
  }

  /** A leap as text. @param {string} leap */
  function textOf(leap) {
    const [x, y] = leap.split(',').map(Number);
    return t('lesson.leap', {
      across: Math.abs(x),
      side: t(x < 0 ? 'lesson.left' : 'lesson.right'),
      along: Math.abs(y),
      way: t(y < 0 ? 'lesson.up' : 'lesson.down'),
    });
  }

  /** @param {number} one @param {number} other */
  function swapped(one, other) {
    const next = [...leaps];
    [next[one], next[other]] = [next[other], next[one]];
    return next;
  }

  /** Drags a leap to another position. @param {PointerEvent} event */
  function drag(event) {
    const item = /** @type {HTMLElement} */ (event.target).closest('li');
    if (!item || /** @type {HTMLElement} */ (event.target).closest('button')) return;
    event.preventDefault();
    item.classList.add('held');
    const move = (/** @type {PointerEvent} */ { clientY }) => {
      const over = [...list.children].find(
        (each) =>
          each !== item &&
          clientY >= each.getBoundingClientRect().top &&
          clientY <= each.getBoundingClientRect().bottom,
      );
      if (!over) return;
      const isBelow = [...list.children].indexOf(over) > [...list.children].indexOf(item);
      over[isBelow ? 'after' : 'before'](item);
    };
    const drop = () => {
      removeEventListener('pointermove', move);
      item.classList.remove('held');
      const next = [...list.children].map(
        (each) => /** @type {HTMLElement} */ (each).dataset.leap ?? '',
      );
      if (next.join() !== leaps.join()) put(next);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', drop, { once: true });
  }

  function count() {
    figure.wait(t('lesson.working'));
    stop.hidden = false;
    const { board: shape, start } = puzzle;
    const draw = (/** @type {string[]} */ path) =>
      board.render({
        board: shape,
        path,
        total: squareCount(shape),
        knight: path.at(-1) ?? start,
        showNumbers: shape.files < 8,
      });
    const order = leaps.join(' ');
    let last = { trials: 0, moves: 0, backtracks: 0 };
    draw([start]);
    const stopListening = figure.stream(
      'trace',
      {
        board: shape,
        start,
        kind: 'open',
        method: 'backtrack',
        order,
        events: 0,
        max_time: SEARCH_MAX_TIME,
      },
      {
        skip({ squares, ...tally }) {
          last = tally;
          draw(squares);
          figure.wait(t('lesson.so', { trials: tally.trials }));
        },
        end({ outcome, squares, stats }) {
          stop.hidden = true;
          if (squares) draw(squares);
          const { trials, moves, backtracks } = stats ?? last;
          counted({ outcome, trials, moves, backtracks, order });
        },
      },
    );
    halt = () => {
      stopListening();
      stop.hidden = true;
      counted({ outcome: 'stopped', ...last, order });
    };
  }
}

/** @param {string} leap */
function arrow(leap) {
  const [x, y] = leap.split(',').map(Number);
  const picture = icon('step');
  picture.setAttribute('viewBox', '-2.6 -2.6 5.2 5.2');
  const line = /** @type {SVGPathElement} */ (picture.firstElementChild);
  line.setAttribute('d', `M0 0L${x} ${y}M${x - 0.35} ${y}a.35 .35 0 1 0 .7 0a.35 .35 0 1 0 -.7 0`);
  return picture;
}
