/** A puzzle as the words of a link, and what a browser keeps: how far each has come, which are solved, what is shown. */

import { DIFFICULTIES, dayOf, keyOf } from './day.js';
import { newGame, stopClock } from './game.js';

/** @typedef {import('./game.js').Part} Part */

/** Puzzles that are kept unfinished, and solved ones whose times are kept: the latest. */
const MOST_GAMES = 60;
const MOST_DONE = 3000;

/** The puzzle of a day, as far as it has come. @param {Pick<Part, 'games'>} part @param {string} date @param {import('./day.js').Difficulty} difficulty */
export function opened({ games }, date, difficulty) {
  return { date, difficulty, game: newGame(games[keyOf(date, difficulty)]), puzzle: null, facts: null, chosen: '', draft: null, hand: 0, wrong: [], note: null };
}

/** @param {URLSearchParams} query @param {any} saved @returns {Part} */
export function read(query, saved) {
  const wanted = query.get('difficulty') ?? saved?.difficulty;
  const difficulty = DIFFICULTIES.find((name) => name === wanted) ?? 'easy';
  const games = recordOf(saved?.games);
  return { ...opened({ games }, dayOf(query.get('date')), difficulty), games, done: recordOf(saved?.done), way: 1, options: { clock: true, path: true, ...saved?.options } };
}

/** @param {any} value @returns {Record<string, any>} */
const recordOf = (value) => (value && typeof value === 'object' ? value : {});

/** @param {Part} part */
export const write = ({ date, difficulty }) => ({ date, difficulty });

/** All games with the one in hand, which is the latest. @param {Part} part */
export function gamesOf({ games, date, difficulty, game }) {
  const { [keyOf(date, difficulty)]: _, ...others } = games;
  const { entries, elapsed, hints, isSolved } = stopClock(game, Date.now());
  return Object.keys(entries).length ? { ...others, [keyOf(date, difficulty)]: { entries, elapsed, hints, isSolved } } : others;
}

/** @param {Part} part */
export function keep(part) {
  const last = (/** @type {Record<string, any>} */ record, /** @type {number} */ most) => Object.fromEntries(Object.entries(record).slice(-most));
  return { difficulty: part.difficulty, games: last(gamesOf(part), MOST_GAMES), done: last(part.done, MOST_DONE), options: part.options };
}
