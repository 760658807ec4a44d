/** The status of Puzzle: one sentence about the board, a hint, a check, or the end. */

import { refusal } from '../../engine/refused.js';
import { dateName, dayBegins, FIRST_DAY } from './day.js';
import { isFull, missing, numberOn, onward } from './game.js';
import { hintText } from './hints.js';

/** @typedef {import('./game.js').Part} Part */
/** @typedef {import('../../lib/i18n.js').Translate} Translate */

/**
 * The sentence in the panel, and its mood.
 * @param {Translate} t
 * @param {Part} part
 * @returns {{text: string, mood: string}}
 */
export function noteText(t, part) {
  const { note, puzzle, game, draft } = part;
  if (note) return noteSentence(t, part, note);
  if (!puzzle) return { text: t('puzzle.loading'), mood: '' };
  if (game.isSolved)
    return { text: t('puzzle.solved', { n: puzzle.solution.length }), mood: 'glad' };
  if (draft)
    return { text: t('puzzle.draft', { n: Number(draft.text), square: draft.square }), mood: '' };
  if (isFull(puzzle, game)) return { text: t('puzzle.full'), mood: 'sad' };
  const { n, squares } = onward(part);
  if (squares.length)
    return {
      text: t('puzzle.onward', {
        n,
        square: part.chosen,
        here: numberOn(puzzle, game, part.chosen),
      }),
      mood: '',
    };
  if (part.chosen && !numberOn(puzzle, game, part.chosen))
    return {
      text: t('puzzle.empty', { square: part.chosen, n: puzzle.solution.length }),
      mood: '',
    };
  return {
    text: `${ruleText(t, puzzle)} ${t('puzzle.begin.how')}`,
    mood: '',
  };
}

/** The rule of a puzzle, as it is printed too. @param {Translate} t @param {import('./game.js').Puzzle} puzzle */
export const ruleText = (t, { kind, solution }) =>
  t(kind === 'closed' ? 'puzzle.begin.closed' : 'puzzle.begin.open', { n: solution.length });

/** @param {Translate} t @param {Part} part @param {import('./game.js').Note} note */
function noteSentence(t, { puzzle, game }, note) {
  switch (note.type) {
    case 'replaced':
      return {
        text: t('puzzle.replaced', {
          asked: note.requested,
          first: dateName(t.language, FIRST_DAY),
          time: dayBegins(t.language),
        }),
        mood: '',
      };
    case 'wait':
      return { text: t('clue.wait'), mood: '' };
    case 'hint':
      return {
        text: hintText(t, note.hint, (square) => (puzzle ? numberOn(puzzle, game, square) : 0)),
        mood: 'hint',
      };
    case 'first':
      return { text: t('clue.first'), mood: 'sad' };
    case 'checked':
      return note.wrong
        ? { text: t('check.wrong', { n: note.wrong }), mood: 'sad' }
        : { text: t('check.right', { n: note.left }), mood: 'hint' };
    case 'given':
      return { text: t('puzzle.given', { square: note.square, n: note.n }), mood: 'sad' };
    case 'hand':
      return { text: t('puzzle.hand', { n: note.n }), mood: '' };
    case 'range':
      return { text: t('puzzle.range', { n: note.most }), mood: 'sad' };
    default:
      return { text: refusal(t, note.refused), mood: 'sad' };
  }
}

/** A square for those who do not see it. @param {Translate} t @param {Part} part @param {string} square */
export function squareText(t, { puzzle, game, draft, wrong }, square) {
  if (!puzzle) return square;
  if (draft?.square === square) return t('square.draft', { square, n: Number(draft.text) });
  const n = numberOn(puzzle, game, square);
  if (!n) return t('square.empty', { square });
  const how = square in puzzle.givens ? 'given' : wrong.includes(square) ? 'wrong' : 'written';
  return t(`square.${how}`, { square, n });
}

/** The announcement after a change. @param {Translate} t @param {Part} part @param {string} square */
export function boardText(t, part, square) {
  const { puzzle, game } = part;
  if (!puzzle || game.isSolved || !square) return noteText(t, part).text;
  return t('square.said', { what: squareText(t, part, square), n: missing(puzzle, game).length });
}
