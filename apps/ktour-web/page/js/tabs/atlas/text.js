/** Places and lengths of the map in the reader's way. */

/** @typedef {import('../../lib/i18n.js').Translate} Translate */

/** Metres across a square of a real board. */
const SQUARE_METRES = 0.05;

/** A column and a row. @param {Translate} t @param {number} x @param {number} y */
export function placeName(t, x, y) {
  return `${t.number(x)} · ${t.number(y)}`;
}

/** Converts a typed square to the engine's form: letters, or a column and a row as this page writes them. @param {string} text */
export const readPlace = (text) =>
  text.includes('·')
    ? text
        .split('·')
        .map((side) => side.replace(/\D/g, ''))
        .join()
    : text.trim();

/** Length of a number of squares of a real board. @param {Translate} t @param {number} squares */
export function lengthOf(t, squares) {
  const metres = squares * SQUARE_METRES;
  const [unit, n] =
    metres >= 1000
      ? ['kilometer', metres / 1000]
      : metres >= 1
        ? ['meter', metres]
        : ['millimeter', metres * 1000];
  return t.number(Number(n.toPrecision(2)), { style: 'unit', unit, unitDisplay: 'short' });
}
