/** Explore: which boards have a tour, and from where to where. */

import { createBoard } from '../../board/board.js';
import { details, h } from '../../lib/dom.js';
import { createTable } from './table.js';
import { load } from './load.js';
import { createExplorePanel } from './panel.js';
import { endsOf, infoOf, tintsOf, yesOf } from './text.js';
import { createFrame } from '../../board/frame.js';
import { isOn, readBoard, squareCount, withHole, writeBoard } from '../../lib/square.js';

/** @typedef {import('./text.js').Part} Part */

/** @type {import('../../types.js').Tab<'explore'>} */
export const explore = { name: 'explore', mount, read, write };

/** @type {import('./text.js').View[]} */
export const VIEWS = ['table', 'starts', 'ends', 'missing'];
/** Boards whose every square is answered. */
const MAX_SIDE = 20;

/** @param {URLSearchParams} query */
function read(query) {
  const view = VIEWS.find((view) => view === query.get('view')) ?? 'table';
  const { board, undrawnBoard } = readBoard(query, { files: 5, ranks: 5, holes: [] }, MAX_SIDE);
  const start = query.get('start') ?? '';
  return {
    view,
    board,
    start: isOn(board, start) ? start : '',
    square: '',
    cell: { files: 8, ranks: 8 },
    hasFigures: query.has('figures'),
    isEditing: false,
    data: {},
    refused: null,
    undrawnBoard,
  };
}

/** @param {Part} part */
function write({ view, board, start, hasFigures }) {
  return {
    view: view === 'table' ? '' : view,
    ...writeBoard(board),
    start: view === 'ends' ? start : '',
    figures: hasFigures ? '1' : '',
  };
}

/** @param {HTMLElement} root @param {import('../../types.js').App} app */
function mount(root, app) {
  const { store, t, announce } = app;
  const part = () => store.state.explore;
  const change = (/** @type {import('../../app/store.js').Change<Part>} */ next) =>
    store.change('explore', next);

  const board = createBoard(t, t('board.name'), { pick });
  const frame = createFrame(t, board);
  const table = createTable(t, { look: (cell) => change({ cell }), open: openCell });
  const panel = createExplorePanel(app, VIEWS, {
    view: (view) => change({ view, square: '' }),
    board: (board) => change({ board, start: '', square: '', undrawnBoard: '' }),
    edit: (isEditing) => change({ isEditing }),
    figures: (hasFigures) => change({ hasFigures }),
    open,
    again: () => loading.retryFailed(),
  });
  root.append(
    h(
      'section',
      { class: 'stage', 'aria-label': t('explore.stage') },
      table.element,
      frame.element,
    ),
    h('aside', { class: 'panel' }, panel.element, details(t('keys.title'), t('keys.explore'))),
  );
  const hover = (/** @type {Event} */ event) => {
    const { square } = /** @type {SVGElement} */ (event.target).dataset;
    if (square && square !== part().square) change({ square });
  };
  board.element.addEventListener('pointerover', hover);
  board.holder.addEventListener('focusin', hover);
  const loading = load(part, change);

  return { render, unmount: loading.stop };

  /** @param {import('../../types.js').State} state */
  function render({ explore: now }) {
    loading.need(now);
    const isTable = now.view === 'table';
    table.element.hidden = !isTable;
    frame.element.hidden = isTable;
    if (isTable) table.render(now);
    else {
      board.render({
        board: now.board,
        knight: now.view === 'ends' ? now.start || null : null,
        tints: tintsOf(now),
        legal: yesOf(now),
        describe: (square) => {
          if (now.board.holes.includes(square)) return t('board.hole', { square });
          const answer = endsOf(now)?.get(square);
          return answer === undefined
            ? square
            : t(answer === true ? 'explore.yes.short' : 'explore.no.short', { square });
        },
      });
      board.element.classList.toggle('editing', now.isEditing);
      frame.render(now.board);
    }
    panel.render(now, infoOf(t, now));
  }

  /** @param {string} square */
  function pick(square) {
    const now = part();
    if (now.isEditing) {
      const next = withHole(now.board, square);
      if (squareCount(next)) change({ board: next, start: '', square: '' });
      return;
    }
    if (now.board.holes.includes(square)) return;
    if (now.view === 'ends' && (!now.start || now.start === square)) {
      change({ start: now.start === square ? '' : square, square });
      announce(t(part().start ? 'solve.start.is' : 'solve.start.any', { square }));
      return;
    }
    change({ square });
    announce(infoOf(t, part()).text);
    if (endsOf(part())?.get(square) === true) open();
  }

  /** @param {{files: number, ranks: number}} cell */
  function openCell(cell) {
    change({ cell });
    const kind = part().data.table?.rows[cell.ranks - 1][cell.files - 1];
    if (kind === 'x' || !kind) return;
    const missing =
      kind === 'e'
        ? part().data[`exists ${cell.files}x${cell.ranks}`]?.closed_with_one_missing?.missing
        : null;
    show(
      { ...cell, holes: missing ? [missing[0]] : [] },
      { kind: kind === 'o' || (kind === 'e' && !missing) ? 'open' : 'closed' },
    );
  }

  /** Opens the board or square of the panel in Solve, with a tour. */
  function open() {
    const { view, board, square, start, cell } = part();
    if (view === 'table') return cell && openCell(cell);
    if (view === 'starts') return show(board, { start: square, kind: 'open' });
    if (view === 'ends') return show(board, { start, end: square });
    show({ ...board, holes: [square] }, { kind: 'closed' });
  }

  /** @param {import('../../types.js').Board} board @param {Partial<import('../solve/state.js').Part>} options */
  function show(board, options) {
    app.go('solve', { board, ...options, isPending: true });
  }
}
