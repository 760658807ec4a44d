/** A puzzle as parameters of a link, and the saved games, results and options. */

import { DIFFICULTIES, dayOf, keyOf } from './day.js';
import { newGame, stopClock } from './game.js';
import { withSaved } from '../../app/saved.js';
import { savedSquares } from '../../lib/square.js';

/** @typedef {import('./game.js').Part} Part */

/** Maximum number of saved games and of saved results. */
const MAX_GAMES = 60;
const MAX_DONE = 3000;
/** Letters of a date from a link that are shown. */
const LONGEST_DATE = 24;

/** Defaults of the saved values. */
const GAME = { entries: {}, elapsed: 0, hints: 0, isSolved: false };
const DONE = { time: 0, hints: 0, on: '' };
const OPTIONS = { clock: true, path: true };

/** Opens the puzzle of a day, as far as it has come; a date without a puzzle is replaced by today, with a note. @param {Pick<Part, 'games'>} part @param {string|null} requested @param {import('./day.js').Difficulty} difficulty */
export function opened({ games }, requested, difficulty) {
  const date = dayOf(requested);
  const note =
    requested && requested !== date
      ? {
          type: /** @type {'replaced'} */ ('replaced'),
          requested: requested.slice(0, LONGEST_DATE),
        }
      : null;
  return {
    date,
    difficulty,
    game: newGame(games[keyOf(date, difficulty)]),
    puzzle: null,
    facts: null,
    chosen: '',
    draft: null,
    hand: 0,
    wrong: [],
    note,
  };
}

/** @param {URLSearchParams} query @param {any} saved @returns {Part} */
export function read(query, saved) {
  const preferred = query.get('difficulty') ?? saved?.difficulty;
  const difficulty = DIFFICULTIES.find((name) => name === preferred) ?? 'easy';
  const games = Object.fromEntries(
    Object.entries(recordOf(saved?.games)).map(([key, game]) => [
      key,
      {
        ...withSaved(GAME, game),
        entries: recordOf(game?.entries),
        hinted: savedSquares(game?.hinted),
      },
    ]),
  );
  const done = Object.fromEntries(
    Object.entries(recordOf(saved?.done))
      .filter(([, each]) => typeof each?.on === 'string')
      .map(([key, each]) => [key, withSaved(DONE, each)]),
  );
  return {
    ...opened({ games }, query.get('date'), difficulty),
    games,
    done,
    way: 1,
    options: withSaved(OPTIONS, saved?.options),
  };
}

/** @param {any} value @returns {Record<string, any>} */
const recordOf = (value) =>
  value && typeof value === 'object' && !Array.isArray(value) ? value : {};

/** @param {Part} part */
export const write = ({ date, difficulty }) => ({ date, difficulty });

/** All games with the one in hand, which is the latest. @param {Part} part */
export function gamesOf({ games, date, difficulty, game }) {
  const { [keyOf(date, difficulty)]: _, ...others } = games;
  const { entries, elapsed, hints, hinted, isSolved } = stopClock(game, Date.now());
  return Object.keys(entries).length
    ? { ...others, [keyOf(date, difficulty)]: { entries, elapsed, hints, hinted, isSolved } }
    : others;
}

/** @param {Part} part */
export function keep(part) {
  const last = (/** @type {Record<string, any>} */ record, /** @type {number} */ most) =>
    Object.fromEntries(Object.entries(record).slice(-most));
  return {
    difficulty: part.difficulty,
    games: last(gamesOf(part), MAX_GAMES),
    done: last(part.done, MAX_DONE),
    options: part.options,
  };
}
