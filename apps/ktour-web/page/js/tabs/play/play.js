/** Play: a tour by hand, with hints that can be finished. Its actions are in `commands.js`. */

import { createBoard } from '../../board/board.js';
import { celebrate } from '../../board/celebrate.js';
import { createFrame } from '../../board/frame.js';
import {
  change as changed,
  isClosed,
  isDone,
  knightOf,
  legalSquares,
  redo,
  stopClock,
  undo,
} from './game.js';
import { createCommands } from './commands.js';
import { createMeasures } from '../../board/measures.js';
import { createMoves } from '../../board/moves.js';
import { noteText } from './status.js';
import { keep, read, write } from './state.js';
import { createPlayPanel } from './panel.js';
import { createEnd } from '../../app/end.js';
import { createShare } from '../../app/share.js';
import { createPainter } from '../../board/painter.js';
import { takeFiles } from '../../board/setup.js';
import { watchShortcuts } from './shortcuts.js';
import { clockTime } from './times.js';
import { tints } from './tints.js';
import { snapshot } from '../../lib/snapshot.js';
import { boardName, squareCount } from '../../lib/square.js';
import { details, h } from '../../lib/dom.js';

/** @typedef {import('./game.js').Part} Part */

/** @typedef {import('../../types.js').App} App */

const LEAP_MS = 180;

/** @type {import('../../types.js').Tab<'play'>} */
export const play = { name: 'play', mount, read, write, keep };

/** @param {HTMLElement} root @param {App} app */
function mount(root, app) {
  const { store, t } = app;
  const part = () => store.state.play;
  const change = (/** @type {import('../../app/store.js').Change<Part>} */ next) =>
    store.change('play', next);
  const painter = createPainter(
    () => part().board,
    (board) => act.reshape(board),
  );
  const board = createBoard(t, t('board.name'), {
    pick: (square) => void act.pick(square),
    paint: painter,
    key: (key) => act.key(key),
  });
  const act = createCommands(app, board, painter);
  const frame = createFrame(t, board);
  const moves = createMoves(app);
  const measures = createMeasures(t);
  const end = createEnd(app);
  const share = createShare(app, {
    tour: () =>
      isDone(part())
        ? {
            board: part().board,
            squares: part().squares,
            isClosed: isClosed(part(), part().facts),
          }
        : null,
    seen: () => ({
      blob: snapshot(board.element),
      svg: board.element,
      name: `board-${boardName(part().board)}.svg`,
      what: 'SVG',
    }),
    shown: () => write(part()),
  });
  const panel = createPlayPanel(
    app,
    {
      undo: () => act.turn(undo),
      redo: () => act.turn(redo),
      restart: act.begin,
      hint: act.hint,
      finish: act.finishOrSkip,
      retry: act.retry,
      begin: act.place,
      show: () => app.go('solve', { board: part().board, isPending: true }),
      option: (name, isOn) => {
        // The first press of Numbers brings back those of a finished tour.
        if (isBare && name === 'numbers') isOn = true;
        isBare = false;
        if (name === 'deadEnd') act.forgetCheck();
        change(({ options, verdict }) => ({
          options: { ...options, [name]: isOn },
          verdict: name === 'deadEnd' ? null : verdict,
        }));
      },
      board: act.reshape,
      edit: (isEditing) =>
        change((game) => ({
          ...(isEditing && game.squares.length ? changed(game, game.board, Date.now()) : {}),
          isEditing,
          note: null,
        })),
    },
    end.element,
  );
  const stage = h('section', { class: 'stage', 'aria-label': t('board.stage') }, frame.element);
  takeFiles(stage, panel.open);
  const more = app.isEmbedded
    ? []
    : [moves.element, measures.element, share.element, details(t('keys.title'), t('keys.text'))];
  root.append(stage, h('aside', { class: 'panel' }, panel.element, ...more));

  let hasCelebrated = isDone(part());
  /** Whether a tour that was just finished is shown as a line alone. */
  let isBare = false;
  let shownAt = part().squares.length;
  const clock = window.setInterval(() => panel.tick(part()), 500);
  const unwatch = watchShortcuts({
    undo: () => act.turn(undo),
    redo: () => act.turn(redo),
    key: act.key,
  });
  const pause = () =>
    document.hidden && part().since !== null && change(stopClock(part(), Date.now()));
  document.addEventListener('visibilitychange', pause);

  return {
    render,
    unmount() {
      clearInterval(clock);
      act.stopAll();
      if (part().isDrawing) change({ isDrawing: false });
      measures.stop();
      unwatch();
      document.removeEventListener('visibilitychange', pause);
    },
  };

  /** @param {import('../../types.js').State} state */
  function render({ play: game }) {
    act.needFacts(game.board);
    const legal = game.isEditing || isDone(game) ? new Map() : legalSquares(game, game.facts);
    const closed = isClosed(game, game.facts);
    isBare = isDone(game) && (isBare || (!hasCelebrated && !game.byMachine));
    const grown = Math.abs(game.squares.length - shownAt);
    shownAt = game.squares.length;
    board.render({
      board: game.board,
      path: game.squares,
      total: squareCount(game.board),
      isClosed: closed && game.options.path,
      knight: knightOf(game),
      legal: game.isDrawing ? new Map() : legal,
      showOnward: game.options.onward,
      showNumbers: game.options.numbers && !isBare,
      showPath: game.options.path,
      ghost: game.squares.length || game.isEditing ? null : game.ghost,
      tints: tints(game, legal),
      duration: app.isStill() || grown !== 1 ? 0 : game.isDrawing ? act.leapTime() : LEAP_MS,
      explain: (square) =>
        game.options.onward ? t('board.onward', { n: legal.get(square) }) : t('board.legal'),
    });
    board.element.classList.toggle('editing', game.isEditing);
    board.element.classList.toggle('bare', isBare);
    frame.render(game.board, knightOf(game));
    panel.render(game, noteText(t, game, legal));
    moves.render(game.squares, game.board);
    measures.render(
      game.board,
      isDone(game) && !game.isDrawing && !app.isEmbedded ? game.squares : null,
    );
    share.render();
    end.render(
      isDone(game) && !game.isDrawing && game.facts && !app.isEmbedded
        ? {
            board: game.board,
            squares: game.squares,
            isClosed: closed,
            time: game.isHelped ? '' : clockTime(game.elapsed),
          }
        : null,
    );
    if (isDone(game) && !hasCelebrated && !game.byMachine) celebrate(board, closed, app.isStill());
    hasCelebrated = isDone(game);
    if (game.options.deadEnd) act.check(game);
    act.watchNote(game.note);
  }
}
