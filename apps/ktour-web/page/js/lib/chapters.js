/** The chapters in the order they are read, and where a reason is explained. Small: every tab may link here. */

export const CHAPTERS = [
  'puzzle',
  'backtracking',
  'warnsdorff',
  'none',
  'divide',
  'any',
  'many',
  'growth',
];

/** The section of the chapter *When there is none* that explains a reason. @type {Record<string, string>} */
const SECTIONS = {
  parity: 'parity',
  'too-small': 'parity',
  'outer-lines': 'four',
  schwenk: 'four',
  cut: 'cut',
  disconnected: 'cut',
  'few-neighbours': 'forced',
  contested: 'forced',
  shortage: 'shortage',
  forced: 'forced',
  exhausted: 'cases',
  leaper: 'leaper',
  unkept: 'kept',
};

/** Where a reason is explained. @param {import('../types.js').Reason} reason */
export function lessonOf({ code, certificate }) {
  const section = code === 'schwenk' && certificate?.short === 3 ? 'three' : (SECTIONS[code] ?? '');
  return { chapter: 'none', section };
}
