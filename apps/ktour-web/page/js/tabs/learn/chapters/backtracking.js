/** Chapter 2, backtracking: a search step by step, its programs and counters, and the effect of the move order. */

import { h } from '../../../lib/dom.js';
import { chips } from '../controls.js';
import { createOrder } from '../figures/order.js';
import { createSearch } from '../figures/search.js';

/** @typedef {import('../figure.js').Figure} Figure */
/** @typedef {import('../exercise.js').Exercise} Exercise */

const square = (/** @type {number} */ side) => ({ files: side, ranks: side, holes: [] });
const NAMES = /** @type {const} */ (['trials', 'moves', 'backtracks']);

/** @type {import('../lesson.js').Chapter} */
export const backtracking = {
  sections: [
    { name: 'search', figure: (figure) => createSearch(figure, square(5), 'a1') },
    { name: 'counters', figure: counters },
    { name: 'order', figure: order },
  ],
  exercises: [
    { name: 'fewer', make: fewer },
    { name: 'same', make: same },
  ],
  sources: ['d3', 'report', 'exercise'],
  onward: 'solve',
};

/** Both programs on the same board: the same numbers. @param {Figure} figure */
function counters(figure) {
  const { t } = figure;
  const body = h('tbody');
  figure.view.append(
    h(
      'table',
      { class: 'numbers' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col' }, t('solve.method')),
          ...NAMES.map((name) => h('th', { scope: 'col' }, t(`count.${name}`))),
        ),
      ),
      body,
    ),
  );
  figure.side.append(
    chips(
      t('lesson.size'),
      [
        ['5', '5×5'],
        ['6', '6×6'],
      ],
      '6',
      (side) => show(Number(side)),
    ).element,
  );
  show(6);

  /** @param {number} side */
  function show(side) {
    figure.run(async (ask) => {
      const answers = await Promise.all(
        ['backtrack', 'backtrack-iterative'].map((method) =>
          ask('solve', { board: square(side), start: `a${side}`, kind: 'open', method }),
        ),
      );
      body.replaceChildren(
        ...answers.map(({ stats }) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, t(`method.${stats.method}`)),
            ...NAMES.map((name) => h('td', {}, t.number(stats[name]))),
          ),
        ),
      );
      const [
        {
          stats: { trials, moves, backtracks },
        },
        { stats: other },
      ] = answers;
      const isSame = NAMES.every((name) => answers[0].stats[name] === other[name]);
      figure.report(
        figure.text(isSame ? 'caption' : 'differ', {
          trials,
          moves,
          backtracks,
          size: `${side}×${side}`,
        }),
        { trials, moves, backtracks },
      );
    });
  }
}

/** @param {Figure} figure */
function order(figure) {
  const { t } = figure;
  let side = 8;
  figure.side.append(
    chips(
      t('lesson.size'),
      [
        ['5', '5×5'],
        ['6', '6×6'],
        ['8', '8×8'],
      ],
      '8',
      (next) => {
        side = Number(next);
        begin();
      },
    ).element,
  );
  const orders = createOrder(figure, ({ outcome, trials, moves, backtracks }) => {
    figure.report(
      figure.text(outcome === 'found' ? 'caption' : 'unknown', {
        size: `${side}×${side}`,
        start: `a${side}`,
        trials,
        moves,
        backtracks,
      }),
      { trials, moves, backtracks },
    );
  });
  begin();

  function begin() {
    orders.ask({ board: square(side), start: `a${side}` });
  }
}

/** Exercise: a better order for 6×6 from c4. @param {Exercise} exercise */
function fewer(exercise) {
  let usual = 0;
  const orders = createOrder(exercise, ({ outcome, trials }) => {
    usual ||= trials;
    exercise.report(exercise.text(outcome === 'found' ? 'caption' : 'unknown', { trials, usual }), {
      trials,
    });
    if (outcome === 'found' && trials < usual)
      exercise.judge(true, exercise.text('right', { trials, usual }));
    else exercise.clearVerdict();
  });
  orders.ask({ board: square(6), start: 'c4' });
}

/** Exercise: does a stack of its own change the number of trials? @param {Exercise} exercise */
function same(exercise) {
  const { t } = exercise;
  exercise.side.append(
    chips(
      t('count.trials'),
      ['less', 'equal', 'more'].map((name) => [name, exercise.text(name)]),
      '',
      (chosen) =>
        exercise.run(async (ask) => {
          const [one, other] = await Promise.all(
            ['backtrack', 'backtrack-iterative'].map((method) =>
              ask('solve', { board: square(6), start: 'c4', kind: 'open', method }),
            ),
          );
          const [recursive, without] = [one.stats.trials, other.stats.trials];
          const truth = without < recursive ? 'less' : without > recursive ? 'more' : 'equal';
          exercise.judge(
            chosen === truth,
            exercise.text(chosen === truth ? 'right' : 'wrong', { n: recursive, other: without }),
          );
        }),
    ).element,
  );
  exercise.report('', {});
}
