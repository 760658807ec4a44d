/** Chapter 5, divide and conquer: four tours exchanged into one, sizes, odd boards, and a board of a billion by a billion. */

import { bytes } from '../../../engine/engine.js';
import { h } from '../../../lib/dom.js';
import { sentence } from '../../../lib/reason.js';
import { rowOf, squareName, withHole } from '../../../lib/square.js';
import { paint } from '../../atlas/tiles.js';
import { chips, numberField, slider } from '../controls.js';
import { createMerge } from '../figures/merge.js';

/** @typedef {import('../figure.js').Figure} Figure */
/** @typedef {import('../exercise.js').Exercise} Exercise */

const SIDE = 1_000_000_000;
/** Samples along a side of the map. */
const TILE = 128;
/** Quarters of quarters, as in the figures before. */
const TOUR = { board: String(SIDE), method: 'parberry' };

/** @type {import('../lesson.js').Chapter} */
export const divide = {
  sections: [
    { name: 'exchange', figure: (figure) => createMerge(figure, 12, 'removed') },
    { name: 'sizes', figure: (figure) => createMerge(figure, 14, 'split') },
    { name: 'odd', figure: odd },
    { name: 'tidy', figure: tidy },
    { name: 'map', figure: map },
  ],
  exercises: [
    { name: 'split', make: split },
    { name: 'hole', make: hole },
  ],
  sources: ['parberry', 'besa', 'cull', 'conrad', 'report'],
  onward: 'atlas',
};

/** Both sides odd: an open tour, or a closed one with a square missing. @param {Figure} figure */
function odd(figure) {
  const { t } = figure;
  const board = figure.board();
  figure.element.classList.add('large');
  let [files, ranks, isWhole] = [31, 29, true];
  figure.side.append(
    chips(
      t('lesson.size'),
      ['7x7', '13x13', '31x29'].map((name) => [name, name.replace('x', '×')]),
      '31x29',
      (name) => {
        [files, ranks] = name.split('x').map(Number);
        show();
      },
    ).element,
    chips(
      figure.text('corner'),
      ['whole', 'without'].map((name) => [name, figure.text(name)]),
      'whole',
      (name) => {
        isWhole = name === 'whole';
        show();
      },
    ).element,
  );
  show();

  function show() {
    const shape = { files, ranks, holes: isWhole ? [] : ['a1'] };
    figure.run(async (ask) => {
      const closed = await ask('solve', { board: shape, kind: 'closed' });
      const { squares, kind } = isWhole
        ? await ask('solve', { board: shape, kind: 'open' })
        : closed;
      const { blocks } =
        isWhole && squares.length > 100
          ? await ask('atlas/blocks', {
              board: `${files}x${ranks}`,
              x: 0,
              y: 0,
              width: files,
              height: ranks,
            })
          : { blocks: [] };
      const regions = blocks.map((/** @type {number[]} */ [x, y, width, height]) => ({
        corner: squareName(x, rowOf(shape, y + height - 1)),
        files: width,
        ranks: height,
      }));
      board.render({
        board: shape,
        path: squares,
        total: squares.length,
        isClosed: kind === 'closed',
        showNumbers: squares.length < 200,
        regions,
      });
      const size = `${files}×${ranks}`;
      figure.report(
        isWhole
          ? `${figure.text('open', { size, n: squares.length })} ${sentence(t, closed.reason)}`
          : figure.text('closed', { size, n: squares.length }),
        { squares: squares.length },
      );
    });
  }
}

/** Two ways to build, and how they look. @param {Figure} figure */
function tidy(figure) {
  const { t } = figure;
  const board = figure.board();
  figure.element.classList.add('large');
  let [method, side] = ['tidy', 16];
  figure.side.append(
    chips(
      t('solve.method'),
      ['tidy', 'parberry'].map((name) => [name, t(`method.${name}`)]),
      method,
      (next) => show(next, side),
    ).element,
    slider(
      t('lesson.size'),
      { min: 12, max: 28, step: 2, value: side },
      (next) => show(method, next),
      (side) => `${side}×${side}`,
    ).element,
  );
  show(method, side);

  /** @param {string} nextMethod @param {number} nextSide */
  function show(nextMethod, nextSide) {
    [method, side] = [nextMethod, nextSide];
    const shape = { files: side, ranks: side, holes: [] };
    figure.run(async (ask) => {
      const { squares } = await ask('solve', { board: shape, kind: 'closed', method });
      const {
        measures: { turns, crossings },
      } = await ask('measure', { board: shape, squares });
      board.render({
        board: shape,
        path: squares,
        total: squares.length,
        isClosed: true,
        showNumbers: false,
      });
      figure.report(
        figure.text('caption', {
          method: t(`method.${method}`),
          turns,
          crossings: crossings.total,
          n: squares.length,
        }),
        { turns, crossings: crossings.total },
      );
    });
  }
}

/** The tour of a billion by a billion squares, nearer and nearer. @param {Figure} figure */
function map(figure) {
  const { t } = figure;
  const canvas = h('canvas', {
    class: 'tile',
    width: TILE,
    height: TILE,
    role: 'img',
    'aria-label': t('atlas.map'),
  });
  figure.view.append(canvas);
  const nearest = Math.ceil(Math.log2(SIDE / TILE));
  const strideAt = (/** @type {number} */ near) => Math.max(1, Math.floor(SIDE / TILE / 2 ** near));
  figure.side.append(
    slider(figure.text('zoom'), { min: 0, max: nearest, value: 0 }, show, (near) =>
      t('atlas.squaresAPixel', { n: strideAt(near) }),
    ).element,
  );
  show(0);

  /** @param {number} near  0 is the whole board */
  function show(near) {
    const stride = strideAt(near);
    const corner = SIDE / 2 - (TILE / 2) * stride;
    figure.run(async (ask) => {
      const { squares } = await ask('atlas', TOUR);
      // Nearer, a colour is a shorter stretch of the tour, or all in sight would have one.
      const period = Math.max(
        2048,
        Math.round(Number(squares) * Math.min(1, (TILE * stride) / SIDE) ** 2),
      );
      const phases = new Uint16Array(
        await bytes('atlas/tile', { ...TOUR, x: corner, y: corner, stride, side: TILE, period }),
      );
      const { step, before, after } = await ask('at', {
        ...TOUR,
        square: `${SIDE / 2},${SIDE / 2}`,
      });
      canvas.getContext('2d')?.drawImage(paint(phases), 0, 0);
      figure.report(
        figure.text('caption', {
          squares: t.number(BigInt(squares)),
          step: t.number(BigInt(step)),
          n: stride,
          before,
          after,
        }),
        { step, squares },
      );
    });
  }
}

/** Exercise: which board is made of sixes and eights? @param {Exercise} exercise */
function split(exercise) {
  exercise.side.append(
    numberField(exercise.t, exercise.text('label'), (n) =>
      exercise.run(async (ask) => {
        if (n < 12 || n > 40 || n % 2) return exercise.judge(false, exercise.text('range'));
        const { levels } = await ask('merge', { board: `${n}` });
        const sides = [
          ...new Set(
            levels[0].merges.flatMap((/** @type {any} */ { parts }) =>
              parts.flatMap((/** @type {any} */ { files, ranks }) => [files, ranks]),
            ),
          ),
        ].sort();
        const isRight = levels.length === 1 && sides.join() === '6,8';
        exercise.judge(
          isRight,
          exercise.text(isRight ? 'right' : 'wrong', {
            size: `${n}×${n}`,
            sides: sides.map(String),
          }),
        );
      }),
    ),
  );
  exercise.report('', {});
}

/** Exercise: leave one square out of 7×7 so that a closed tour exists. @param {Exercise} exercise */
function hole(exercise) {
  const whole = { files: 7, ranks: 7, holes: /** @type {string[]} */ ([]) };
  const board = exercise.board({ pick: (square) => show(square) });
  show('');

  /** @param {string} square */
  function show(square) {
    const shape = square ? withHole(whole, square) : whole;
    board.render({ board: shape });
    board.element.classList.add('editing');
    exercise.report(square ? exercise.text('chosen', { square }) : exercise.text('choose'), {
      square,
    });
    if (square)
      exercise.run(async (ask) => {
        const { outcome, squares, reason } = await ask('solve', { board: shape, kind: 'closed' });
        if (squares)
          board.render({ board: shape, path: squares, total: squares.length, isClosed: true });
        exercise.judge(
          outcome === 'found',
          outcome === 'found' ? exercise.text('right', { square }) : sentence(exercise.t, reason),
        );
      });
  }
}
