/** The name of a tour's symmetry: the turn or mirror that preserves it, as the engine measured. */

/** @param {import('./i18n.js').Translate} t @param {import('../board/measures.js').Measures['symmetry']} symmetry */
export function symmetryName(t, { kept }) {
  const has = (/** @type {string} */ turn) =>
    kept.some(({ symmetry }) => symmetry.startsWith(turn));
  return t(
    `symmetry.${has('quarter') ? 'quarter' : has('half') ? 'half' : kept.length ? 'mirror' : 'none'}`,
  );
}
