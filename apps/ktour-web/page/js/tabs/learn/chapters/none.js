/** Chapter 4, when there is none: colours, lines of four, three lines, cuts, leaps that are forced or too few, other leapers, symmetries, the whole table, every start. */

import { facts } from '../../../engine/facts.js';
import { pictureOf } from '../../../lib/picture.js';
import { cases as casesOf, sentence } from '../../../lib/reason.js';
import { place, withHole } from '../../../lib/square.js';
import { chips, numberField, slider } from '../controls.js';
import { createExistence } from '../figures/existence.js';
import { createSymmetry } from '../figures/symmetry.js';
import { createLeaper } from '../figures/leaper.js';
import { createShortage } from '../figures/shortage.js';
import { createStepSlider } from '../figures/slider.js';

/** @typedef {import('../figure.js').Figure} Figure */
/** @typedef {import('../exercise.js').Exercise} Exercise */

const rectangle = (/** @type {number} */ files, /** @type {number} */ ranks) => ({
  files,
  ranks,
  holes: /** @type {string[]} */ ([]),
});
/** Colours for the pieces of a board that fell apart. */
const PIECES = ['one', 'other', 'yes', 'start', 'end', 'hint', 'leapt'];

/** @type {import('../lesson.js').Chapter} */
export const none = {
  sections: [
    { name: 'parity', figure: parity },
    { name: 'four', figure: four },
    { name: 'three', figure: three },
    { name: 'cut', figure: cut },
    { name: 'forced', figure: forced },
    { name: 'shortage', figure: createShortage },
    { name: 'cases', figure: cases },
    { name: 'leaper', figure: createLeaper },
    { name: 'kept', figure: createSymmetry },
    { name: 'table', figure: createExistence },
    { name: 'starts', figure: starts },
  ],
  exercises: [
    { name: 'two', make: two },
    { name: 'first', make: first },
  ],
  sources: ['schwenk', 'cull', 'conrad', 'leapers', 'report', 'article'],
  onward: 'explore',
};

/** The two colours of a square board. @param {Figure} figure */
function parity(figure) {
  const { t } = figure;
  const board = figure.board();
  figure.side.append(
    slider(t('lesson.size'), { min: 3, max: 9, value: 5 }, show, (side) => `${side}×${side}`)
      .element,
  );
  show(5);

  /** @param {number} side */
  function show(side) {
    figure.run(async (ask) => {
      const shape = rectangle(side, side);
      const [{ closed }, { squares }] = await Promise.all([
        ask('exists', { board: shape, kind: 'closed' }),
        facts(shape),
      ]);
      const dark = squares.filter((square) => (place(square).file + place(square).rank) % 2 === 0);
      const tints = new Map(
        squares.map((square) => [square, dark.includes(square) ? 'one' : 'other']),
      );
      board.render({ board: shape, tints });
      const values = {
        size: `${side}×${side}`,
        dark: dark.length,
        light: squares.length - dark.length,
      };
      figure.report(
        closed.reason?.code === 'parity' ? sentence(t, closed.reason) : figure.text('even', values),
        { dark: values.dark, light: values.light },
      );
    });
  }
}

/** Outer and inner lines of 4×n, leap by leap. @param {Figure} figure */
function four(figure) {
  const { t } = figure;
  const marks = { tints: new Map() };
  /** @type {string[]} */
  let squares = [];
  let size = '';
  figure.side.append(
    slider(t('lesson.size'), { min: 5, max: 12, value: 7 }, show, (n) => `4×${n}`).element,
  );
  const stroll = createStepSlider(figure, t('lesson.step'), marks, (step) => {
    const isOuter = (/** @type {string} */ square) => marks.tints.get(square) === 'one';
    const path = squares.slice(0, step);
    const within = path.filter(
      (square, at) => at > 0 && !isOuter(square) && !isOuter(path[at - 1]),
    ).length;
    const outer = path.filter(
      (square, at) => at > 0 && isOuter(square) && isOuter(path[at - 1]),
    ).length;
    figure.report(
      figure.text(isOuter(squares[step - 1]) ? 'outer' : 'inner', {
        size,
        step,
        square: squares[step - 1],
        n: within,
        outer,
      }),
      { step, within, outer },
    );
  });
  show(7);

  /** @param {number} n */
  function show(n) {
    figure.run(async (ask) => {
      const shape = rectangle(n, 4);
      const [{ closed }, tour] = await Promise.all([
        ask('exists', { board: shape, kind: 'closed' }),
        ask('solve', { board: shape, kind: 'open' }),
      ]);
      size = `4×${n}`;
      marks.tints = pictureOf(shape, closed.reason);
      squares = tour.squares;
      stroll.show(shape, squares, 'open');
    });
  }
}

/** Three lines. @param {Figure} figure */
function three(figure) {
  const { t } = figure;
  const board = figure.board();
  figure.side.append(
    slider(t('lesson.size'), { min: 3, max: 14, value: 8 }, show, (n) => `3×${n}`).element,
  );
  show(8);

  /** @param {number} n */
  function show(n) {
    figure.run(async (ask) => {
      const shape = rectangle(n, 3);
      const { class: kind, closed, open } = await ask('exists', { board: shape });
      const reason = open.reason ?? closed.reason;
      board.render({ board: shape, tints: pictureOf(shape, reason) });
      figure.report(`3×${n}: ${t(`class.${kind}`)} ${reason ? sentence(t, reason) : ''}`.trim(), {
        n,
        class: kind,
      });
    });
  }
}

/** Squares lifted out, and the pieces that remain. @param {Figure} figure */
function cut(figure) {
  const board = figure.board();
  let [shape, isLifted] = [rectangle(4, 4), true];
  figure.side.append(
    chips(
      figure.t('lesson.size'),
      [
        ['4x4', '4×4'],
        ['5x3', '3×5'],
        ['6x3', '3×6'],
      ],
      '4x4',
      (name) => {
        const [files, ranks] = name.split('x').map(Number);
        shape = rectangle(files, ranks);
        show();
      },
    ).element,
    chips(
      figure.text('board'),
      ['whole', 'lifted'].map((name) => [name, figure.text(name)]),
      'lifted',
      (name) => {
        isLifted = name === 'lifted';
        show();
      },
    ).element,
  );
  show();

  function show() {
    figure.run(async (ask) => {
      const { reason } = (await ask('exists', { board: shape, kind: 'open' })).open;
      if (!reason) return;
      const { removed, pieces, joins } = reason.certificate;
      const tints = new Map(
        (reason.groups ?? [])
          .filter(({ role }) => role === 'piece')
          .flatMap(({ squares = [] }, at) =>
            squares.map((square) => [square, PIECES[at % PIECES.length]]),
          ),
      );
      board.render(
        isLifted
          ? { board: { ...shape, holes: removed }, tints }
          : { board: shape, tints: pictureOf(shape, reason) },
      );
      figure.report(
        figure.text(isLifted ? 'apart' : 'caption', {
          n: removed.length,
          removed,
          pieces: pieces.length,
          joins,
        }),
        { removed: removed.length, pieces: pieces.length, joins },
      );
    });
  }
}

/** A proof, step by step: leaps that must be taken, leaps that cannot. @param {Figure} figure */
function forced(figure) {
  const { t } = figure;
  const shape = { files: 5, ranks: 5, holes: ['c5'] };
  const board = figure.board();
  /** @type {any} */
  let reason = null;
  const along = slider(t('lesson.step'), { min: 0, max: 0, value: 0 }, show);
  figure.side.append(along.element);
  figure.run(async (ask) => {
    ({ reason } = await ask('solve', { board: shape, kind: 'closed' }));
    const last = reason.certificate.steps.length;
    along.limit(last, last);
    show(last);
  });

  /** @param {number} n */
  function show(n) {
    const { steps, lost } = reason.certificate;
    const lines = steps
      .slice(0, n)
      .flatMap((/** @type {any} */ { take, leave, leave_loop: loop }) => {
        const [from, to] = take ?? leave ?? [loop[0], loop.at(-1)];
        return { from, to, mark: take ? 'added' : 'removed' };
      });
    const isOver = n === steps.length;
    board.render({ board: shape, lines, tints: new Map(isOver ? [[lost, 'trouble']] : []) });
    const last = lines.at(-1);
    const taken = lines.filter((/** @type {any} */ { mark }) => mark === 'added').length;
    const now = !last
      ? figure.text('begin')
      : figure.text(last.mark === 'added' ? 'take' : 'leave', { leap: `${last.from}–${last.to}` });
    figure.report(isOver ? `${now} ${sentence(t, reason)}` : now, { step: n, taken });
  }
}

/** A board that only cases decide. @param {Figure} figure */
function cases(figure) {
  const { t } = figure;
  const board = figure.board();
  const shapes = /** @type {Record<string, string[]>} */ ({
    ring: ['c3', 'd3', 'c4', 'd4'],
    bite: ['a3', 'c2', 'c1'],
  });
  figure.side.append(
    chips(
      t('setup.holes'),
      Object.keys(shapes).map((name) => [name, shapes[name].join(' ')]),
      'ring',
      show,
    ).element,
  );
  show('ring');

  /** @param {string} name */
  function show(name) {
    const shape = { files: 6, ranks: 6, holes: shapes[name] };
    figure.run(async (ask) => {
      const { reason } = await ask('solve', { board: shape, kind: 'open' });
      board.render({ board: shape });
      figure.report(sentence(t, reason), { cases: casesOf(reason.certificate) });
    });
  }
}

/** Every start of 5×5. @param {Figure} figure */
function starts(figure) {
  const { t } = figure;
  const shape = rectangle(5, 5);
  const board = figure.board({ pick: (square) => report(square) });
  /** @type {{yes: string[], no: {square: string, reason: import('../../../types.js').Reason}[]}} */
  let known = { yes: [], no: [] };
  figure.run(async (ask) => {
    known = await ask('starts', { board: shape, kind: 'open' });
    report('');
  });

  /** @param {string} square */
  function report(square) {
    const { yes, no } = known;
    board.render({
      board: shape,
      knight: square || null,
      tints: new Map([
        ...yes.map((each) => /** @type {[string, string]} */ ([each, 'yes'])),
        ...no.map((each) => /** @type {[string, string]} */ ([each.square, 'no'])),
      ]),
      describe: (each) =>
        t(yes.includes(each) ? 'explore.yes.short' : 'explore.no.short', { square: each }),
    });
    const reason = no.find((each) => each.square === square)?.reason;
    const one = !square
      ? ''
      : reason
        ? `${t('explore.starts.no', { square })} ${sentence(t, reason)}`
        : t('explore.starts.yes', { square });
    figure.report(
      one || figure.text('caption', { yes: yes.length, no: no.length }),
      square ? { square } : { yes: yes.length, no: no.length },
    );
  }
}

/** Exercise: two squares out of 6×6, and no closed tour. @param {Exercise} exercise */
function two(exercise) {
  let shape = rectangle(6, 6);
  const board = exercise.board({ pick });
  show();

  /** @param {string} square */
  function pick(square) {
    const next = withHole(shape, square);
    if (next.holes.length <= 2) shape = next;
    show();
    if (shape.holes.length < 2) return exercise.clearVerdict();
    exercise.run(async (ask) => {
      const { outcome, reason } = await ask('solve', { board: shape, kind: 'closed' });
      if (outcome === 'impossible')
        exercise.judge(true, exercise.text('right', { reason: sentence(exercise.t, reason) }));
      else exercise.judge(false, exercise.text('wrong'));
    });
  }

  function show() {
    board.render({ board: shape });
    board.element.classList.add('editing');
    exercise.report(exercise.text('caption', { n: 2 - shape.holes.length }), {
      holes: shape.holes.length,
    });
  }
}

/** Exercise: the shortest board of three lines with a closed tour. @param {Exercise} exercise */
function first(exercise) {
  exercise.side.append(
    numberField(exercise.t, exercise.text('label'), (n) =>
      exercise.run(async (ask) => {
        const isClosed = async (/** @type {number} */ n) =>
          n >= 1 &&
          n <= 100 &&
          (await ask('exists', { board: `${n}x3`, kind: 'closed' })).closed.answer === 'yes';
        const shorter = await Promise.all(
          Array.from({ length: Math.max(0, Math.min(n, 100) - 1) }, (_, at) => isClosed(at + 1)),
        );
        const verdict = !(await isClosed(n)) ? 'none' : shorter.some(Boolean) ? 'long' : 'right';
        exercise.judge(verdict === 'right', exercise.text(verdict, { size: `3×${n}` }));
      }),
    ),
  );
  exercise.report('', {});
}
