/** Chapter 6, any board: holes that the reader draws, rings that cover a board, and the rings joined into one. */

import { pictureOf } from '../../../lib/picture.js';
import { sentence } from '../../../lib/reason.js';
import { squareCount, withHole } from '../../../lib/square.js';
import { createJoining } from '../figures/joining.js';

/** @typedef {import('../figure.js').Figure} Figure */
/** @typedef {import('../exercise.js').Exercise} Exercise */
/** @typedef {import('../../../types.js').Board} Board */

/** @type {import('../lesson.js').Chapter} */
export const any = {
  sections: [
    { name: 'holes', figure: holes },
    {
      name: 'rings',
      figure: (figure) =>
        createJoining(figure, { files: 8, ranks: 8, holes: ['d4', 'e4', 'd5', 'e5'] }),
    },
  ],
  exercises: [
    { name: 'close', make: close },
    { name: 'spoil', make: spoil },
  ],
  sources: ['lin', 'conrad'],
  onward: 'solve',
};

/**
 * A board whose squares the reader takes out and puts back.
 * @param {Figure} figure
 * @param {Board} shape
 * @param {(shape: Board, board: ReturnType<Figure['board']>) => void} drawn
 */
function createDrawing(figure, shape, drawn) {
  const board = figure.board({
    pick(square) {
      const next = withHole(shape, square);
      if (!squareCount(next)) return board.refuse(square);
      shape = next;
      drawn(shape, board);
    },
  });
  board.render({ board: shape });
  board.element.classList.add('editing');
  drawn(shape, board);
}

/** Whatever is drawn, the engine answers. @param {Figure} figure */
function holes(figure) {
  const { t } = figure;
  createDrawing(figure, { files: 6, ranks: 6, holes: ['b2', 'e2', 'b5', 'e5'] }, (shape, board) =>
    figure.run(async (ask) => {
      const { outcome, squares, kind, reason } = await ask('solve', {
        board: shape,
        max_time: '5s',
      });
      const n = squareCount(shape);
      board.render({
        board: shape,
        path: squares ?? [],
        total: n,
        isClosed: kind === 'closed',
        tints: pictureOf(shape, reason),
      });
      const status =
        outcome === 'found'
          ? figure.text(String(kind), { n })
          : outcome === 'impossible'
            ? `${t('solve.impossible')} ${sentence(t, reason)}`
            : t('note.unknown');
      figure.report(status, { outcome, squares: n });
    }),
  );
}

/** Exercise: holes that let an odd board close. @param {Exercise} exercise */
function close(exercise) {
  createDrawing(exercise, { files: 5, ranks: 5, holes: [] }, (shape, board) => {
    board.render({ board: shape });
    exercise.report(exercise.text('caption', { n: squareCount(shape) }), {
      squares: squareCount(shape),
    });
    if (!shape.holes.length) return exercise.clearVerdict();
    exercise.run(async (ask) => {
      const { outcome, squares, reason } = await ask('solve', { board: shape, kind: 'closed' });
      if (squares)
        board.render({ board: shape, path: squares, total: squares.length, isClosed: true });
      exercise.judge(
        outcome === 'found',
        outcome === 'found' ? exercise.text('right') : sentence(exercise.t, reason),
      );
    });
  });
}

/** Exercise: holes that leave no tour, though the colours would allow one. @param {Exercise} exercise */
function spoil(exercise) {
  createDrawing(exercise, { files: 6, ranks: 6, holes: [] }, (shape, board) => {
    board.render({ board: shape });
    exercise.report(exercise.text('caption', { n: squareCount(shape) }), {
      squares: squareCount(shape),
    });
    if (!shape.holes.length) return exercise.clearVerdict();
    exercise.run(async (ask) => {
      const { outcome, reason } = await ask('solve', { board: shape, kind: 'open' });
      board.render({ board: shape, tints: pictureOf(shape, reason) });
      const verdict =
        outcome !== 'impossible' ? 'tour' : reason.code === 'parity' ? 'colours' : 'right';
      exercise.judge(
        verdict === 'right',
        exercise.text(verdict, { reason: reason ? sentence(exercise.t, reason) : '' }),
      );
    });
  });
}
