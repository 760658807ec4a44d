/** Puzzle: a board of the day with some of the steps written in; who solves it finds the rest. Its actions are in `commands.js`. */

import { createBoard } from '../../board/board.js';
import { celebrate } from '../../board/celebrate.js';
import { createFrame } from '../../board/frame.js';
import { details, h } from '../../lib/dom.js';
import { watchShortcuts } from '../play/shortcuts.js';
import { createCommands } from './commands.js';
import { SIDES, dateName, keyOf } from './day.js';
import { watchDrag } from './drag.js';
import { clear, links, missing, onward, redo, squareOf, stopClock, undo } from './game.js';
import { hintTints } from './hints.js';
import { noteText, squareText } from './status.js';
import { createPuzzlePanel } from './panel.js';
import { createResult } from './result.js';
import { keep, read, write } from './state.js';
import { createTray } from './tray.js';

/** @typedef {import('./game.js').Part} Part */
/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./game.js').Puzzle} Puzzle */

/** @type {import('../../types.js').Tab<'puzzle'>} */
export const puzzle = { name: 'puzzle', mount, read, write, keep };

/** @param {HTMLElement} root @param {import('../../types.js').App} app */
function mount(root, app) {
  const { store, t } = app;
  const part = () => store.state.puzzle;
  const change = (/** @type {import('../../app/store.js').Change<Part>} */ next) =>
    store.change('puzzle', next);

  const board = createBoard(t, t('board.name'), {
    pick: (square) => act.pick(square),
    key: (key) => act.press(key, board.cursor),
  });
  const act = createCommands(app, board);
  const frame = createFrame(t, board);
  const tray = createTray(t, { take: act.take, drop: (n, square) => act.put(square, n) });
  const result = createResult(app);
  const panel = createPuzzlePanel(app, {
    undo: () => act.turn(undo),
    redo: () => act.turn(redo),
    clear: () => act.turn(clear),
    erase: () => act.rub(part().draft?.square ?? part().chosen),
    hint: act.hint,
    check: act.check,
    again: () => (part().puzzle ? act.hint() : act.learn()),
    open: act.open,
    way: () => change(({ way }) => ({ way: way > 0 ? -1 : 1, note: null })),
    option: (name, isOn) => change(({ options }) => ({ options: { ...options, [name]: isOn } })),
  });
  const title = h('p', { class: 'sheet-title' });
  root.append(
    h(
      'section',
      { class: 'stage puzzle-stage', 'aria-label': t('board.stage') },
      title,
      frame.element,
      tray.element,
    ),
    h(
      'aside',
      { class: 'panel' },
      panel.element,
      result.element,
      details(t('keys.title'), t('puzzle.keys')),
    ),
  );
  watchDrag(board.element, {
    number: (target) =>
      part().game.isSolved
        ? 0
        : (part().game.entries[/** @type {SVGElement} */ (target).dataset.square ?? ''] ?? 0),
    drop: (n, square) =>
      square
        ? act.put(square, n)
        : part().puzzle && act.rub(squareOf(/** @type {Puzzle} */ (part().puzzle), part().game, n)),
    tap: (target) => act.pick(/** @type {SVGElement} */ (target).dataset.square ?? ''),
  });
  // Digits that wait for another are a number when the reader goes elsewhere.
  const leave = (/** @type {FocusEvent} */ event) =>
    /** @type {SVGElement|null} */ (event.relatedTarget)?.dataset?.square !==
      part().draft?.square && act.commit();
  board.holder.addEventListener('focusout', leave);

  /** The puzzle on the board, and whether its end was celebrated, or was there when it was opened. */
  let shown = '';
  let hasCelebrated = false;
  const clock = window.setInterval(() => panel.tick(part()), 500);
  const unwatch = watchShortcuts({
    undo: () => act.turn(undo),
    redo: () => act.turn(redo),
    key: (key) => act.press(key, part().chosen),
  });
  const pause = () =>
    document.hidden &&
    part().game.since !== null &&
    change(({ game }) => ({ game: stopClock(game, Date.now()) }));
  document.addEventListener('visibilitychange', pause);
  return {
    render,
    unmount() {
      clearInterval(clock);
      unwatch();
      document.removeEventListener('visibilitychange', pause);
      act.stopAll();
      change(({ game, note }) => ({
        game: stopClock(game, Date.now()),
        note: note?.type === 'wait' ? null : note,
      }));
    },
  };

  /** @param {import('../../types.js').State} state */
  function render({ puzzle: now }) {
    const { puzzle, game, chosen, draft, note, wrong, options } = now;
    const side = SIDES[now.difficulty];
    const shape = puzzle?.board ?? { files: side, ranks: side, holes: [] };
    act.needPuzzle();
    if (shown !== keyOf(now.date, now.difficulty)) hasCelebrated = game.isSolved;
    shown = keyOf(now.date, now.difficulty);
    const next = onward(now);
    const hinted = note?.type === 'hint' ? note.hint : null;
    /** @type {Map<string, {text: string, mark: string}>} */
    const labels = new Map();
    if (puzzle && !game.isSolved) {
      for (const [square, n] of Object.entries(puzzle.givens))
        labels.set(square, { text: String(n), mark: 'given' });
      for (const [square, n] of Object.entries(game.entries))
        labels.set(square, {
          text: String(n),
          mark: wrong.includes(square) ? 'written off' : 'written',
        });
      if (draft) labels.set(draft.square, { text: draft.text, mark: 'draft' });
    }
    const tints = new Map(hinted ? hintTints(hinted) : []);
    for (const square of wrong) tints.set(square, 'stuck');
    if (chosen && !tints.has(chosen) && !game.isSolved) tints.set(chosen, 'chosen');
    board.render({
      board: shape,
      path: puzzle && game.isSolved ? puzzle.solution : [],
      isClosed: game.isSolved && puzzle?.kind === 'closed',
      labels,
      legal: new Map(next.squares.map((square) => [square, next.n])),
      explain: () => t('puzzle.may', { n: next.n }),
      tints,
      lines: [
        ...(puzzle && options.path && !game.isSolved
          ? links(puzzle, game, now.facts).map(([from, to]) => ({ from, to, mark: 'link' }))
          : []),
        ...(hinted?.grade === 2
          ? hinted.leaps.map(([from, to]) => ({ from, to, mark: 'forced' }))
          : []),
      ],
      describe: (square) => squareText(t, now, square),
    });
    frame.render(shape);
    tray.render(puzzle && !game.isSolved ? missing(puzzle, game) : [], now.hand, next.n);
    title.textContent = `${t('shell.name')} · ${dateName(t.language, now.date)} · ${t(`difficulty.${now.difficulty}`)}`;
    panel.render(now, noteText(t, now));
    result.render(now);
    if (game.isSolved && !hasCelebrated && puzzle)
      celebrate(board, puzzle.kind === 'closed', app.isStill());
    hasCelebrated = game.isSolved;
  }
}
