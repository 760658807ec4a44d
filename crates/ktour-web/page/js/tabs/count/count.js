/** Count: how many tours a board has, exactly; all of them to leaf through; one of them at random. */

import { listen, words } from '../../engine/engine.js';
import { createLatest, isTakenBack } from '../../engine/latest.js';
import { isForCommand } from '../../engine/refused.js';
import { createResult } from './result.js';
import { createGallery, ORDERS, PAGE } from './gallery.js';
import { button, fold, h, rename, select, setText } from '../../lib/dom.js';
import { readFile } from '../../lib/files.js';
import { createSetup } from '../../board/setup.js';
import { readBoard, writeBoard } from '../../lib/square.js';

/** @typedef {import('../../engine/refused.js').Refusal} Refusal */

/**
 * @typedef {{directed: string, undirected: string, states?: string, seconds?: number, classes?: {all: string}, source?: string, reason?: import('../../types.js').Reason}} Counted
 *   by the engine, by others (the source), or by a reason why there is none
 * @typedef {{layer?: number, layers?: number, states?: number, seconds?: number}} Progress
 * @typedef {{seconds: number, bytes: number|string}} Estimate  of what a count takes, by the engine
 * @typedef {{squares: string[], kind: string, measures: import('../../board/measures.js').Measures}} Tour
 * @typedef {{board: import('../../types.js').Board, skip: number, counted: Counted|null, estimate: Estimate|null, progress: Progress|null, isStopped: boolean, isDrawing: boolean, unclassed: Refusal|null,
 *   list: {tours: Tour[], more: boolean, values?: import('./chart.js').Value[]}|null, value: string, unsorted: Refusal|null, spread: import('./chart.js').Value[]|null, spreading: number,
 *   refused: Refusal|null}} Question  why classes are not counted; where a list has too many tours to be sorted, they are counted by their value
 * @typedef {Question & {kind: 'open'|'closed', isUnique: boolean, by: string, isDescending: boolean, asked: string}} Part  by which measure the list is sorted
 */

/** @type {import('../../types.js').Tab<'count'>} */
export const count = {
  name: 'count',
  mount,
  read(query) {
    const { board, asked } = readBoard(query, { files: 6, ranks: 6, holes: [] });
    const skip = Math.max(0, Math.floor(Number(query.get('skip')) || 0));
    /** @type {Part['kind']} */
    const kind = query.get('kind') === 'open' ? 'open' : 'closed';
    const by = ORDERS.find((by) => by === query.get('by')) ?? '';
    const sorted = {
      by: kind === 'open' && by === 'area' ? '' : by,
      value: query.get('value') ?? '',
      isDescending: query.has('down'),
    };
    return { ...none(board), kind, isUnique: query.get('unique') !== 'no', skip, asked, ...sorted };
  },
  write: ({ board, kind, isUnique, skip, by, value, isDescending }) => ({
    ...writeBoard(board),
    kind: kind === 'closed' ? '' : kind,
    unique: isUnique ? '' : 'no',
    skip: skip ? String(skip) : '',
    by,
    value: by && value,
    down: by && isDescending ? 'yes' : '',
  }),
};

/** @param {import('../../types.js').Board} board @returns {Question} */
function none(board) {
  return {
    board,
    skip: 0,
    counted: null,
    progress: null,
    refused: null,
    isStopped: false,
    estimate: null,
    unclassed: null,
    list: null,
    isDrawing: false,
    value: '',
    unsorted: null,
    spread: null,
    spreading: 0,
  };
}

/** Seconds: a count that takes less is over before one has looked away, and is not waited for. */
const QUICK = 2;

/** @param {HTMLElement} root @param {import('../../types.js').App} app */
function mount(root, app) {
  const { store, t, say, go } = app;
  const part = () => store.state.count;
  const change = (/** @type {import('../../app/store.js').Change<Part>} */ next) =>
    store.change('count', next);
  let hush = () => {};
  let hushSpread = () => {};
  const questions = createLatest();
  const lists = createLatest();
  const samples = createLatest();

  const setup = createSetup(app, { board: (board) => another({ board }) }, { usual: [5, 6, 7, 8] });
  const boards = fold(t('setup.title'), setup.element);
  boards.element.open = true;
  const kind = select(
    t('solve.kind'),
    [
      ['closed', t('kind.closed')],
      ['open', t('kind.open')],
    ],
    (kind) => another({ kind: /** @type {Part['kind']} */ (kind) }),
  );
  const start = button(
    t('count.count'),
    'play',
    () => (part().progress ? stop() : begin({ isAsked: true })),
    { class: 'primary wide' },
  );
  const random = button(t('count.random'), 'dice', sample, { class: 'wide' });
  const result = createResult(t, {
    say,
    go,
    again: () => (part().counted ? leaf(part().skip, { refused: null }) : consider()),
  });
  const gallery = createGallery(t, { leaf, open });
  root.append(
    h(
      'section',
      { class: 'stage stack', 'aria-label': t('tab.count') },
      result.element,
      gallery.element,
    ),
    h(
      'aside',
      { class: 'panel' },
      h(
        'div',
        { class: 'stack' },
        h('h1', {}, t('count.title')),
        h('p', { class: 'fine' }, t('count.about')),
        kind.element,
        start,
        random,
        boards.element,
      ),
    ),
  );
  if (part().counted) change({});
  else consider();

  return {
    render,
    unmount: quiet,
  };

  /** @param {import('../../types.js').State} state */
  function render({ count: now }) {
    setup.render(now.board, false, now.asked);
    setText(boards.value, `${now.board.files} × ${now.board.ranks}`);
    kind.input.value = now.kind;
    rename(
      start,
      t(now.progress ? 'solve.stop' : now.counted?.source ? 'count.again' : 'count.count'),
      now.progress ? 'stop' : 'play',
    );
    // What is known to be too much is not begun.
    start.hidden = (!!now.counted && !now.counted.source) || isForCommand(now.refused);
    random.disabled =
      !now.counted || now.counted.undirected === '0' || !!now.counted.source || now.isDrawing;
    result.render(now);
    gallery.render(now);
  }

  /** Another board or kind. @param {Partial<Part>} next */
  function another(next) {
    quiet();
    change((now) => ({
      ...now,
      ...none(now.board),
      ...next,
      by: next.kind === 'open' && now.by === 'area' ? '' : now.by,
      asked: '',
    }));
    consider();
  }

  /** Whatever is still being asked belongs to the board before. */
  function quiet() {
    hush();
    hush = () => {};
    hushSpread();
    for (const each of [questions, lists, samples]) each.stop();
  }

  /** What needs no counting is said at once: that there is none, with the reason. Else it is counted, or said what that takes. */
  async function consider() {
    quiet();
    const { board, kind } = part();
    change({ progress: null, refused: null, isStopped: false });
    try {
      const answer = await questions.ask('exists', words({ board, kind, max_time: '1s' }));
      const reason = answer[kind]?.answer === 'no' ? answer[kind].reason : null;
      if (reason) return settle({ directed: '0', undirected: '0', reason });
      const known =
        board.holes.length || board.leaper
          ? null
          : (await readFile('data/counts.json').catch(() => ({})))[
              `${Math.min(board.files, board.ranks)}x${Math.max(board.files, board.ranks)} ${kind}`
            ];
      if (part().board !== board || part().kind !== kind) return;
      begin({ known: known && { ...known, directed: String(2n * BigInt(known.undirected)) } });
    } catch (error) {
      if (!isTakenBack(error)) change({ refused: /** @type {Refusal} */ (error) });
    }
  }

  /** @param {Counted} counted */
  function settle(counted) {
    change({ counted, progress: null });
    say(t('count.said', { number: t.number(BigInt(counted.undirected)) }));
  }

  /**
   * Counts where that was asked for, or is quick; else it ends with what it would take, and with a number that is known.
   * @param {{isAsked?: boolean, known?: Counted|null, unclassed?: Refusal|null}} how
   */
  function begin({ isAsked = false, known = null, unclassed = null }) {
    quiet();
    const { board, kind } = part();
    change({
      counted: null,
      refused: null,
      isStopped: false,
      estimate: null,
      progress: isAsked ? {} : null,
      list: null,
      isDrawing: false,
      unclassed,
    });
    const give = (/** @type {Counted} */ counted) => {
      settle(counted);
      if (BigInt(counted.undirected) > 0n) leaf(part().skip);
    };
    hush = listen('count', words({ board, kind, symmetry: unclassed ? '' : 'yes' }), {
      estimate(estimate) {
        change({ estimate });
        if (isAsked || estimate.seconds <= QUICK) return change({ progress: {} });
        hush();
        if (known) give(known);
      },
      progress: (progress) => change({ progress }),
      end: give,
      error(refused) {
        // Tours without classes are counted all the same.
        if (refused.code === 'count-no-classes')
          return begin({ isAsked, known, unclassed: refused });
        change({ progress: null, refused });
        if (known) give(known);
      },
    });
  }

  function stop() {
    hush();
    change({ progress: null, isStopped: true });
  }

  /** A page of the list. @param {number} skip @param {Partial<Part>} [also] */
  async function leaf(skip, also = {}) {
    const from = Math.max(0, skip);
    // Another order, or another list.
    const isOther = 'by' in also || 'isUnique' in also;
    if (isOther) hushSpread();
    change((now) => ({
      ...now,
      skip: from,
      ...also,
      ...(isOther && {
        unsorted: null,
        spread: null,
        spreading: 0,
        list: now.list && { ...now.list, values: undefined },
      }),
    }));
    const { board, kind, isUnique, by, value, isDescending, unsorted } = part();
    const list = {
      ...words({ board, kind }),
      unique: isUnique,
      limit: PAGE,
      skip: from,
      measure: true,
      max_time: '10s',
    };
    const sorted = by && !unsorted ? { by, ...(value && { value }), descending: isDescending } : {};
    try {
      change({ list: await lists.ask('tours', { ...list, ...sorted }) });
    } catch (error) {
      if (isTakenBack(error)) return;
      if (!('by' in sorted)) return change({ list: null, refused: /** @type {Refusal} */ (error) });
      change({ unsorted: /** @type {Refusal} */ (error), value: '' });
      spread(by);
      leaf(from);
    }
  }

  /** Tours that are too many to be sorted can be counted by some of their measures. @param {string} by */
  function spread(by) {
    const { board, kind } = part();
    if (!['turns', 'straight'].includes(by)) return;
    hushSpread = listen('count', words({ board, kind, by }), {
      working: ({ done }) => change({ spreading: done }),
      end: ({ undirected }) =>
        change({
          spreading: 0,
          spread: Object.entries(undirected).map(([value, tours]) => ({ value, tours })),
        }),
      error: () => change({ spreading: 0 }),
    });
  }

  async function sample() {
    const { board, kind } = part();
    change({ isDrawing: true, refused: null });
    try {
      const { tours } = await samples.ask('sample', {
        ...words({ board, kind }),
        n: 1,
        seed: Math.floor(Math.random() * 2 ** 32),
      });
      change({ isDrawing: false });
      open(tours[0]);
    } catch (error) {
      if (!isTakenBack(error))
        change({ isDrawing: false, refused: /** @type {Refusal} */ (error) });
    }
  }

  /** Opens a tour in Solve. @param {{squares: string[], kind: string}} tour */
  function open({ squares }) {
    go('solve', { board: part().board, given: squares });
  }
}
