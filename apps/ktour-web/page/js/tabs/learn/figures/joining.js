/** `repair` at work: the rings that cover a board, and the exchanges of leaps that join them into one. */

import { button, h } from '../../../lib/dom.js';
import { sentence } from '../../../lib/reason.js';
import { squareCount, withHole } from '../../../lib/square.js';
import { slider } from '../controls.js';

/** How a leap is written, whichever way it is walked. @param {string} a @param {string} b */
const named = (a, b) => [a, b].sort().join(' ');

/** The leaps of a stage. @param {string[][]} cycles */
const leapsOf = (cycles) =>
  new Set(
    cycles.flatMap((cycle) =>
      cycle.map((square, at) => named(square, cycle[(at + 1) % cycle.length])),
    ),
  );

/** @param {import('../figure.js').Figure} figure @param {import('../../../types.js').Board} shape */
export function createJoining(figure, shape) {
  const { t } = figure;
  const board = figure.board({ pick: (square) => reshape(square) });
  let seed = 1;
  /** @type {string[][][]} */
  let stages = [];
  const along = slider(figure.text('exchange'), { min: 0, max: 0, value: 0 }, show);
  const again = button(figure.text('again'), 'dice', () => {
    seed++;
    ask();
  });
  figure.side.append(along.element, h('div', { class: 'row' }, again));
  ask();

  /** @param {string} square */
  function reshape(square) {
    const next = withHole(shape, square);
    if (squareCount(next) < 8) return board.refuse(square);
    shape = next;
    ask();
  }

  function ask() {
    figure.run(async (ask) => {
      const { stages: status, answer } = await ask('joining', { board: shape, seed });
      stages = status;
      along.limit(Math.max(0, stages.length - 1), 0);
      along.element.hidden = !stages.length;
      if (stages.length) return show(0);
      board.render({ board: shape });
      figure.report(
        answer.reason
          ? `${t('solve.impossible')} ${sentence(t, answer.reason)}`
          : t('note.unknown'),
        { cycles: 0 },
      );
    });
  }

  /** @param {number} at */
  function show(at) {
    const cycles = stages[at];
    const [now, before] = [leapsOf(cycles), at ? leapsOf(stages[at - 1]) : new Set()];
    const line = (/** @type {string} */ leap, /** @type {string} */ mark) => ({
      from: leap.split(' ')[0],
      to: leap.split(' ')[1],
      mark,
    });
    const added = at ? [...now].filter((leap) => !before.has(leap)) : [];
    const removed = [...before].filter((leap) => !now.has(leap));
    board.render({
      board: shape,
      tours: cycles,
      lines: [
        ...added.map((leap) => line(leap, 'added')),
        ...removed.map((leap) => line(leap, 'removed')),
      ],
    });
    const sentence =
      cycles.length === 1
        ? figure.text('one', { n: squareCount(shape) })
        : figure.text('caption', { n: cycles.length });
    figure.report(at ? `${figure.text('exchanged', { n: added.length })} ${sentence}` : sentence, {
      stage: at,
      cycles: cycles.length,
    });
  }
}
