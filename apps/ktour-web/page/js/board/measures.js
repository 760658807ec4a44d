/** Measures of a tour: turns, crossings, areas, symmetry and sums. They are requested when the group is opened. */

import { puzzleParameters } from '../engine/engine.js';
import { createLatest, isCancelled } from '../engine/latest.js';
import { refusal } from '../engine/refused.js';
import { fold, h, setText } from '../lib/dom.js';
import { createRemedy } from '../lib/remedy.js';
import { squareName } from '../lib/square.js';

/**
 * @typedef {import('../documents.js').Measures} Measures
 * @typedef {import('../documents.js').Sums} Sums
 * @typedef {import('../types.js').Board} Board
 * @typedef {import('../lib/i18n.js').Translate} Translate
 */

/** Whether the group is open; shared by all tours, tabs and languages. */
let isOpen = false;

/** @param {Translate} t */
export function createMeasures(t) {
  const status = h('p', { class: 'fine', role: 'status' });
  const remedy = createRemedy(t, measure);
  const shown = h('div', { class: 'stack measures' });
  const element = /** @type {HTMLDetailsElement} */ (
    fold(t('measure.title'), status, remedy.element, shown).element
  );
  const latest = createLatest();
  /** @type {Board} */
  let board = { files: 0, ranks: 0, holes: [] };
  /** @type {string[]|null} */
  let squares = null;
  let isPending = false;
  showStatus('');
  element.open = isOpen;
  element.addEventListener('toggle', () => {
    isOpen = element.open;
    if (isOpen && !isPending) measure();
  });
  return { element, render, open: () => (element.open = true), stop: latest.stop };

  /** @param {Board} of @param {string[]|null|undefined} tour  once it is whole */
  function render(of, tour) {
    element.hidden = !tour;
    if (squares === (tour ?? null)) return;
    latest.stop();
    [board, squares, isPending] = [of, tour ?? null, false];
    shown.replaceChildren();
    if (isOpen) measure();
  }

  async function measure() {
    if (!squares) return;
    isPending = true;
    showStatus(t('measure.wait'));
    try {
      const { measures } = await latest.ask('measure', puzzleParameters({ board, squares }));
      showStatus('');
      shown.replaceChildren(...sections(t, board, measures));
    } catch (error) {
      if (!isCancelled(error))
        showStatus(refusal(t, /** @type {any} */ (error)), /** @type {any} */ (error));
    }
  }

  /** @param {string} sentence @param {import('../engine/refused.js').Refusal} [refused] */
  function showStatus(sentence, refused) {
    setText(status, sentence);
    status.hidden = !sentence;
    remedy.render(refused);
  }
}

/** @param {Translate} t @param {Board} board @param {Measures} measures */
function sections(
  t,
  board,
  { leaps, turns, straight, longest_run: run, angles, slopes, crossings, area, symmetry, sums },
) {
  const degrees = (/** @type {number} */ angle) =>
    `${t.number(angle, { maximumFractionDigits: 1 })}°`;
  const slope = (/** @type {{file: number, rank: number}} */ { file, rank }) =>
    t(rank < 0 ? 'measure.down' : 'measure.up', { file, rank: Math.abs(rank) });
  return [
    counts(t, [
      ['leaps', leaps],
      ['turns', turns],
      ['straight', straight],
      ['run', run],
    ]),
    bars(
      t,
      t('measure.angles'),
      angles.map(({ degrees: angle, count }) => [degrees(angle), count]),
    ),
    bars(
      t,
      t('measure.slopes'),
      slopes.map((each) => [slope(each), each.count]),
    ),
    counts(t, [
      ['crossings', crossings.total],
      ['uncrossed', crossings.uncrossed],
      ...(area ? areas(area) : []),
    ]),
    area && h('p', { class: 'fine' }, t('measure.area')),
    section(t('measure.symmetry'), [t(`look.${symmetry.name}`)]),
    section(t('measure.sums'), board.holes.length ? [t('magic.holes')] : sentences(t, sums)),
  ].filter((each) => !!each);
}

/** @param {{inside: number, swept: number}} area @returns {[string, number][]} */
const areas = ({ inside, swept }) => [
  ['inside', inside],
  ['swept', swept],
];

/** @param {Translate} t @param {[string, number][]} numbers */
function counts(t, numbers) {
  return h(
    'dl',
    { class: 'counts' },
    ...numbers.map(([name, n]) =>
      h(
        'div',
        {},
        h('dt', {}, t(`measure.${name}`)),
        h('dd', {}, t.number(n, { maximumFractionDigits: 2 })),
      ),
    ),
  );
}

/** A table with a number and a bar in each row. @param {Translate} t @param {string} title @param {[string, number][]} rows */
function bars(t, title, rows) {
  const max = Math.max(1, ...rows.map(([, n]) => n));
  return h(
    'table',
    { class: 'bars' },
    h('caption', {}, title),
    h(
      'tbody',
      {},
      ...rows.map(([name, n]) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, name),
          h('td', { 'aria-hidden': 'true' }, h('progress', { max, value: n })),
          h('td', {}, t.number(n)),
        ),
      ),
    ),
  );
}

/** @param {string} title @param {string[]} sentences */
function section(title, sentences) {
  return h('section', {}, h('h2', {}, title), ...sentences.map((sentence) => h('p', {}, sentence)));
}

/** Sentences about the sums of the ranks, files and diagonals. @param {Translate} t @param {Sums} sums */
function sentences(
  t,
  { magic, ranks, files, diagonals, failing_ranks: offRanks, failing_files: offFiles },
) {
  const total = ranks.reduce((sum, n) => sum + n, 0);
  const line = (
    /** @type {'ranks'|'files'} */ which,
    /** @type {number[]} */ all,
    /** @type {string[]} */ off,
  ) => {
    const values = { sum: total / all.length, lines: off };
    return off.length === 0
      ? t(`${which}.all`, values)
      : off.length === all.length
        ? t(`${which}.none`, values)
        : t(`${which}.off`, values);
  };
  return [
    t(`magic.${magic}`),
    line('ranks', ranks, offRanks.map(String)),
    line(
      'files',
      files,
      offFiles.map((file) => squareName(file - 1, 0).slice(0, -1)),
    ),
    diagonals && t('magic.diagonals', { one: diagonals[0], other: diagonals[1] }),
  ].filter((sentence) => typeof sentence === 'string');
}
