/** How far a leaper comes: the squares that it reaches from a corner, and why not all of them. */

import { facts } from '../../../engine/facts.js';
import { sentence } from '../../../lib/reason.js';
import { chips, slider } from '../controls.js';

/** @param {import('../figure.js').Figure} figure */
export function createLeaper(figure) {
  const { t } = figure;
  const board = figure.board();
  let [leaper, side] = ['1,3', 6];
  const choices = [
    ['1,2', t('leaper.knight')],
    ['1,3', t('leaper.camel')],
    ['2,2', '2,2'],
    ['2,3', t('leaper.zebra')],
    ['1,4', t('leaper.giraffe')],
  ];
  figure.side.append(
    chips(t('setup.leaper'), /** @type {[string, string][]} */ (choices), leaper, (chosen) => {
      leaper = chosen;
      show();
    }).element,
    slider(
      t('lesson.size'),
      { min: 3, max: 10, value: side },
      (n) => {
        side = n;
        show();
      },
      (n) => `${n}×${n}`,
    ).element,
  );
  show();

  function show() {
    const shape = { files: side, ranks: side, holes: [], leaper };
    figure.run(async (ask) => {
      const [
        {
          open: { reason },
        },
        { leaps, squares },
      ] = await Promise.all([ask('exists', { board: shape, kind: 'open' }), facts(shape)]);
      const reached = new Set(['a1']);
      for (const square of reached) for (const next of leaps[square]) reached.add(next);
      board.render({
        board: shape,
        knight: 'a1',
        tints: new Map([...reached].map((square) => [square, 'yes'])),
      });
      const status =
        reached.size === squares.length
          ? figure.text('all', { n: reached.size, size: `${side}×${side}` })
          : figure.text('some', { n: reached.size, all: squares.length });
      figure.report(reason?.code === 'leaper' ? `${status} ${sentence(t, reason)}` : status, {
        reached: reached.size,
        squares: squares.length,
      });
    });
  }
}
