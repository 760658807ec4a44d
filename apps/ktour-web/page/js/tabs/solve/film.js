/** The frame of a film as a drawing, as a state of the player, and as a caption. */

import { leapTime } from './player.js';
import { pictureOf } from '../../lib/picture.js';
import { boardKey, place, squareCount } from '../../lib/square.js';
import { clockAt } from './race.js';
import { weave } from '../../board/weave.js';

/** @typedef {import('./state.js').Part} Part */

/** @typedef {import('../../types.js').Spec} Spec */

/** Events after which a search is shown faster, and frames of a time-lapse per second. */
const STEADY = 400;
const LAPSE_SPEED = 12;

/** @param {Part} part @returns {import('./player.js').Reel|null} */
export function reelOf({ film, at, isPlaying, isDrawing, speeds, status }) {
  // A tour that is still made better is not walked yet.
  if (!film || (film.type === 'tour' && status?.type === 'wait')) return null;
  const rate =
    film.type === 'search'
      ? (/** @type {number} */ speed, /** @type {number} */ at) => lapse(film.search, speed, at)
      : isDrawing
        ? () => drawn(film)
        : undefined;
  return {
    first: film.type === 'tour' ? 1 : 0,
    last: lastOf(film),
    at,
    isPlaying,
    speed: speeds[film.type],
    isWaiting: status?.type === 'wait',
    isStages: film.type === 'merge',
    rate,
  };
}

/** Leaps a second at which a tour that was found draws itself: all of it in three seconds. @param {import('./state.js').Film} film */
function drawn(film) {
  return Math.max(9, lastOf(film) / 2.7);
}

/** @param {import('./search.js').Search} search @param {number} speed @param {number} at */
function lapse(search, speed, at) {
  if (speed >= 1e9) return speed;
  return search.isLapse(at) ? Math.min(speed, LAPSE_SPEED) : speed * Math.max(1, at / STEADY);
}

/** @param {import('./state.js').Film} film */
export function lastOf(film) {
  switch (film.type) {
    case 'tour':
      return film.squares.length;
    case 'search':
      return film.search.length;
    case 'merge':
      return film.scenes.length - 1;
    default:
      return film.last;
  }
}

/** @param {import('../../lib/i18n.js').Translate} t @param {import('./state.js').Film|null} film @param {number} at @param {number} last */
export function caption(t, film, at, last) {
  if (!film) return '';
  if (film.type === 'race') return t('caption.race', { n: clockAt(at) });
  return t(`caption.${film.type}`, {
    n: film.type === 'merge' ? at + 1 : at,
    last: film.type === 'merge' ? last + 1 : last,
  });
}

/**
 * The spec of the board at this frame.
 * @param {Part} part
 * @param {boolean} isStill
 * @returns {Spec}
 */
export function spec(part, isStill) {
  const { board, film, at, speeds, status } = part;
  const drawing = part.isDrawing && film ? 900 / drawn(film) : null;
  const duration = isStill
    ? 0
    : drawing == null
      ? leapTime(speeds[part.view])
      : drawing > 40
        ? drawing
        : 0;
  const total = squareCount(board);
  const picture = pictureOf(board, status?.type === 'impossible' ? status.reason : null);
  /** @type {Spec} */
  const empty = {
    board,
    total,
    duration,
    tints: new Map([...picture, ...ends(part)]),
    showNumbers: part.shows.numbers,
    showPath: part.shows.path,
  };
  if (film?.type === 'tour') {
    const path = film.squares.slice(0, at);
    const woven = part.shows.woven ? wovenOf(film) : null;
    return {
      ...empty,
      woven,
      path,
      knight: path[path.length - 1] ?? null,
      isClosed: film.kind === 'closed' && at === film.squares.length,
    };
  }
  if (film?.type === 'search') {
    const path = [...film.search.seek(Math.min(at, film.search.length))];
    const isClosed = film.search.answer?.kind === 'closed' && path.length === total;
    return {
      ...empty,
      path,
      knight: path[path.length - 1] ?? null,
      heat: film.search.heat(),
      isClosed,
    };
  }
  if (film?.type === 'merge') {
    const scene = film.scenes[at];
    return { ...empty, regions: scene.regions, tours: scene.tours, lines: scene.lines };
  }
  return {
    ...empty,
    knight: part.start || null,
    ghost: isIdle(part) && part.ghost?.key === boardKey(board) ? part.ghost.squares : null,
  };
}

/** How each tour is woven. @type {WeakMap<string[], {n: number, leaps: [number, number][][]}>} */
const weaves = new WeakMap();
let drawings = 0;

/** @param {{squares: string[], kind: string}} film */
function wovenOf({ squares, kind }) {
  const points = () =>
    squares.map(
      (square) => /** @type {[number, number]} */ ([place(square).file, place(square).rank]),
    );
  const woven = weaves.get(squares) ?? { n: ++drawings, leaps: weave(points(), kind === 'closed') };
  weaves.set(squares, woven);
  return woven;
}

/** Whether the board has no film, no status and no given ends. @param {Part} part */
export const isIdle = (part) =>
  !part.film && !part.status && !part.isEditing && !part.start && !part.end;

/** The given first and last square. @param {Part} part */
function ends({ start, end }) {
  const tints = new Map();
  if (start) tints.set(start, 'start');
  if (end) tints.set(end, 'end');
  return tints;
}

/** The squares of the tour that a film ends with. @param {import('./state.js').Film|null} film */
export function tourOf(film) {
  if (film?.type === 'tour') return film.squares;
  if (film?.type === 'search') return film.search.answer?.squares;
  return film?.type === 'merge' ? film.scenes.at(-1)?.squares : undefined;
}
