/** Squares that need more leaps than there are: what each needs, and what those around can give. */

import { facts } from '../../../engine/facts.js';
import { chips } from '../controls.js';

const BOARDS = /** @type {Record<string, import('../../../types.js').Board>} */ ({
  '3×5': { files: 5, ranks: 3, holes: [] },
  '3×6': { files: 6, ranks: 3, holes: [] },
  '5×5 − 4': { files: 5, ranks: 5, holes: ['b2', 'd2', 'e2', 'c4'] },
});

/** @param {import('../figure.js').Figure} figure */
export function createShortage(figure) {
  const board = figure.board();
  const [first] = Object.keys(BOARDS);
  figure.side.append(
    chips(
      figure.t('lesson.size'),
      Object.keys(BOARDS).map((name) => [name, name]),
      first,
      show,
    ).element,
  );
  show(first);

  /** @param {string} name */
  function show(name) {
    const shape = BOARDS[name];
    figure.run(async (ask) => {
      const [{ reason }, { leaps }] = await Promise.all([
        ask('solve', { board: shape, kind: 'closed', method: 'exact' }),
        facts(shape),
      ]);
      const { squares, givers } = /** @type {{squares: string[], givers: string[]}} */ (
        reason.certificate
      );
      const lines = squares.flatMap((from) =>
        leaps[from].map((to) => ({ from, to, mark: givers.includes(to) ? 'removed' : 'added' })),
      );
      const elsewhere = lines.filter(({ mark }) => mark === 'added').length;
      const tints = new Map([
        ...squares.map((square) => /** @type {[string, string]} */ ([square, 'trouble'])),
        ...givers.map((square) => /** @type {[string, string]} */ ([square, 'one'])),
      ]);
      board.render({ board: shape, tints, lines });
      const [need, given] = [2 * squares.length, 2 * givers.length + elsewhere];
      figure.report(figure.text('caption', { squares, givers, need, n: elsewhere, given }), {
        need,
        given,
      });
    });
  }
}
