/** The symmetry of a tour in a word: which turn or mirror of the board keeps it, as the engine measured. */

/** @param {import('./i18n.js').Translate} t @param {import('../board/measures.js').Measures['symmetry']} symmetry */
export function keptBy(t, { kept }) {
  const has = (/** @type {string} */ turn) =>
    kept.some(({ symmetry }) => symmetry.startsWith(turn));
  return t(
    `symmetry.${has('quarter') ? 'quarter' : has('half') ? 'half' : kept.length ? 'mirror' : 'none'}`,
  );
}
