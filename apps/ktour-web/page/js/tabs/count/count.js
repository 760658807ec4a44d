/** Count: the exact number of tours of a board, a list of them, and one at random. */

import { listen, puzzleParameters } from '../../engine/engine.js';
import { createLatest, isCancelled } from '../../engine/latest.js';
import { isForCommand } from '../../engine/refused.js';
import { createResult } from './result.js';
import { createGallery, ORDERS, PAGE_SIZE } from './gallery.js';
import { button, fold, h, rename, select, setText } from '../../lib/dom.js';
import { readFile } from '../../lib/files.js';
import { createSetup } from '../../board/setup.js';
import { readBoard, writeBoard } from '../../lib/square.js';

/** @typedef {import('../../engine/refused.js').Refusal} Refusal */

/**
 * @typedef {{directed: string, undirected: string, states?: string, seconds?: number, classes?: {all: string}, source?: string, reason?: import('../../types.js').Reason}} Counted
 *   by the engine, by others (the source), or by a reason why there is none
 * @typedef {{layer?: number, layers?: number, share?: number, states?: number, seconds?: number}} Progress
 * @typedef {{seconds: number, bytes: number|string}} Estimate  the engine's estimate of a count's cost
 * @typedef {Required<import('../../documents.js').OneOfMany>} Tour  with its measures
 * @typedef {{board: import('../../types.js').Board, skip: number, counted: Counted|null, estimate: Estimate|null, progress: Progress|null, isStopped: boolean, isDrawing: boolean, unclassed: Refusal|null,
 *   list: {tours: Tour[], more?: boolean, values?: import('./chart.js').Value[]}|null, value: string, unsorted: Refusal|null, spread: import('./chart.js').Value[]|null, spreading: number,
 *   refused: Refusal|null}} Question  why classes are not counted; where a list has too many tours to be sorted, they are counted by their value
 * @typedef {Question & {kind: 'open'|'closed', isUnique: boolean, by: string, isOrderChosen: boolean, isDescending: boolean, undrawnBoard: string}} Part  by which measure the list is sorted;
 *   unless the reader has chosen an order, the rare symmetries come first where the list is short enough
 */

/** Numbers that this program has counted, and numbers that only others have published. */
const KNOWN = ['data/counts.json', 'data/published.json'];

/** @type {import('../../types.js').Tab<'count'>} */
export const count = {
  name: 'count',
  mount,
  read(query) {
    const { board, undrawnBoard } = readBoard(query, { files: 6, ranks: 6, holes: [] });
    const skip = Math.max(0, Math.floor(Number(query.get('skip')) || 0));
    /** @type {Part['kind']} */
    const kind = query.get('kind') === 'open' ? 'open' : 'closed';
    const isOrderChosen = query.has('by');
    const by = isOrderChosen ? (ORDERS.find((by) => by === query.get('by')) ?? '') : RARE_FIRST;
    const sorted = {
      by: kind === 'open' && by === 'area' ? '' : by,
      isOrderChosen,
      value: query.get('value') ?? '',
      isDescending: query.has('down') || !isOrderChosen,
    };
    return {
      ...none(board),
      kind,
      isUnique: query.get('unique') !== 'no',
      skip,
      undrawnBoard,
      ...sorted,
    };
  },
  write: ({ board, kind, isUnique, skip, by, value, isOrderChosen, isDescending }) => ({
    ...writeBoard(board),
    kind: kind === 'closed' ? '' : kind,
    unique: isUnique ? '' : 'no',
    skip: skip ? String(skip) : '',
    by: isOrderChosen ? by || 'list' : '',
    value: by && value,
    down: isOrderChosen && by && isDescending ? 'yes' : '',
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

/** Order of a list if the reader has chosen none, and the longest list that is sorted unasked. */
const RARE_FIRST = 'symmetry';
const MAX_SORTED_UNASKED = 20_000n;
/** Longest estimated count that starts without a click, in seconds. */
const MAX_UNASKED_SECONDS = 2;

/** @param {HTMLElement} root @param {import('../../types.js').App} app */
function mount(root, app) {
  const { store, t, announce, go } = app;
  const part = () => store.state.count;
  const change = (/** @type {import('../../app/store.js').Change<Part>} */ next) =>
    store.change('count', next);
  let stopListening = () => {};
  let stopSpread = () => {};
  const questions = createLatest();
  const lists = createLatest();
  const samples = createLatest();

  const setup = createSetup(app, { board: (board) => another({ board }) }, { sides: [5, 6, 7, 8] });
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
    () => (part().progress ? stop() : begin({ isPending: true })),
    { class: 'primary wide' },
  );
  const random = button(t('count.random'), 'dice', sample, { class: 'wide' });
  const after = h('p', { class: 'fine' }, t('count.after'));
  const numbers = fold(t('count.table'), h('p', { class: 'fine' }, t('measure.wait')));
  numbers.element.addEventListener('toggle', showNumbers, { once: true });
  const result = createResult(t, {
    announce,
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
        after,
        boards.element,
        numbers.element,
      ),
    ),
  );
  if (part().counted) change({});
  else consider();

  return {
    render,
    unmount: stopAll,
  };

  /** @param {import('../../types.js').State} state */
  function render({ count: now }) {
    setup.render(now.board, false, now.undrawnBoard);
    setText(boards.value, `${now.board.files} × ${now.board.ranks}`);
    kind.input.value = now.kind;
    rename(
      start,
      t(now.progress ? 'solve.stop' : now.counted?.source ? 'count.again' : 'count.count'),
      now.progress ? 'stop' : 'play',
    );
    // A count that is known to be too large is not started.
    start.hidden = (!!now.counted && !now.counted.source) || isForCommand(now.refused);
    random.disabled =
      !now.counted || now.counted.undirected === '0' || !!now.counted.source || now.isDrawing;
    after.hidden = !random.disabled || now.isDrawing || now.counted?.undirected === '0';
    result.render(now);
    gallery.render(now);
  }

  /** Another board or kind. @param {Partial<Part>} next */
  function another(next) {
    stopAll();
    change((now) => ({
      ...now,
      ...none(now.board),
      ...next,
      by: next.kind === 'open' && now.by === 'area' ? '' : now.by,
      undrawnBoard: '',
    }));
    consider();
  }

  /** Lists the known numbers with their sources, from the smallest board on. */
  async function showNumbers() {
    const rows = Object.entries(await readKnown()).map(([name, { undirected, source }]) => {
      const [size, which] = name.split(' ');
      const [ranks, files] = size.split('x').map(Number);
      const open = () =>
        another({
          board: { files, ranks, holes: [] },
          kind: /** @type {Part['kind']} */ (which),
        });
      return h(
        'tr',
        {},
        h('th', { scope: 'row' }, button(`${files}×${ranks}`, null, open, { class: 'chip' })),
        h('td', {}, t(`kind.${which}`)),
        h('td', {}, t.number(BigInt(undirected)), h('br'), h('span', { class: 'fine' }, source)),
      );
    });
    numbers.element.lastElementChild?.replaceChildren(
      h('table', { class: 'known' }, h('tbody', {}, ...rows)),
    );
  }

  /** @returns {Promise<Record<string, {undirected: string, source: string}>>} */
  async function readKnown() {
    return Object.assign(
      {},
      ...(await Promise.all(KNOWN.map((file) => readFile(file).catch(() => ({}))))),
    );
  }

  /** Cancels all requests for the previous board. */
  function stopAll() {
    stopListening();
    stopListening = () => {};
    stopSpread();
    for (const each of [questions, lists, samples]) each.stop();
  }

  /** Answers without a count if there is no tour; otherwise counts, or shows the cost of a count. */
  async function consider() {
    stopAll();
    const { board, kind } = part();
    change({ progress: null, refused: null, isStopped: false });
    try {
      const answer = await questions.ask(
        'exists',
        puzzleParameters({ board, kind, max_time: '1s' }),
      );
      const reason = answer[kind]?.answer === 'no' ? answer[kind].reason : null;
      if (reason) return settle({ directed: '0', undirected: '0', reason });
      const known =
        board.holes.length || board.leaper
          ? null
          : (await readKnown())[
              `${Math.min(board.files, board.ranks)}x${Math.max(board.files, board.ranks)} ${kind}`
            ];
      if (part().board !== board || part().kind !== kind) return;
      begin({ known: known && { ...known, directed: String(2n * BigInt(known.undirected)) } });
    } catch (error) {
      if (!isCancelled(error)) change({ refused: /** @type {Refusal} */ (error) });
    }
  }

  /** @param {Counted} counted */
  function settle(counted) {
    change({ counted, progress: null });
    announce(t('count.said', { number: t.number(BigInt(counted.undirected)) }));
  }

  /**
   * Counts if requested or quick; otherwise shows the cost, and the known number.
   * @param {{isPending?: boolean, known?: Counted|null, unclassed?: Refusal|null}} how
   */
  function begin({ isPending = false, known = null, unclassed = null }) {
    stopAll();
    const { board, kind } = part();
    change({
      counted: null,
      refused: null,
      isStopped: false,
      estimate: null,
      progress: isPending ? {} : null,
      list: null,
      isDrawing: false,
      unclassed,
    });
    const give = (/** @type {Counted} */ counted) => {
      settle(counted);
      const tours = BigInt(counted.undirected);
      if (!part().isOrderChosen)
        change({ by: tours > MAX_SORTED_UNASKED ? '' : RARE_FIRST, isDescending: true });
      if (tours > 0n) leaf(part().skip);
    };
    stopListening = listen(
      'count',
      puzzleParameters({ board, kind, symmetry: unclassed ? '' : 'yes' }),
      {
        estimate(estimate) {
          change({ estimate });
          if (isPending || estimate.seconds <= MAX_UNASKED_SECONDS) return change({ progress: {} });
          stopListening();
          if (known) give(known);
        },
        progress: (progress) => change({ progress }),
        end: give,
        error(refused) {
          // Tours without classes are counted all the same.
          if (refused.code === 'count-no-classes')
            return begin({ isPending, known, unclassed: refused });
          change({ progress: null, refused });
          if (known) give(known);
        },
      },
    );
  }

  function stop() {
    stopListening();
    change({ progress: null, isStopped: true });
  }

  /** A page of the list. @param {number} skip @param {Partial<Part>} [also] */
  async function leaf(skip, also = {}) {
    const from = Math.max(0, skip);
    // Another order, or another list.
    const isOther = 'by' in also || 'isUnique' in also;
    if (isOther) stopSpread();
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
      ...puzzleParameters({ board, kind }),
      unique: isUnique,
      limit: PAGE_SIZE,
      skip: from,
      measure: true,
      max_time: '10s',
    };
    const sorted = by && !unsorted ? { by, ...(value && { value }), descending: isDescending } : {};
    try {
      const { tours, more, values } = await lists.ask('tours', { ...list, ...sorted });
      change({ list: { tours: /** @type {Tour[]} */ (tours), more, values } });
    } catch (error) {
      if (isCancelled(error)) return;
      if (!('by' in sorted)) return change({ list: null, refused: /** @type {Refusal} */ (error) });
      if (!part().isOrderChosen) return leaf(from, { by: '' });
      change({ unsorted: /** @type {Refusal} */ (error), value: '' });
      spread(by);
      leaf(from);
    }
  }

  /** Tours that are too many to be sorted can be counted by some of their measures. @param {string} by */
  function spread(by) {
    const { board, kind } = part();
    if (!['turns', 'straight'].includes(by)) return;
    stopSpread = listen('count', puzzleParameters({ board, kind, by }), {
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
        ...puzzleParameters({ board, kind }),
        n: 1,
        seed: Math.floor(Math.random() * 2 ** 32),
      });
      change({ isDrawing: false });
      open(tours[0]);
    } catch (error) {
      if (!isCancelled(error))
        change({ isDrawing: false, refused: /** @type {Refusal} */ (error) });
    }
  }

  /** Opens a tour in Solve. @param {{squares: string[], kind: string}} tour */
  function open({ squares }) {
    go('solve', { board: part().board, given: squares });
  }
}
