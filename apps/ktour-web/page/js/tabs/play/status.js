/** The status of Play: one sentence about the position, a hint, a dead end, or the end. */

import { isClosed, isDone, knightOf, legalSquares } from './game.js';
import { sentence } from '../../lib/reason.js';
import { refusal } from '../../engine/refused.js';
import { squareCount } from '../../lib/square.js';

/** @typedef {import('./game.js').Part} Part */

/** @typedef {import('../../lib/i18n.js').Translate} Translate */

/**
 * The sentence in the panel, and its mood.
 * @param {Translate} t
 * @param {Part} game
 * @param {Map<string, number>} legal
 * @returns {{text: string, mood: string}}
 */
export function noteText(t, game, legal) {
  const { note, board } = game;
  if (note) return noteSentence(t, game, note);
  if (game.isEditing) return { text: t('note.editing'), mood: '' };
  if (isDone(game)) {
    const closed = isClosed(game, game.facts);
    const done = t(closed ? 'note.closed' : 'note.open', { n: squareCount(board) });
    return {
      text: game.isBest ? `${done} ${t('note.best')}` : done,
      mood: closed ? 'glad closed' : 'glad',
    };
  }
  const verdict = game.options.deadEnd ? game.verdict : null;
  if (verdict?.type === 'impossible')
    return { text: `${t('note.dead')} ${sentence(t, verdict.reason)}`, mood: 'sad' };
  const left = game.left.at(-1);
  if (!game.squares.length)
    return {
      text: left
        ? t('note.left', {
            board: `${left.board.files}×${left.board.ranks}`,
            n: left.squares.length,
          })
        : t('note.place'),
      mood: '',
    };
  if (!game.facts) return { text: t('note.loading'), mood: '' };
  if (!legal.size && !legalSquares(game, game.facts).size)
    return { text: t('note.stuck', { n: squareCount(board) - game.squares.length }), mood: 'sad' };
  const text = t('note.legal', {
    n: legal.size || legalSquares(game, game.facts).size,
    square: knightOf(game),
  });
  if (verdict?.type === 'found') return { text: `${text} ${t('note.alive')}`, mood: '' };
  if (verdict?.type === 'unknown') return { text: `${text} ${t('note.unsure')}`, mood: '' };
  return { text, mood: '' };
}

/** @param {Translate} t @param {Part} game @param {import('./game.js').Note} note */
function noteSentence(t, { board, squares }, note) {
  switch (note.type) {
    case 'wait':
      return { text: t('note.wait'), mood: '' };
    case 'refused':
      return { text: refusal(t, note.refused), mood: 'sad' };
    case 'illegal': {
      const step = squares.indexOf(note.square) + 1;
      const key = board.holes.includes(note.square)
        ? 'hole'
        : step === squares.length
          ? 'here'
          : step
            ? 'visited'
            : 'far';
      return {
        text: t(`illegal.${key}`, {
          square: note.square,
          from: squares[squares.length - 1],
          n: step,
        }),
        mood: 'sad',
      };
    }
    case 'hint':
      return { text: hintText(t, note), mood: 'hint' };
    case 'finished':
      return {
        text: t(note.kind === 'closed' ? 'note.finished.closed' : 'note.finished', {
          n: note.from,
        }),
        mood: 'hint',
      };
    case 'impossible':
      return { text: `${t('note.dead')} ${sentence(t, note.reason)}`, mood: 'sad' };
    default:
      return { text: t('note.unknown'), mood: '' };
  }
}

/** @param {Part} game @param {string} square  the next of a tour that is known whole @returns {import('./game.js').Hint} */
export function hintOf(game, square) {
  const legal = legalSquares(game, game.facts);
  const counts = [...legal.values()];
  return {
    type: 'hint',
    square,
    isFirst: !game.squares.length,
    left: squareCount(game.board) - game.squares.length,
    onward: legal.get(square) ?? 0,
    fewest: Math.min(...counts),
    isOnly: counts.length === 1,
  };
}

/** @param {Translate} t @param {import('./game.js').Hint} hint */
function hintText(t, hint) {
  const go = t(hint.isFirst ? 'hint.begin' : 'hint.go', { square: hint.square, n: hint.left });
  if (hint.isFirst) return go;
  const why = hint.isOnly
    ? 'hint.only'
    : hint.left === 1
      ? 'hint.last'
      : hint.onward === hint.fewest
        ? 'hint.fewest'
        : 'hint.notFewest';
  return `${go} ${t(why, { n: hint.onward })}`;
}

/** The announcement of a position. @param {Translate} t @param {Part} game */
export function positionText(t, game) {
  const here = knightOf(game);
  if (!here) return t('play.restarted');
  const legal = legalSquares(game, game.facts);
  const move = t('said.move', {
    square: here,
    n: game.squares.length,
    total: squareCount(game.board),
  });
  return isDone(game) || !legal.size
    ? `${move} ${noteText(t, game, legal).text}`
    : `${move} ${t('said.legal', { n: legal.size, squares: [...legal.keys()] })}`;
}
