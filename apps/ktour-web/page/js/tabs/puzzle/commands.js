/** The actions of Puzzle: a number on a square, undo, another day, a check, and hints in three grades. */

import { puzzleParameters } from '../../engine/engine.js';
import { facts } from '../../engine/facts.js';
import { createLatest, isCancelled } from '../../engine/latest.js';
import { boardKey } from '../../lib/square.js';
import { SIDES, keyOf, today } from './day.js';
import {
  erase,
  missing,
  numberOn,
  onward,
  redo,
  undo,
  write as writeNumber,
  wrongSquares,
} from './game.js';
import { hintFrom } from './hints.js';
import { noteText, boardText, squareText } from './status.js';
import { gamesOf, opened } from './state.js';

/** @typedef {import('./game.js').Part} Part */
/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./game.js').Puzzle} Puzzle */

/**
 * @param {import('../../types.js').App} app
 * @param {{refuse: (square: string) => void}} board
 */
export function createCommands({ store, t, announce }, board) {
  const part = () => store.state.puzzle;
  const change = (/** @type {import('../../app/store.js').Change<Part>} */ next) =>
    store.change('puzzle', next);
  let requested = '';
  const questions = createLatest();
  const hints = createLatest();
  return {
    check,
    commit,
    hint,
    learn,
    open,
    pick,
    press,
    put,
    rub,
    take,
    turn,
    needPuzzle: () => requested !== keyOf(part().date, part().difficulty) && learn(),
    stopAll() {
      questions.stop();
      hints.stop();
    },
  };

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
      const hint = hintFrom(steps, puzzle, game);
      const hinted = [...new Set([...game.hinted, hint.square])];
      showAndAnnounce({
        note: { type: 'hint', hint },
        game: { ...part().game, hints: game.hints + 1, hinted },
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
