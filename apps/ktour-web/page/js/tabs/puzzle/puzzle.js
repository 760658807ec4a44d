/** Puzzle: a board of the day with some of the steps written in; who solves it finds the rest. */

import { puzzleParameters } from '../../engine/engine.js';
import { facts } from '../../engine/facts.js';
import { createLatest, isCancelled } from '../../engine/latest.js';
import { createBoard } from '../../board/board.js';
import { celebrate } from '../../board/celebrate.js';
import { createFrame } from '../../board/frame.js';
import { details, h } from '../../lib/dom.js';
import { boardKey } from '../../lib/square.js';
import { watchShortcuts } from '../play/shortcuts.js';
import { SIDES, dateName, keyOf, today } from './day.js';
import { watchDrag } from './drag.js';
import {
  clear,
  erase,
  links,
  missing,
  numberOn,
  onward,
  redo,
  squareOf,
  stopClock,
  undo,
  write as writeNumber,
  wrongSquares,
} from './game.js';
import { hintFrom, hintTints } from './hints.js';
import { noteText, boardText, squareText } from './status.js';
import { createPuzzlePanel } from './panel.js';
import { createResult } from './result.js';
import { gamesOf, keep, opened, read, write } from './state.js';
import { createTray } from './tray.js';

/** @typedef {import('./game.js').Part} Part */
/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./game.js').Puzzle} Puzzle */

/** @type {import('../../types.js').Tab<'puzzle'>} */
export const puzzle = { name: 'puzzle', mount, read, write, keep };

/** @param {HTMLElement} root @param {import('../../types.js').App} app */
function mount(root, app) {
  const { store, t, announce } = app;
  const part = () => store.state.puzzle;
  const change = (/** @type {import('../../app/store.js').Change<Part>} */ next) =>
    store.change('puzzle', next);

  const board = createBoard(t, t('board.name'), { pick, key: (key) => press(key, board.cursor) });
  const frame = createFrame(t, board);
  const tray = createTray(t, { take, drop: (n, square) => put(square, n) });
  const result = createResult(app);
  const panel = createPuzzlePanel(app, {
    undo: () => turn(undo),
    redo: () => turn(redo),
    clear: () => turn(clear),
    erase: () => rub(part().draft?.square ?? part().chosen),
    hint,
    check,
    again: () => (part().puzzle ? hint() : learn()),
    open,
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
        ? put(square, n)
        : part().puzzle && rub(squareOf(/** @type {Puzzle} */ (part().puzzle), part().game, n)),
    tap: (target) => pick(/** @type {SVGElement} */ (target).dataset.square ?? ''),
  });
  // Digits that wait for another are a number when the reader goes elsewhere.
  const leave = (/** @type {FocusEvent} */ event) =>
    /** @type {SVGElement|null} */ (event.relatedTarget)?.dataset?.square !==
      part().draft?.square && commit();
  board.holder.addEventListener('focusout', leave);

  let requested = '';
  let hasCelebrated = part().game.isSolved;
  const questions = createLatest();
  const hints = createLatest();
  const clock = window.setInterval(() => panel.tick(part()), 500);
  const unwatch = watchShortcuts({
    undo: () => turn(undo),
    redo: () => turn(redo),
    key: (key) => press(key, part().chosen),
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
      questions.stop();
      hints.stop();
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
    if (requested !== keyOf(now.date, now.difficulty)) learn();
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

  /** Requests the puzzle of the current day. */
  async function learn() {
    const { date, difficulty } = part();
    requested = keyOf(date, difficulty);
    const shape = { files: SIDES[difficulty], ranks: SIDES[difficulty], holes: [] };
    try {
      const [{ kind = 'open', givens = {}, solution = [] }, known] = await Promise.all([
        questions.ask('puzzle', puzzleParameters({ board: shape, difficulty, date })),
        facts(shape),
      ]);
      if (requested !== keyOf(date, difficulty)) return;
      const puzzle = { board: shape, kind, givens, solution };
      // A saved value may be anything.
      const entries = Object.fromEntries(
        Object.entries(part().game.entries).filter(
          ([square, n]) =>
            puzzle.solution.includes(square) && !(square in puzzle.givens) && Number.isInteger(n),
        ),
      );
      change(({ game, note }) => ({
        puzzle,
        facts: known,
        note: note?.type === 'replaced' ? note : null,
        game: {
          ...game,
          entries,
          isSolved: game.isSolved && !missing(puzzle, { ...game, entries }).length,
        },
      }));
      if (part().note?.type === 'replaced') announce(noteText(t, part()).text);
    } catch (refused) {
      if (!isCancelled(refused))
        change({
          note: { type: 'refused', refused: /** @type {any} */ (refused), again: 'puzzle' },
        });
    }
  }

  /** Opens another day or difficulty; the current game is saved. @param {string} date @param {import('./day.js').Difficulty} difficulty */
  function open(date, difficulty) {
    commit();
    hints.stop();
    change((now) => {
      const games = gamesOf(now);
      return { games, ...opened({ games }, date, difficulty) };
    });
    hasCelebrated = part().game.isSolved;
  }

  /** Plays a step of the game, announces it, and records a solved puzzle. @param {(game: Game, puzzle: Puzzle, now: number) => Game} step @param {Partial<Part>} [more] @param {string} [square] */
  function play(step, more = {}, square = part().chosen) {
    const { puzzle, game, date, difficulty, done, wrong } = part();
    if (!puzzle) return;
    const next = step(game, puzzle, Date.now());
    const key = keyOf(date, difficulty);
    const isNew = next.isSolved && !(key in done);
    change({
      note: null,
      hand: 0,
      draft: null,
      ...more,
      game: next,
      wrong: wrong.filter((square) => next.entries[square] === game.entries[square]),
      ...(isNew && {
        done: { ...done, [key]: { time: next.elapsed, hints: next.hints, on: today() } },
      }),
      ...(next.isSolved && { chosen: '', wrong: [] }),
    });
    announce(boardText(t, part(), square));
  }

  /** @param {(game: Game, puzzle: Puzzle, now: number) => Game} step */
  function turn(step) {
    if (part().draft) change({ draft: null });
    else play(step);
  }

  /** A number on a square, if neither is given. @param {string} square @param {number} n */
  function put(square, n) {
    const { puzzle, game } = part();
    if (!puzzle || game.isSolved) return;
    const given =
      square in puzzle.givens
        ? square
        : Object.keys(puzzle.givens).find((on) => puzzle.givens[on] === n);
    if (given) {
      change({
        note: { type: 'given', square: given, n: puzzle.givens[given] },
        draft: null,
        hand: 0,
      });
      board.refuse(given);
      announce(noteText(t, part()).text);
      return;
    }
    play(
      (game, puzzle, now) => writeNumber(game, puzzle, square, n, now),
      { chosen: square },
      square,
    );
  }

  /** @param {string} square */
  function rub(square) {
    if (part().draft?.square === square) return change({ draft: null });
    if (square)
      play((game, puzzle, now) => erase(game, puzzle, square, now), { chosen: square }, square);
  }

  /** The digits that wait are the number. */
  function commit() {
    const { draft } = part();
    if (draft) put(draft.square, Number(draft.text));
  }

  /** A click or Enter: the number in hand, the next along the tour, or the square itself. @param {string} square */
  function pick(square) {
    const { draft, hand, puzzle, game } = part();
    if (!puzzle || game.isSolved || !square) return;
    if (draft) {
      commit();
      if (draft.square === square) return;
    }
    if (hand) return put(square, hand);
    const next = onward(part());
    if (next.squares.includes(square)) return put(square, next.n);
    change({ chosen: square, note: null });
    const marked = onward(part());
    announce(
      `${squareText(t, part(), square)}. ${marked.squares.length ? t('puzzle.may.go', { n: marked.n, squares: marked.squares }) : ''}`,
    );
  }

  /** A number of the tray: for the chosen square, or for the one that is chosen next. @param {number} n */
  function take(n) {
    const { chosen, puzzle, hand } = part();
    if (!puzzle) return;
    commit();
    if (chosen && !numberOn(puzzle, part().game, chosen)) return put(chosen, n);
    change({ hand: hand === n ? 0 : n, note: hand === n ? null : { type: 'hand', n } });
    if (hand !== n) announce(noteText(t, part()).text);
  }

  /** @param {string} key @param {string} square  where digits go */
  function press(key, square) {
    const letter = key.toLowerCase();
    if (/^[0-9]$/.test(letter) && square) return (type(square, letter), true);
    const act = {
      u: () => turn(undo),
      r: () => turn(redo),
      h: hint,
      c: check,
      b: () => change(({ way }) => ({ way: way > 0 ? -1 : 1, note: null })),
      backspace: () => back(square),
      delete: () => rub(square),
      escape: () => change({ draft: null, hand: 0, chosen: '', note: null }),
      enter: commit,
    }[letter];
    // Enter presses a focused button, and Escape closes an open group.
    if (letter === 'enter' && !part().draft) return false;
    act?.();
    return !!act && letter !== 'escape';
  }

  /** @param {string} square @param {string} digit */
  function type(square, digit) {
    const { puzzle, draft, game } = part();
    if (!puzzle || game.isSolved) return;
    if (square in puzzle.givens) return put(square, 0);
    const most = puzzle.solution.length;
    const longer = draft?.square === square ? draft.text + digit : digit;
    const n = Number(longer) <= most ? Number(longer) : Number(digit);
    if (!n) return change({ note: { type: 'range', most } });
    if (n * 10 > most) return put(square, n);
    change({ draft: { square, text: String(n) }, chosen: square, note: null, hand: 0 });
    announce(noteText(t, part()).text);
  }

  /** The last digit goes, or the number. @param {string} square */
  function back(square) {
    const { draft } = part();
    if (draft && draft.text.length > 1)
      change({ draft: { ...draft, text: draft.text.slice(0, -1) } });
    else rub(square);
  }

  function check() {
    commit();
    const { puzzle, game } = part();
    if (!puzzle || game.isSolved) return;
    const wrong = wrongSquares(puzzle, game);
    change({
      wrong,
      note: { type: 'checked', wrong: wrong.length, left: missing(puzzle, game).length },
    });
    announce(`${noteText(t, part()).text} ${wrong.length ? t.list(wrong) : ''}`);
  }

  /** A hint in three grades: where to look, why, and the number. */
  async function hint() {
    commit();
    const { puzzle, game, note } = part();
    if (!puzzle || game.isSolved) return;
    if (wrongSquares(puzzle, game).length) return showAndAnnounce({ note: { type: 'first' } });
    if (note?.type === 'hint' && note.hint.grade < 3) {
      const hint = { ...note.hint, grade: /** @type {2|3} */ (note.hint.grade + 1) };
      if (hint.grade < 3) return showAndAnnounce({ note: { type: 'hint', hint } });
      put(hint.square, hint.n);
      return part().game.isSolved ? undefined : showAndAnnounce({ note: { type: 'hint', hint } });
    }
    change({ note: { type: 'wait' }, game: { ...game, since: game.since ?? Date.now() } });
    const givens = Object.entries({ ...puzzle.givens, ...game.entries })
      .map(([square, n]) => `${square}:${n}`)
      .join();
    try {
      const { steps = [] } = await hints.ask(
        'given',
        puzzleParameters({ board: puzzle.board, kind: puzzle.kind, givens, steps: true }),
      );
      if (
        part().game.entries !== game.entries ||
        boardKey(part().puzzle?.board ?? puzzle.board) !== boardKey(puzzle.board)
      )
        return;
      showAndAnnounce({
        note: { type: 'hint', hint: hintFrom(steps, puzzle, game) },
        game: { ...part().game, hints: game.hints + 1 },
      });
    } catch (refused) {
      if (!isCancelled(refused))
        change({ note: { type: 'refused', refused: /** @type {any} */ (refused), again: 'hint' } });
    }
  }

  /** @param {Partial<Part>} what */
  function showAndAnnounce(what) {
    change(what);
    announce(noteText(t, part()).text);
  }
}
