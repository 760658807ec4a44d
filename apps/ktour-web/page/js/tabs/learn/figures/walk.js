/** A board to walk on, with undo and restart. The caller describes each position. */

import { facts } from '../../../engine/facts.js';
import { button, h } from '../../../lib/dom.js';
import { squareCount } from '../../../lib/square.js';
import {
  canEnter,
  enter,
  isClosed,
  isDone,
  knightOf,
  legalSquares,
  newGame,
  undo,
} from '../../play/game.js';

/** How long a leap is seen. */
const LEAP_MS = 180;

/** @typedef {{squares: string[], from: string, chosen: string, legal: Map<string, number>, before: Map<string, number>, isDone: boolean, isClosed: boolean, total: number}} Position  `before`: what could be chosen */

/**
 * @param {import('../figure.js').Figure} figure
 * @param {import('../../../types.js').Board} shape
 * @param {{squares?: string[], showOnward?: boolean, tints?: (position: Position) => Map<string, string>}} how  the first squares are given
 * @param {(position: Position) => void} walked
 */
export function createWalk(
  figure,
  shape,
  { squares: given = [], showOnward = false, tints },
  walked,
) {
  const { t } = figure;
  const board = figure.board({ pick });
  const back = button(t('play.undo'), 'undo', () =>
    go(game.squares.length > given.length ? undo(game, 0) : game),
  );
  const again = button(t('play.restart'), 'restart', () => go(begun()));
  figure.side.append(h('div', { class: 'row' }, back, again));
  /** @type {import('../../../types.js').Facts|null} */
  let known = null;
  let game = begun();
  /** @type {Map<string, number>} */
  let before = new Map();
  figure.run(async () => {
    known = await facts(shape);
    show(0);
  });
  return {
    board,
    get squares() {
      return game.squares;
    },
  };

  function begun() {
    return { ...newGame(shape), squares: [...given] };
  }

  /** @param {string} square */
  function pick(square) {
    if (!known || !canEnter(game, square, known)) return board.refuse(square);
    before = legalSquares(game, known);
    go(enter(game, square, 0));
  }

  /** @param {import('../../play/game.js').Game} next */
  function go(next) {
    const isLeap = next.squares.length > game.squares.length;
    if (!isLeap) before = new Map();
    game = next;
    show(isLeap ? LEAP_MS : 0);
  }

  /** @param {number} duration */
  function show(duration) {
    const legal = legalSquares(game, known);
    const position = {
      squares: game.squares,
      from: game.squares.at(-2) ?? '',
      chosen: knightOf(game) ?? '',
      legal,
      before,
      isDone: isDone(game),
      isClosed: isClosed(game, known),
      total: squareCount(shape),
    };
    board.render({
      board: shape,
      path: game.squares,
      total: position.total,
      knight: knightOf(game),
      legal,
      showOnward,
      duration,
      isClosed: position.isClosed,
      tints: tints?.(position) ?? stuck(position),
      explain: (square) =>
        showOnward ? t('board.onward', { n: legal.get(square) }) : t('board.legal'),
    });
    back.disabled = again.disabled = game.squares.length <= given.length;
    walked(position);
  }

  /** A dead end is seen as one. @param {Position} position */
  function stuck({ squares, legal, isDone, chosen }) {
    if (!chosen || legal.size || isDone || !known) return new Map();
    return new Map([
      ...known.squares
        .filter((square) => !squares.includes(square))
        .map((square) => /** @type {[string, string]} */ ([square, 'unvisited'])),
      [chosen, 'stuck'],
    ]);
  }
}

/** A sentence about the position. @param {import('../../../lib/i18n.js').Translate} t @param {Position} position */
export function walkText(t, { squares, legal, isDone, isClosed, chosen, total }) {
  if (!squares.length) return t('note.place');
  if (isDone) return t(isClosed ? 'note.closed' : 'note.open', { n: total });
  return legal.size
    ? t('note.legal', { square: chosen, n: legal.size })
    : t('note.stuck', { n: total - squares.length });
}
