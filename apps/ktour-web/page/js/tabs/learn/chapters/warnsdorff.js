/** Chapter 3, Warnsdorff's rule: the onward counts, ties, where the plain rule fails, and how often. */

import { facts } from '../../../engine/facts.js';
import { button } from '../../../lib/dom.js';
import { chips } from '../controls.js';
import { createExperiment } from '../figures/experiment.js';
import { createWalk, walkText } from '../figures/walk.js';

/** @typedef {import('../figure.js').Figure} Figure */
/** @typedef {import('../exercise.js').Exercise} Exercise */
/** @typedef {import('../figures/walk.js').Position} Position */

const square = (/** @type {number} */ side) => ({ files: side, ranks: side, holes: [] });

/** @type {import('../lesson.js').Chapter} */
export const warnsdorff = {
  sections: [
    { name: 'rule', figure: rule },
    { name: 'ties', figure: ties },
    { name: 'fails', figure: fails },
    { name: 'rates', figure: rates },
  ],
  exercises: [
    { name: 'follow', make: follow },
    { name: 'trap', make: trap },
  ],
  sources: ['warnsdorff', 'pohl', 'squirrel', 'ganzfried', 'knuth', 'report'],
  onward: 'play',
};

/** The squares with the fewest onward leaps. @param {Map<string, number>} legal */
function fewest(legal) {
  const least = Math.min(...legal.values());
  return {
    least,
    squares: [...legal].filter(([, onward]) => onward === least).map(([square]) => square),
  };
}

/** The sentence about the next square by the rule. @param {Figure} figure @param {Position} position */
function advice(figure, { legal, isDone }) {
  if (isDone || !legal.size) return '';
  const { least, squares } = fewest(legal);
  return figure.t(squares.length > 1 ? 'warnsdorff.rule.tie' : 'warnsdorff.rule.next', {
    squares,
    n: least,
  });
}

/** A walk by the reader, compared with the rule. @param {Figure} figure */
function rule(figure) {
  /** Whether each leap followed the rule. @type {boolean[]} */
  let followed = [];
  createWalk(figure, square(6), { squares: ['a1'], showOnward: true }, (position) => {
    const { squares, before, chosen } = position;
    followed = followed.slice(0, squares.length - 1);
    let verdict = '';
    if (before.size && squares.length - 1 > followed.length) {
      const { least, squares: best } = fewest(before);
      followed.push(best.includes(chosen));
      verdict = best.includes(chosen)
        ? figure.text('as', { square: chosen })
        : figure.text('other', {
            square: chosen,
            onward: before.get(chosen),
            squares: best,
            n: least,
          });
    }
    const [leaps, by] = [squares.length - 1, followed.filter(Boolean).length];
    const so = leaps ? figure.text('caption', { n: by, leaps }) : '';
    const now = position.legal.size ? advice(figure, position) : walkText(figure.t, position);
    figure.report([verdict, now, so].filter(Boolean).join(' '), { leaps, followed: by });
  });
}

/** The rule with ties at random, again and again. @param {Figure} figure */
function ties(figure) {
  const board = figure.board();
  const shape = square(7);
  let [walks, whole] = [0, 0];
  figure.side.append(button(figure.text('again'), 'dice', walk, { class: 'primary' }));
  walk();

  function walk() {
    const path = ['a1'];
    figure.stream(
      'trace',
      {
        board: shape,
        start: 'a1',
        kind: 'open',
        method: 'warnsdorff',
        tries: 1,
        tie: 'random',
        seed: walks + 1,
      },
      {
        step: ({ events }) =>
          path.push(...events.map((/** @type {string[]} */ [, square]) => square)),
        async end() {
          const all = (await facts(shape)).squares;
          walks++;
          if (path.length === all.length) whole++;
          board.render({
            board: shape,
            path,
            total: all.length,
            knight: path.at(-1),
            tints: stuckTints(path, all),
          });
          figure.report(
            figure.text(path.length === all.length ? 'whole' : 'stuck', {
              n: path.length,
              walks,
              whole,
            }),
            { squares: path.length, walks, whole },
          );
        },
      },
    );
  }
}

/** Every start of a board: where the plain rule succeeds, where only a tour exists. @param {Figure} figure */
function fails(figure) {
  const { t } = figure;
  const board = figure.board({ pick: (square) => walk(square) });
  let [side, tie] = [7, 'first'];
  /** @type {Map<string, string>} */
  let map = new Map();
  figure.side.append(
    chips(
      t('lesson.size'),
      ['5', '6', '7'].map((side) => [side, `${side}×${side}`]),
      '7',
      (next) => look(Number(next), tie),
    ).element,
    chips(
      t('solve.tie'),
      ['first', 'lookahead', 'far'].map((name) => [name, t(`tie.${name}`)]),
      tie,
      (next) => look(side, next),
    ).element,
  );
  look(side, tie);

  /** @param {number} nextSide @param {string} nextTie */
  function look(nextSide, nextTie) {
    [side, tie] = [nextSide, nextTie];
    const shape = square(side);
    figure.wait(t('lesson.working'));
    figure.run(async (ask) => {
      const { yes } = await ask('starts', { board: shape, kind: 'open' });
      const answers = await Promise.all(
        yes.map((/** @type {string} */ start) =>
          ask('solve', { board: shape, start, kind: 'open', method: 'warnsdorff', tries: 1, tie }),
        ),
      );
      map = new Map(
        yes.map((/** @type {string} */ start, /** @type {number} */ at) => [
          start,
          answers[at].outcome === 'found' ? 'yes' : 'lifted',
        ]),
      );
      const good = [...map.values()].filter((mark) => mark === 'yes').length;
      board.render({ board: shape, tints: map });
      figure.report(
        figure.text('caption', {
          size: `${side}×${side}`,
          possible: yes.length,
          good,
          bad: yes.length - good,
        }),
        { possible: yes.length, good },
      );
    });
  }

  /** The walk from a square. @param {string} start */
  function walk(start) {
    const shape = square(side);
    const path = [start];
    figure.stream(
      'trace',
      { board: shape, start, kind: 'open', method: 'warnsdorff', tries: 1, tie },
      {
        step: ({ events }) =>
          path.push(...events.map((/** @type {string[]} */ [, square]) => square)),
        async end() {
          const all = (await facts(shape)).squares;
          board.render({
            board: shape,
            path,
            total: all.length,
            knight: path.at(-1),
            tints: stuckTints(path, all),
          });
          figure.report(
            figure.text(path.length === all.length ? 'whole' : 'stuck', {
              start,
              n: path.length,
              left: all.length - path.length,
            }),
            { start, squares: path.length },
          );
        },
      },
    );
  }
}

/** @param {string[]} path @param {string[]} all @returns {Map<string, string>} */
function stuckTints(path, all) {
  if (path.length === all.length) return new Map();
  return new Map([
    ...all
      .filter((square) => !path.includes(square))
      .map((square) => /** @type {[string, string]} */ ([square, 'unvisited'])),
    [path.at(-1) ?? '', 'stuck'],
  ]);
}

/** Success by size, measured now. @param {Figure} figure */
function rates(figure) {
  const experiment = createExperiment(figure, 'warnsdorff', (rows) => {
    const row = rows.find(({ size, tie }) => size === 8 && tie === 'random');
    figure.report(
      figure.text('caption', {
        n: row.successes,
        tries: row.tries,
        exact: figure.t.number(row.exact, { style: 'percent', maximumFractionDigits: 1 }),
      }),
      { successes: row.successes, tries: row.tries },
    );
  });
  experiment.run({ sizes: '5..12', tries: '40', ties: 'first,random', seed: '1' });
}

/** Exercise: 6×6 by the rule. @param {Exercise} exercise */
function follow(exercise) {
  createWalk(exercise, square(6), { squares: ['c3'], showOnward: true }, (position) => {
    exercise.report(walkText(exercise.t, position), { visited: position.squares.length });
    if (position.isDone)
      exercise.run(async (ask) => {
        const { valid } = await ask('verify', { board: square(6), squares: position.squares });
        if (valid) exercise.judge(true, exercise.text('right'));
      });
    else if (!position.legal.size) exercise.judge(false, exercise.text('wrong'));
    else exercise.clearVerdict();
  });
}

/** Exercise: a start that the rule fails from, and a tour does not. @param {Exercise} exercise */
function trap(exercise) {
  const shape = square(7);
  const board = exercise.board({ pick: (square) => show(square) });
  show('');

  /** @param {string} start */
  function show(start) {
    board.render({ board: shape, knight: start || null });
    exercise.report(
      start ? exercise.t('solve.start.is', { square: start }) : exercise.t('note.place'),
      { start },
    );
    if (start)
      exercise.run(async (ask) => {
        const [greedy, any] = await Promise.all([
          ask('solve', { board: shape, start, kind: 'open', method: 'warnsdorff', tries: 1 }),
          ask('solve', { board: shape, start, kind: 'open' }),
        ]);
        const verdict =
          any.outcome !== 'found' ? 'none' : greedy.outcome === 'found' ? 'wrong' : 'right';
        exercise.judge(verdict === 'right', exercise.text(verdict, { start }));
      });
  }
}
