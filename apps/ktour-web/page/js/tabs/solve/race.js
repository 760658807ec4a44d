/**
 * A race: the same board, two to four methods, one clock. The clock counts leaps, there and back, so that every method moves
 * its knight equally fast; when it has counted some hundreds it begins to run, one in a hundred faster at every frame.
 */

import { createBoard } from '../../board/board.js';
import { h, setText } from '../../lib/dom.js';
import { leapTime } from './player.js';
import { refusal } from '../../engine/refused.js';
import { createRemedy } from '../../lib/remedy.js';
import { squareCount } from '../../lib/square.js';

/** @typedef {import('./state.js').Part} Part */

const STEADY = 500;
const GROWTH = 1.01;

/** Number of leaps after a number of frames. @param {number} frames */
export function clockAt(frames) {
  return frames <= STEADY ? frames : Math.floor(STEADY * GROWTH ** (frames - STEADY));
}

/** Number of frames until a number of leaps. @param {number} leaps */
export function clockFrames(leaps) {
  return leaps <= STEADY ? leaps : STEADY + Math.ceil(Math.log(leaps / STEADY) / Math.log(GROWTH));
}

/** The results of a race as CSV, with a row for each method. @param {import('./state.js').Race} film */
export function raceFile({ lanes }) {
  const rows = lanes.map(({ method, search }) => {
    const { trials, moves, backtracks } = search.tally(search.length);
    return [method, search.answer?.outcome ?? '', trials, moves, backtracks, search.clock].join();
  });
  return new Blob([['method,outcome,trials,moves,backtracks,leaps', ...rows, ''].join('\n')], {
    type: 'text/csv',
  });
}

/** @param {import('../../lib/i18n.js').Translate} t @param {() => void} again */
export function createLanes(t, again) {
  const element = h('div', { class: 'lanes' });
  /** @type {ReturnType<typeof createLane>[]} */
  let lanes = [];
  let shown = '';
  return { element, render };

  /** @param {Part} part @param {import('./state.js').Race} film @param {boolean} isStill */
  function render({ board, at, speeds }, film, isStill) {
    const key = film.lanes.map((lane) => lane.method).join();
    if (shown !== key) {
      shown = key;
      lanes = film.lanes.map(({ method }) => createLane(method));
      element.replaceChildren(...lanes.map((lane) => lane.element));
      element.dataset.lanes = String(lanes.length);
    }
    const clock = clockAt(at);
    const total = squareCount(board);
    const finishers = film.lanes
      .filter(({ search }) => search.answer?.outcome === 'found')
      .map(({ search }) => search.clock)
      .sort((a, b) => a - b);
    film.lanes.forEach(({ search }, n) => {
      const frame = search.frameAt(clock);
      const path = [...search.seek(frame)];
      const over = clock >= search.clock ? search.answer : null;
      const lane = lanes[n];
      lane.board.render({
        board,
        path,
        total,
        knight: path[path.length - 1],
        heat: search.heat(),
        showNumbers: board.files * board.ranks <= 100,
        duration: isStill ? 0 : leapTime(speeds.race),
        isClosed: over?.kind === 'closed',
      });
      const tally = search.tally(frame);
      for (const name of ['trials', 'moves', 'backtracks'])
        setText(lane.counts[name], t.number(tally[/** @type {'trials'} */ (name)]));
      lane.element.classList.toggle(
        'won',
        over?.outcome === 'found' && search.clock === finishers[0],
      );
      setText(
        lane.verdict,
        over
          ? verdict(over, search.clock, finishers)
          : t('race.running', { n: path.length, total }),
      );
      lane.remedy.render(over?.refused);
    });
  }

  /** @param {import('./search.js').SearchAnswer} answer @param {number} clock @param {number[]} finishers */
  function verdict(answer, clock, finishers) {
    if (answer.outcome === 'found')
      return t('race.found', { place: finishers.indexOf(clock) + 1, n: clock });
    return answer.refused ? refusal(t, answer.refused) : t(`race.${answer.outcome}`);
  }

  /** @param {string} method */
  function createLane(method) {
    const name = t(`method.${method}`);
    const board = createBoard(t, t('race.board', { method: name }), { isPicture: true });
    const counts = Object.fromEntries(
      ['trials', 'moves', 'backtracks'].map((name) => [name, h('dd')]),
    );
    const verdict = h('p', { class: 'fine verdict' });
    const remedy = createRemedy(t, again);
    const element = h(
      'article',
      { class: 'lane card' },
      h('h2', {}, name),
      board.holder,
      h(
        'dl',
        { class: 'counts' },
        ...Object.entries(counts).map(([name, dd]) =>
          h('div', {}, h('dt', {}, t(`count.${name}`)), dd),
        ),
      ),
      verdict,
      remedy.element,
    );
    return { element, board, counts, verdict, remedy };
  }
}
