/** Count: the exact number of tours of a board, a list of them, and one at random. Its actions are in `commands.js`. */

import { isForCommand } from '../../engine/refused.js';
import { createResult } from './result.js';
import { createCommands, none, RARE_FIRST } from './commands.js';
import { createGallery, ORDERS } from './gallery.js';
import { button, fold, h, rename, select, setText } from '../../lib/dom.js';
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

/** @param {HTMLElement} root @param {import('../../types.js').App} app */
function mount(root, app) {
  const { store, t, announce, go } = app;
  const part = () => store.state.count;
  const change = (/** @type {import('../../app/store.js').Change<Part>} */ next) =>
    store.change('count', next);
  const { another, begin, consider, leaf, open, readKnown, sample, stop, stopAll } =
    createCommands(app);

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
}
