/** Count: how many tours a board has, exactly; all of them to leaf through; one of them at random. */

import { listen, words } from '../../engine/engine.js';
import { createLatest, isTakenBack } from '../../engine/latest.js';
import { memoryOf, sizeInWords, timeOf } from './size.js';
import { button, h, select, setText, toggle } from '../../lib/dom.js';
import { refusal } from '../../engine/refused.js';
import { createRetry } from '../../lib/retry.js';
import { createSetup } from '../../board/setup.js';
import { fresh } from '../solve/state.js';
import { boardKey, boardName, readBoard } from '../../lib/square.js';
import { thumbnail } from '../../board/thumbnail.js';

/**
 * @typedef {{directed: string, undirected: string, states: string, seconds: number, classes?: {all: string}}} Counted
 * @typedef {{layer?: number, layers?: number, states?: number, estimate?: {seconds: number, bytes: number}}} Progress
 * @typedef {{squares: string[], kind: string}} Tour
 * @typedef {{board: import('../../types.js').Board, skip: number, counted: Counted|null, progress: Progress|null, isStopped: boolean, isDrawing: boolean,
 *   list: {tours: Tour[], more: boolean}|null, refused: import('../../engine/refused.js').Refusal|null}} Question
 * @typedef {Question & {kind: 'open'|'closed', isUnique: boolean}} Part
 */

/** Tours on a page of the list, and the most that the server passes over. */
const PAGE = 24;
const FARTHEST = 10_000_000;
const MOST = 40;
/** Refusals that a machine with more memory, or with files for it, would not make. */
const ELSEWHERE = ['tables', 'tables-grew', 'count-out-of-memory'];

/** @type {import('../../types.js').Tab<'count'>} */
export const count = {
  name: 'count',
  mount,
  read(query) {
    const board = readBoard(query.get('board'), query.get('holes'), { files: 6, ranks: 6, holes: [] }, MOST);
    const skip = Math.max(0, Math.floor(Number(query.get('skip')) || 0));
    return { ...none(board), kind: query.get('kind') === 'open' ? 'open' : 'closed', isUnique: query.get('unique') !== 'no', skip };
  },
  write: ({ board, kind, isUnique, skip }) => ({
    board: `${board.files}x${board.ranks}`, holes: board.holes.join(), kind: kind === 'closed' ? '' : kind, unique: isUnique ? '' : 'no', skip: skip ? String(skip) : '',
  }),
};

/** @param {import('../../types.js').Board} board @returns {Question} */
function none(board) {
  return { board, skip: 0, counted: null, progress: null, refused: null, isStopped: false, list: null, isDrawing: false };
}

/** @param {HTMLElement} root @param {import('../../types.js').App} app */
function mount(root, { store, t, say, go }) {
  const part = () => store.state.count;
  const change = (/** @type {import('../../app/store.js').Change<Part>} */ next) => store.change('count', next);
  let hush = () => {};
  const lists = createLatest();
  const samples = createLatest();
  let drawn = '';

  const setup = createSetup(t, { board: (board) => another({ board }), edit: () => {} }, MOST);
  setup.element.querySelector('.wide')?.remove();
  const kind = select(t('solve.kind'), [['closed', t('kind.closed')], ['open', t('kind.open')]], (kind) => another({ kind: /** @type {Part['kind']} */ (kind) }));
  const start = button(t('count.count'), 'play', () => (part().progress ? stop() : begin()), { class: 'primary wide' });
  const random = button(t('count.random'), 'star', sample, { class: 'wide' });
  const big = h('p', { class: 'big-number' });
  const convention = h('p', {});
  const classes = h('p', {});
  const size = h('div', { class: 'stack sizes' });
  const bar = h('progress', { 'aria-label': t('count.progress') });
  const how = h('p', { class: 'fine' });
  const error = h('p', { class: 'note sad', role: 'alert' });
  const retry = createRetry(t, () => (part().counted ? leaf(part().skip, { refused: null }) : begin()));
  const command = h('code', { class: 'command' });
  const elsewhere = h('div', { class: 'card' }, h('p', { class: 'fine' }, t('lab.same')), command);
  const unique = toggle(t('count.unique'), (isUnique) => leaf(0, { isUnique }));
  const listed = h('p', { class: 'fine', role: 'status' });
  const back = button(t('count.back'), 'back', () => leaf(part().skip - PAGE));
  const next = button(t('count.next'), 'step', () => leaf(part().skip + PAGE));
  const gallery = h('ul', { class: 'gallery' });
  const list = h('section', { class: 'tours-list' }, h('div', { class: 'row' }, h('h2', {}, t('count.list')), unique.element), gallery, h('div', { class: 'row pages' }, back, listed, next));
  root.append(
    h('section', { class: 'stage stack', 'aria-label': t('tab.count') },
      h('div', { class: 'card counted' }, h('h1', { class: 'fine' }, t('count.title')), big, bar, convention, classes, size, how, error, retry.element, elsewhere), list),
    h('aside', { class: 'panel' }, h('div', { class: 'stack' }, start, random, kind.element, setup.element, h('p', { class: 'fine' }, t('count.about')))));
  begin();

  return {
    render,
    unmount: quiet,
  };

  /** @param {import('../../types.js').State} state */
  function render({ count: now }) {
    const { counted, progress } = now;
    setup.render(now.board, false);
    kind.input.value = now.kind;
    unique.input.checked = now.isUnique;
    setText(/** @type {Element} */ (start.querySelector('span')), t(progress ? 'solve.stop' : 'count.count'));
    bar.hidden = !progress && !now.isDrawing;
    if (progress?.layers) {
      bar.max = progress.layers;
      bar.value = progress.layer ?? 0;
    } else bar.removeAttribute('value');
    setText(big, counted ? t.number(BigInt(counted.undirected)) : progress ? '…' : '–');
    big.classList.toggle('long', Boolean(counted && counted.undirected.length > 14));
    setText(convention, counted ? t(`count.convention.${now.kind}`, { directed: t.number(BigInt(counted.directed)), board: now.board.files + '×' + now.board.ranks }) : '');
    setText(classes, counted?.classes ? t('count.classes', { n: Number(counted.classes.all) }) : '');
    size.replaceChildren(...(counted ? sizeInWords(t, Number(counted.undirected)) : []).map((sentence) => h('p', {}, sentence)));
    setText(how, progress ? working(progress)
      : counted ? t('count.how', { states: t.number(BigInt(counted.states)), seconds: t.number(counted.seconds, { maximumSignificantDigits: 2 }) }) : '');
    error.hidden = !now.refused && !now.isStopped;
    setText(error, now.refused ? refusal(t, now.refused) : t('count.stopped'));
    retry.render(now.refused);
    elsewhere.hidden = !ELSEWHERE.includes(now.refused?.code ?? '');
    setText(command, written(now));
    list.hidden = !now.list;
    random.disabled = !counted || counted.undirected === '0' || now.isDrawing;
    if (now.list) show(now, now.list);
  }

  /** How far the count is, and how long it may take. @param {Progress} progress */
  function working({ layer = 0, layers = 0, states = 0, estimate }) {
    const cost = estimate && t('count.estimate', { time: timeOf(t, Math.max(0.1, estimate.seconds)), memory: memoryOf(t, estimate.bytes) });
    return [cost, layers ? t('count.working', { layer, layers, states }) : ''].filter(Boolean).join(' ');
  }

  /** @param {Part} now @param {{tours: Tour[], more: boolean}} list */
  function show({ board, kind, skip }, list) {
    back.disabled = skip === 0;
    next.disabled = !list.more || skip + PAGE > FARTHEST;
    setText(listed, list.tours.length ? t('count.shown', { from: skip + 1, to: skip + list.tours.length }) : t('count.nothing'));
    const key = [boardKey(board), kind, skip, part().isUnique].join(' ');
    if (drawn === key) return;
    drawn = key;
    gallery.replaceChildren(...list.tours.map((tour, at) =>
      h('li', {}, h('button', { type: 'button', 'aria-label': t('count.open', { n: skip + at + 1 }), title: t('count.open', { n: skip + at + 1 }), onclick: () => open(tour) },
        thumbnail(board, tour.squares, tour.kind === 'closed')))));
  }

  /** Another board or kind. @param {Partial<Part>} next */
  function another(next) {
    quiet();
    change((now) => ({ ...now, ...none(now.board), ...next }));
    begin();
  }

  /** Whatever is still being asked belongs to the board before. */
  function quiet() {
    hush();
    lists.stop();
    samples.stop();
  }

  function begin() {
    quiet();
    drawn = '';
    const { board, kind } = part();
    change({ counted: null, refused: null, isStopped: false, progress: {}, list: null, isDrawing: false });
    // Classes are known how to count for closed tours of full boards with an even side.
    const symmetry = kind === 'closed' && !board.holes.length && (board.files % 2 === 0 || board.ranks % 2 === 0) && board.files * board.ranks <= 48;
    hush = listen('count', words({ board, kind, symmetry: symmetry ? 'yes' : '' }), {
      estimate: (estimate) => change({ progress: { estimate } }),
      progress: (progress) => change((now) => ({ ...now, progress: { ...progress, estimate: now.progress?.estimate } })),
      end(counted) {
        change({ counted, progress: null });
        say(t('count.said', { number: t.number(BigInt(counted.undirected)) }));
        if (BigInt(counted.undirected) > 0n) leaf(part().skip);
      },
      error: (refused) => change({ progress: null, refused }),
    });
  }

  function stop() {
    hush();
    change({ progress: null, isStopped: true });
  }

  /** A page of the list. @param {number} skip @param {Partial<Part>} [also] */
  async function leaf(skip, also = {}) {
    const from = Math.max(0, skip);
    change({ skip: from, ...also });
    const { board, kind, isUnique } = part();
    try {
      const list = await lists.ask('tours', { ...words({ board, kind }), unique: isUnique, limit: PAGE, skip: from, max_time: '10s' });
      drawn = '';
      change({ list });
    } catch (error) {
      if (!isTakenBack(error)) change({ list: null, refused: /** @type {import('../../engine/refused.js').Refusal} */ (error) });
    }
  }

  async function sample() {
    const { board, kind } = part();
    change({ isDrawing: true, refused: null });
    try {
      const { tours } = await samples.ask('sample', { ...words({ board, kind }), n: 1, seed: Math.floor(Math.random() * 2 ** 32) });
      change({ isDrawing: false });
      open(tours[0]);
    } catch (error) {
      if (!isTakenBack(error)) change({ isDrawing: false, refused: /** @type {import('../../engine/refused.js').Refusal} */ (error) });
    }
  }

  /** Opens a tour in Solve. @param {{squares: string[], kind: string}} tour */
  function open({ squares }) {
    go('solve', { ...fresh(part().board), given: squares });
  }
}

/** The command line that counts the same with all the memory of a machine. @param {Part} part */
function written({ board, kind }) {
  return ['ktour count', boardName(board), board.holes.length ? `--holes ${board.holes.join()}` : '', `--${kind}`].filter(Boolean).join(' ');
}
