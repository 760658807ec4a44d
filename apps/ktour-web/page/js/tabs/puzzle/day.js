/** Days of puzzles, in UTC, so that a link opens the same puzzle everywhere; the board of each difficulty, and the streak. */

/** @typedef {'easy'|'medium'|'hard'} Difficulty */

/** A puzzle is made from its date and its board: three boards, three tours. */
export const SIDES = /** @type {Record<Difficulty, number>} */ ({ easy: 5, medium: 6, hard: 8 });
export const DIFFICULTIES = /** @type {Difficulty[]} */ (Object.keys(SIDES));

/** The first day of the archive. */
export const FIRST_DAY = '2026-01-01';

/** Returns the date of a moment, in UTC. */
export const today = (now = new Date()) => now.toISOString().slice(0, 10);

/** The date a number of days later. @param {string} date @param {number} days */
export function dayAfter(date, days = 1) {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** A day of the archive, or today where it is none. @param {string|null|undefined} date */
export function dayOf(date) {
  const isDay =
    /^\d{4}-\d\d-\d\d$/.test(date ?? '') &&
    !Number.isNaN(Date.parse(`${date}T00:00:00Z`)) &&
    dayAfter(/** @type {string} */ (date), 0) === date;
  return isDay && date >= FIRST_DAY && date <= today() ? /** @type {string} */ (date) : today();
}

/** A date in the reader's language. @param {string} language @param {string} date @param {Intl.DateTimeFormatOptions} [how] */
export function dateName(language, date, how = { dateStyle: 'long' }) {
  return new Intl.DateTimeFormat(language, { ...how, timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
}

/** Returns the reader's local time at which the next day's puzzle comes. @param {string} language */
export const dayBegins = (language) =>
  new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(
    new Date(`${dayAfter(today())}T00:00:00Z`),
  );

/** The name of a puzzle. @param {string} date @param {Difficulty} difficulty */
export const keyOf = (date, difficulty) => `${date} ${difficulty}`;

/** A puzzle that was solved: how long it took, how much help, and on which day. @typedef {{time: number, hints: number, on: string}} Done */

/**
 * The streak: days in a row on which that day's puzzle was solved, of any difficulty, up to today or yesterday; and the longest one.
 * @param {Record<string, Done>} done @param {string} now
 */
export function streak(done, now) {
  const days = new Set(
    Object.entries(done)
      .filter(([key, { on }]) => key.startsWith(on))
      .map(([, { on }]) => on),
  );
  const upTo = (/** @type {string} */ last) => {
    let length = 0;
    while (days.has(dayAfter(last, -length))) length++;
    return length;
  };
  const ends = [...days].filter((day) => !days.has(dayAfter(day)));
  return {
    now: upTo(days.has(now) ? now : dayAfter(now, -1)),
    best: Math.max(0, ...ends.map(upTo)),
  };
}
