/** How large a number is, in terms that a person can picture. */

const UNITS = /** @type {[string, number][]} */ ([
  ['second', 1],
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
  ['year', 31_557_600],
]);
/** Seconds since the beginning of everything. */
const AGE = 13.8e9 * 31_557_600;
/** A sheet of paper, and the way to the Moon, in kilometres. */
const SHEET = 1e-7;
const MOON = 384_400;

/**
 * Sentences about the size of a number of tours.
 * @param {import('../../lib/i18n.js').Translate} t
 * @param {number} tours
 */
export function sizeInWords(t, tours) {
  if (tours < 100) return [];
  return [t('count.seeing', { time: timeOf(t, tours) }), pileOf(t, tours * SHEET)];
}

/** @param {import('../../lib/i18n.js').Translate} t @param {number} seconds */
export function timeOf(t, seconds) {
  if (seconds > AGE) return t('count.ages', { n: rounded(seconds / AGE) });
  const [unit, length] = UNITS.findLast(([, length]) => seconds >= length * 1.5) ?? UNITS[0];
  return t.number(rounded(seconds / length), { style: 'unit', unit, unitDisplay: 'long' });
}

/** In megabytes, or in gigabytes where they are many. @param {import('../../lib/i18n.js').Translate} t @param {number} bytes */
export function memoryOf(t, bytes) {
  const [unit, n] =
    bytes >= 1e9 ? ['gigabyte', bytes / 1e9] : ['megabyte', Math.max(1, bytes / 1e6)];
  return t.number(rounded(n), { style: 'unit', unit });
}

/** @param {import('../../lib/i18n.js').Translate} t @param {number} kilometres */
function pileOf(t, kilometres) {
  if (kilometres > MOON) return t('count.moon', { n: rounded(kilometres / MOON) });
  const [unit, n] =
    kilometres >= 1
      ? ['kilometer', kilometres]
      : kilometres >= 1e-3
        ? ['meter', kilometres * 1e3]
        : ['centimeter', kilometres * 1e5];
  return t('count.pile', {
    height: t.number(rounded(n), { style: 'unit', unit, unitDisplay: 'long' }),
  });
}

/** Two digits that matter. @param {number} n */
function rounded(n) {
  return Number(n.toPrecision(2));
}
