/** Play: a tour by hand, with hints that can be finished. */

import { puzzleParameters } from '../../engine/engine.js';
import { facts } from '../../engine/facts.js';
import { createLatest, isCancelled } from '../../engine/latest.js';
import { createBoard } from '../../board/board.js';
import { celebrate } from '../../board/celebrate.js';
import { createFrame } from '../../board/frame.js';
import { createGhost } from '../../board/ghost.js';
import {
  canEnter,
  change as changed,
  enter,
  isClosed,
  isDone,
  knightOf,
  lawful,
  legalSquares,
  redo,
  stopClock,
  undo,
  verdictOf,
} from './game.js';
import { createMeasures } from '../../board/measures.js';
import { createMoves } from '../../board/moves.js';
import { hintOf, noteText, positionText } from './status.js';
import { keep, read, write } from './state.js';
import { createPlayPanel } from './panel.js';
import { createShare } from '../../app/share.js';
import { createPainter } from '../../board/painter.js';
import { takeFiles } from '../../board/setup.js';
import { drawTour } from '../../board/drawing.js';
import { watchShortcuts } from './shortcuts.js';
import { createReconnect } from './reconnect.js';
import { sound } from './sound.js';
import { keepTime } from './times.js';
import { tints } from './tints.js';
import { snapshot } from '../../lib/snapshot.js';
import { boardKey, boardName, squareCount } from '../../lib/square.js';
import { details, h } from '../../lib/dom.js';

/** @typedef {import('./game.js').Part} Part */

/** @typedef {import('../../types.js').App} App */

const LEAP_MS = 180;
/** Time limits of a check after each step, and of a hint. */
const CHECK_MAX_TIME = '1s';
const HINT_MAX_TIME = '10s';
/** Minimum number of squares of a board on which a hint has the shorter limit. */
const MIN_LARGE_SQUARES = 1600;

/** @type {import('../../types.js').Tab<'play'>} */
export const play = { name: 'play', mount, read, write, keep };

/** @param {HTMLElement} root @param {App} app */
function mount(root, app) {
  const { store, t, announce } = app;
  const part = () => store.state.play;
  const change = (/** @type {import('../../app/store.js').Change<Part>} */ next) =>
    store.change('play', next);
  const playSound = (/** @type {'leap'|'wrong'|'done'} */ name) =>
    part().options.sound && sound(name);

  const painter = createPainter(
    () => part().board,
    (board) => reshape(board),
  );
  const board = createBoard(t, t('board.name'), { pick, paint: painter, key });
  const frame = createFrame(t, board);
  const moves = createMoves(app);
  const measures = createMeasures(t);
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
  const panel = createPlayPanel(app, {
    undo: () => turn(undo),
    redo: () => turn(redo),
    restart: begin,
    hint,
    finish: () => (part().isDrawing ? drawing.skip() : finish()),
    retry,
    begin: place,
    show: () => app.go('solve', { board: part().board, isPending: true }),
    option: (name, isOn) => {
      if (name === 'deadEnd') checked = '';
      change(({ options, verdict }) => ({
        options: { ...options, [name]: isOn },
        verdict: name === 'deadEnd' ? null : verdict,
      }));
    },
    board: reshape,
    edit: (isEditing) =>
      change((game) => ({
        ...(isEditing && game.squares.length ? changed(game, game.board, Date.now()) : {}),
        isEditing,
        note: null,
      })),
  });
  const stage = h('section', { class: 'stage', 'aria-label': t('board.stage') }, frame.element);
  takeFiles(stage, panel.open);
  const more = app.isEmbedded
    ? []
    : [moves.element, measures.element, share.element, details(t('keys.title'), t('keys.text'))];
  root.append(stage, h('aside', { class: 'panel' }, panel.element, ...more));

  let factsRequestedFor = '';
  let checked = '';
  let hasCelebrated = isDone(part());
  let shownAt = part().squares.length;
  const reconnect = createReconnect(retry);
  const drawing = drawTour(app.isStill);
  const hints = createLatest();
  const checks = createLatest();
  const ghost = createGhost(
    (squares, key) => boardKey(part().board) === key && change({ ghost: squares }),
  );
  const clock = window.setInterval(() => panel.tick(part()), 500);
  const unwatch = watchShortcuts({ undo: () => turn(undo), redo: () => turn(redo), key });
  const pause = () =>
    document.hidden && part().since !== null && change(stopClock(part(), Date.now()));
  document.addEventListener('visibilitychange', pause);

  return {
    render,
    unmount() {
      clearInterval(clock);
      drawing.stop();
      if (part().isDrawing) change({ isDrawing: false });
      for (const each of [hints, checks, ghost, measures, reconnect]) each.stop();
      unwatch();
      document.removeEventListener('visibilitychange', pause);
    },
  };

  /** @param {import('../../types.js').State} state */
  function render({ play: game }) {
    if (factsRequestedFor !== boardKey(game.board)) learn(game.board);
    const legal = game.isEditing || isDone(game) ? new Map() : legalSquares(game, game.facts);
    const closed = isClosed(game, game.facts);
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
      showNumbers: game.options.numbers,
      showPath: game.options.path,
      ghost: game.squares.length || game.isEditing ? null : game.ghost,
      tints: tints(game, legal),
      duration: app.isStill() || grown !== 1 ? 0 : game.isDrawing ? drawing.leap : LEAP_MS,
      explain: (square) =>
        game.options.onward ? t('board.onward', { n: legal.get(square) }) : t('board.legal'),
    });
    board.element.classList.toggle('editing', game.isEditing);
    frame.render(game.board, knightOf(game));
    panel.render(game, noteText(t, game, legal));
    moves.render(game.squares, game.board);
    measures.render(
      game.board,
      isDone(game) && !game.isDrawing && !app.isEmbedded ? game.squares : null,
    );
    share.render();
    if (isDone(game) && !hasCelebrated && !game.byMachine) celebrate(board, closed, app.isStill());
    hasCelebrated = isDone(game);
    if (game.options.deadEnd) check(game);
    reconnect.watch(game.note);
  }

  /** Requests the squares and leaps of a board, once. @param {import('../../types.js').Board} shape */
  function learn(shape) {
    factsRequestedFor = boardKey(shape);
    const answer = facts(shape);
    if (!part().squares.length) ghost.ask(shape);
    answer.then(
      (facts) => {
        if (boardKey(part().board) !== boardKey(shape)) return;
        reconnect.answered();
        change(({ squares, note }) => ({
          facts,
          squares: lawful(squares, facts),
          note: note?.type === 'refused' ? null : note,
        }));
      },
      (refused) =>
        boardKey(part().board) === boardKey(shape) &&
        change({ note: { type: 'refused', refused, retry: 'learn' } }),
    );
  }

  /** @param {string} square */
  async function pick(square) {
    drawing.stop();
    const game = part();
    if (game.isEditing) {
      painter(square, true);
      announce(part().board.holes.includes(square) ? t('board.hole', { square }) : square);
      return;
    }
    // The first square needs no leaps.
    const known =
      game.facts ?? (game.squares.length ? await facts(game.board).catch(() => null) : null);
    if (boardKey(part().board) !== boardKey(game.board)) return;
    if (!known && game.squares.length) return learn(game.board);
    if (!canEnter(part(), square, known)) {
      change({ note: { type: 'illegal', square } });
      board.refuse(square);
      playSound('wrong');
      announce(noteText(t, part(), new Map()).text);
      return;
    }
    change((now) => ({
      ...enter(now, square, Date.now()),
      facts: known ?? now.facts,
      note: null,
      verdict: null,
      byMachine: false,
      isBest: false,
      isDrawing: false,
    }));
    rest();
    announce(positionText(t, part()));
    if (!part().facts) learn(part().board);
  }

  /** @param {string} key */
  function key(key) {
    const act = { u: () => turn(undo), r: () => turn(redo), h: hint }[key];
    act?.();
    return !!act;
  }

  /** @param {(game: import('./game.js').Game, now: number) => import('./game.js').Game} step */
  function turn(step) {
    drawing.stop();
    change((game) => {
      const next = step(game, Date.now());
      const isSame = boardKey(next.board) === boardKey(game.board);
      return {
        ...next,
        note: null,
        verdict: null,
        isBest: false,
        isDrawing: false,
        facts: isSame ? game.facts : null,
        ghost: isSame ? game.ghost : null,
      };
    });
    rest();
    announce(positionText(t, part()));
  }

  /** Plays the sound of a step, and stores the time of a finished tour. */
  function rest() {
    const game = part();
    playSound(isDone(game) ? 'done' : 'leap');
    if (!isDone(game) || game.isHelped || game.byMachine || app.isEmbedded) return;
    change({
      isBest: keepTime(game.board, isClosed(game, game.facts) ? 'closed' : 'open', game.elapsed),
    });
  }

  /** Places the knight on the first square of a known tour, or any square. */
  async function place() {
    const { ghost, board } = part();
    await pick(ghost?.[0] ?? (await facts(board).catch(() => null))?.squares[0] ?? 'a1');
  }

  /** Starts a new game on a board; undo restores the current one. @param {import('../../types.js').Board} shape */
  function reshape(shape) {
    start(changed(part(), shape, Date.now()));
  }

  function begin() {
    reshape(part().board);
    announce(noteText(t, part(), new Map()).text);
  }

  /** @param {import('./game.js').Game} game */
  function start(game) {
    drawing.stop();
    hints.stop();
    const isSame = boardKey(game.board) === boardKey(part().board);
    change({
      ...game,
      note: null,
      verdict: null,
      byMachine: false,
      isBest: false,
      isDrawing: false,
      undrawnBoard: '',
      facts: isSame ? part().facts : null,
      ghost: isSame ? part().ghost : null,
    });
  }

  async function hint() {
    const answer = await hinted('next');
    if (!answer) return;
    const { outcome, next } = answer;
    change({
      note: outcome === 'found' && next ? hintOf(part(), next) : verdictOf(answer),
      isHelped: true,
    });
    announce(noteText(t, part(), new Map()).text);
    if (next) board.point(next, document.activeElement?.closest('.board') !== null);
  }

  async function finish() {
    const answer = await hinted('way');
    if (!answer) return;
    const { squares, kind = 'open' } = answer;
    if (!squares) {
      change({ note: verdictOf(answer) });
      announce(noteText(t, part(), new Map()).text);
      return;
    }
    const from = part().squares.length;
    change({
      byMachine: true,
      isHelped: true,
      isDrawing: true,
      undone: [],
      note: null,
      elapsed: stopClock(part(), Date.now()).elapsed,
      since: null,
    });
    drawing.start(from, squares.length, (at) => {
      const isOver = at === squares.length;
      change({
        squares: squares.slice(0, at),
        isDrawing: !isOver,
        ...(isOver && {
          note: { type: /** @type {'finished'} */ ('finished'), from, kind },
        }),
      });
      if (isOver) announce(noteText(t, part(), new Map()).text);
    });
  }

  /** Repeats failed requests. */
  function retry() {
    const acts = { next: hint, way: finish, learn: () => learn(part().board) };
    const { note } = part();
    if (note?.type === 'refused') acts[note.retry]();
  }

  /** Requests a hint for the current position; null if the position has changed meanwhile. @param {'next'|'way'} grade  the next square, or the whole way */
  async function hinted(grade) {
    drawing.stop();
    const { board, squares } = part();
    if (isDone(part())) return null;
    change({ note: { type: 'wait' } });
    try {
      const answer = await hints.ask(
        'hint',
        puzzleParameters({
          board,
          after: squares,
          grade,
          max_time:
            squareCount(board) > MIN_LARGE_SQUARES && grade === 'next'
              ? CHECK_MAX_TIME
              : HINT_MAX_TIME,
        }),
      );
      reconnect.answered();
      return part().squares.join() === squares.join() ? answer : null;
    } catch (error) {
      if (!isCancelled(error))
        change({
          note: {
            type: 'refused',
            refused: /** @type {import('../../engine/refused.js').Refusal} */ (error),
            retry: grade,
          },
        });
      return null;
    }
  }

  /** Checks whether a new position can be finished. @param {Part} game */
  async function check(game) {
    const key = boardKey(game.board) + game.squares.join();
    if (checked === key || !game.squares.length || isDone(game)) return;
    checked = key;
    try {
      const answer = await checks.ask(
        'hint',
        puzzleParameters({
          board: game.board,
          after: game.squares,
          kind: 'open',
          grade: 'solvable',
          max_time: CHECK_MAX_TIME,
        }),
      );
      if (checked !== key) return;
      change({ verdict: verdictOf(answer) });
      if (answer.outcome !== 'found') announce(noteText(t, part(), new Map()).text);
    } catch {
      // A failed check is not shown; the next move repeats it.
    }
  }
}
