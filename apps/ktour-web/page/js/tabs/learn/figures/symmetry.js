/** A tour that a turn or a mirror leaves as it is, or what forbids one. */

import { pictureOf } from '../../../lib/picture.js';
import { sentence } from '../../../lib/reason.js';
import { place, squareName } from '../../../lib/square.js';
import { chips } from '../controls.js';

/** Where a symmetry carries a square of a square board. @type {Record<string, (side: number, file: number, rank: number) => [number, number]>} */
const IMAGES = {
  'half-turn': (side, file, rank) => [side - 1 - file, side - 1 - rank],
  'quarter-turn': (side, file, rank) => [rank, side - 1 - file],
  'mirror-files': (side, file, rank) => [side - 1 - file, rank],
};

/** @param {import('../figure.js').Figure} figure */
export function createSymmetry(figure) {
  const { t } = figure;
  const board = figure.board();
  let [side, symmetry] = [8, 'quarter-turn'];
  figure.side.append(
    chips(
      t('lesson.size'),
      [6, 7, 8, 10].map((n) => [String(n), `${n}×${n}`]),
      String(side),
      (chosen) => {
        side = Number(chosen);
        show();
      },
    ).element,
    chips(
      figure.text('symmetry'),
      Object.keys(IMAGES).map((name) => [name, figure.text(name)]),
      symmetry,
      (chosen) => {
        symmetry = chosen;
        show();
      },
    ).element,
  );
  show();

  function show() {
    const [shape, size] = [{ files: side, ranks: side, holes: [] }, `${side}×${side}`];
    figure.run(async (ask) => {
      const { squares, reason } = await ask('solve', { board: shape, kind: 'closed', symmetry });
      if (!squares) {
        board.render({ board: shape, tints: pictureOf(shape, reason) });
        return figure.report(`${size}: ${sentence(t, reason)}`, { side, code: reason.code });
      }
      board.render({
        board: shape,
        path: squares,
        total: squares.length,
        isClosed: true,
        duration: 0,
      });
      const step = (/** @type {string} */ square) => {
        const { file, rank } = place(square);
        return squares.indexOf(squareName(...IMAGES[symmetry](side, file, rank)));
      };
      const [first, second] = [step(squares[0]), step(squares[1])];
      const isCarried = (first + 1) % squares.length === second;
      figure.report(
        isCarried ? figure.text('found', { size, n: first }) : figure.text('reversed', { size }),
        { side, squares: squares.length },
      );
    });
  }
}
