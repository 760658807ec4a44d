/** The actions of Play: a leap, undo, a new board, a hint, a finish, and the check for dead ends. */

import { puzzleParameters } from '../../engine/engine.js';
import { facts } from '../../engine/facts.js';
import { createLatest, isCancelled } from '../../engine/latest.js';
import { createGhost } from '../../board/ghost.js';
import { drawTour } from '../../board/drawing.js';
import {
  canEnter,
  change as changed,
  enter,
  isClosed,
  isDone,
  lawful,
  redo,
  stopClock,
  undo,
  verdictOf,
} from './game.js';
import { hintOf, noteText, positionText } from './status.js';
import { createReconnect } from './reconnect.js';
import { sound } from './sound.js';
import { keepTime } from './times.js';
import { boardKey, squareCount } from '../../lib/square.js';

/** @typedef {import('./game.js').Part} Part */

/** Time limits of a check after each step, and of a hint. */
const CHECK_MAX_TIME = '1s';
const HINT_MAX_TIME = '10s';
/** Minimum number of squares of a board on which a hint has the shorter limit. */
const MIN_LARGE_SQUARES = 1600;

/**
 * @param {import('../../types.js').App} app
 * @param {ReturnType<typeof import('../../board/board.js').createBoard>} board
 * @param {ReturnType<typeof import('../../board/painter.js').createPainter>} painter
 */
export function createCommands(app, board, painter) {
  const { store, t, announce } = app;
  const part = () => store.state.play;
  const change = (/** @type {import('../../app/store.js').Change<Part>} */ next) =>
    store.change('play', next);
  const playSound = (/** @type {'leap'|'wrong'|'done'} */ name) =>
    part().options.sound && sound(name);
  let factsRequestedFor = '';
  let checked = '';
  const reconnect = createReconnect(retry);
  const drawing = drawTour(app.isStill);
  const hints = createLatest();
  const checks = createLatest();
  const ghost = createGhost(
    (squares, key) => boardKey(part().board) === key && change({ ghost: squares }),
  );
  return {
    begin,
    check,
    hint,
    key,
    pick,
    place,
    reshape,
    retry,
    turn,
    finishOrSkip: () => (part().isDrawing ? drawing.skip() : finish()),
    /** The next check is made even if the position was checked. */
    forgetCheck: () => (checked = ''),
    leapTime: () => drawing.leap,
    /** @param {import('../../types.js').Board} shape */
    needFacts: (shape) => factsRequestedFor !== boardKey(shape) && learn(shape),
    watchNote: reconnect.watch,
    stopAll() {
      for (const each of [drawing, hints, checks, ghost, reconnect]) each.stop();
    },
  };

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
