/** The actions of Count: an existence check, a count, the known numbers, a list of tours, and one at random. */

import { listen, puzzleParameters } from '../../engine/engine.js';
import { createLatest, isCancelled } from '../../engine/latest.js';
import { PAGE_SIZE } from './gallery.js';
import { readFile } from '../../lib/files.js';

/** @typedef {import('../../engine/refused.js').Refusal} Refusal */
/** @typedef {import('./count.js').Part} Part */
/** @typedef {import('./count.js').Question} Question */
/** @typedef {import('./count.js').Counted} Counted */
/** @typedef {import('./count.js').Tour} Tour */

/** Numbers that this program has counted, and numbers that only others have published. */
const KNOWN = ['data/counts.json', 'data/published.json'];

/** Order of a list if the reader has chosen none, and the longest list that is sorted unasked. */
export const RARE_FIRST = 'symmetry';
const MAX_SORTED_UNASKED = 20_000n;
/** Longest estimated count that starts without a click, in seconds. */
const MAX_UNASKED_SECONDS = 2;

/** @param {import('../../types.js').Board} board @returns {Question} */
export function none(board) {
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

/** @param {import('../../types.js').App} app */
export function createCommands({ store, t, announce, go }) {
  const part = () => store.state.count;
  const change = (/** @type {import('../../app/store.js').Change<Part>} */ next) =>
    store.change('count', next);
  let stopListening = () => {};
  let stopSpread = () => {};
  const questions = createLatest();
  const lists = createLatest();
  const samples = createLatest();
  return { another, begin, consider, leaf, open, readKnown, sample, stop, stopAll };

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
