/** Chapter 1, the puzzle: the leap, a board to try, open and closed, the colours, and a dead end. */

import { facts } from '../../../engine/facts.js';
import { place } from '../../../lib/square.js';
import { chips, numberField, slider } from '../controls.js';
import { createStepSlider } from '../figures/slider.js';
import { createWalk, walkText } from '../figures/walk.js';

/** @typedef {import('../figure.js').Figure} Figure */
/** @typedef {import('../exercise.js').Exercise} Exercise */

const FIVE = { files: 5, ranks: 5, holes: [] };
const SIX = { files: 6, ranks: 6, holes: [] };
const isDark = (/** @type {string} */ square) =>
  (place(square).file + place(square).rank) % 2 === 0;

/** @type {import('../lesson.js').Chapter} */
export const thePuzzle = {
  sections: [
    { name: 'leap', figure: leap },
    { name: 'try', figure: walk },
    { name: 'dead', figure: dead },
    { name: 'kinds', figure: kinds },
    { name: 'colours', figure: colours },
  ],
  exercises: [
    { name: 'finish', make: finish },
    { name: 'wrong', make: wrong },
    { name: 'last', make: last },
  ],
  sources: ['d3', 'app', 'article'],
  onward: 'play',
};

/** Which squares a knight reaches. @param {Figure} figure */
function leap(figure) {
  const board = figure.board({ pick: (square) => stand(square) });
  let at = 'c3';
  figure.run(async () => stand(at));

  /** @param {string} square */
  async function stand(square) {
    at = square;
    const { leaps } = await facts(FIVE);
    if (at !== square) return;
    board.render({
      board: FIVE,
      knight: at,
      legal: new Map(leaps[at].map((to) => [to, leaps[to].length])),
      showOnward: true,
      duration: 180,
    });
    figure.report(figure.text('caption', { square: at, n: leaps[at].length, squares: leaps[at] }), {
      square: at,
      leaps: leaps[at].length,
    });
  }
}

/** @param {Figure} figure */
function walk(figure) {
  createWalk(figure, FIVE, {}, (position) =>
    figure.report(walkText(figure.t, position), { visited: position.squares.length }),
  );
}

/** The first dead end of a search, and every one after it. @param {Figure} figure */
function dead(figure) {
  const board = figure.board();
  /** Paths that ended in a dead end. @type {string[][]} */
  const ends = [];
  const which = slider(figure.text('which'), { min: 1, max: 1, value: 1 }, show);
  figure.side.append(which.element);
  let path = ['a1'];
  figure.stream(
    'trace',
    { board: FIVE, start: 'a1', kind: 'open', method: 'backtrack', events: 400 },
    {
      step({ events }) {
        let wasEntered = false;
        for (const [kind, square] of events) {
          if (kind === 'e') path = [...path, square];
          else {
            if (wasEntered) ends.push(path);
            path = path.slice(0, -1);
          }
          wasEntered = kind === 'e';
        }
      },
      end() {
        which.limit(ends.length, 1);
        show(1);
      },
    },
  );

  /** @param {number} n */
  async function show(n) {
    const squares = ends[n - 1];
    const all = (await facts(FIVE)).squares;
    const left = all.filter((square) => !squares.includes(square));
    board.render({
      board: FIVE,
      path: squares,
      total: all.length,
      knight: squares.at(-1),
      tints: new Map([
        ...left.map((square) => /** @type {[string, string]} */ ([square, 'unvisited'])),
        [squares.at(-1) ?? '', 'stuck'],
      ]),
    });
    figure.report(
      figure.text('caption', { n: left.length, step: squares.length, square: squares.at(-1) }),
      { dead: n, step: squares.length, left: left.length },
    );
  }
}

/** The same board with both kinds of tours. @param {Figure} figure */
function kinds(figure) {
  const { t } = figure;
  const board = figure.board();
  figure.side.append(
    chips(
      t('solve.kind'),
      [
        ['open', t('kind.open')],
        ['closed', t('kind.closed')],
      ],
      'closed',
      show,
    ).element,
  );
  show('closed');

  /** @param {string} kind */
  function show(kind) {
    figure.run(async (ask) => {
      const { squares } = await ask('solve', { board: SIX, start: 'a1', kind });
      board.render({
        board: SIX,
        path: squares,
        total: squares.length,
        knight: squares.at(-1),
        isClosed: kind === 'closed',
      });
      const leaps = kind === 'closed' ? squares.length : squares.length - 1;
      figure.report(
        figure.text(kind, {
          n: leaps,
          from: squares[0],
          to: squares.at(-1),
          squares: squares.length,
        }),
        { kind, squares: squares.length, leaps },
      );
    });
  }
}

/** Dark and light in turn. @param {Figure} figure */
function colours(figure) {
  const { t } = figure;
  /** @type {string[]} */
  let squares = [];
  const stroll = createStepSlider(figure, t('lesson.step'), {}, (step) => {
    const dark = squares.slice(0, step).filter(isDark).length;
    figure.report(
      figure.text(isDark(squares[step - 1]) ? 'dark' : 'light', {
        step,
        square: squares[step - 1],
        dark,
        light: step - dark,
      }),
      { step, dark, light: step - dark },
    );
  });
  figure.run(async (ask) => {
    ({ squares } = await ask('solve', { board: FIVE, start: 'a1', kind: 'open' }));
    stroll.show(FIVE, squares, 'open');
  });
}

/** Exercise: a tour of 5×5 by hand; the engine says whether it can still be finished. @param {Exercise} exercise */
function finish(exercise) {
  const { t } = exercise;
  createWalk(exercise, FIVE, { squares: ['a1'] }, (position) => {
    const { squares, isDone } = position;
    exercise.report(walkText(t, position), { visited: squares.length });
    exercise.run(async (ask) => {
      if (isDone) {
        const { valid } = await ask('verify', { board: FIVE, squares });
        if (valid) exercise.judge(true, exercise.text('right'));
      } else if (squares.length > 1) {
        const { outcome } = await ask('hint', {
          board: FIVE,
          after: squares,
          kind: 'open',
          grade: 'solvable',
        });
        if (outcome === 'impossible') exercise.judge(false, t('note.dead'));
        else exercise.clearVerdict();
      }
    });
  });
}

/** Exercise: a square that no tour begins on. @param {Exercise} exercise */
function wrong(exercise) {
  const board = exercise.board({ pick: (square) => show(square) });
  show('');

  /** @param {string} square */
  function show(square) {
    board.render({ board: FIVE, knight: square || null });
    exercise.report(square ? exercise.text('chosen', { square }) : exercise.t('note.place'), {
      square,
    });
    if (!square) return;
    exercise.run(async (ask) => {
      const { outcome } = await ask('solve', { board: FIVE, start: square, kind: 'open' });
      exercise.judge(
        outcome === 'impossible',
        exercise.text(outcome === 'impossible' ? 'right' : 'wrong', { square }),
      );
    });
  }
}

/** Exercise: the number of leaps of a closed tour. @param {Exercise} exercise */
function last(exercise) {
  exercise.side.append(
    numberField(exercise.t, exercise.text('label'), (n) =>
      exercise.run(async (ask) => {
        const { squares } = await ask('solve', {
          board: { files: 8, ranks: 8, holes: [] },
          kind: 'closed',
        });
        exercise.judge(
          n === squares.length,
          exercise.text(n === squares.length ? 'right' : 'wrong', { n }),
        );
      }),
    ),
  );
  exercise.report('', {});
}
