/** The server's reasons in the reader's language: its sentence is English, its certificate has the facts. */

/** @typedef {import('./i18n.js').Translate} Translate */

/**
 * @param {Translate} t
 * @param {import('./types.js').Reason} reason
 */
export function sentence(t, reason) {
  if (t.language === 'en') return upper(reason.text) + '.';
  const facts = reason.certificate ?? {};
  const key = t.has(`reason.${reason.code}`) ? `reason.${reason.code}` : 'reason.other';
  return t(key, values(reason, facts)) + (reason.code === 'parity' ? ' ' + t(parityEnding(facts)) : '');
}

/** @param {import('./types.js').Reason} reason @param {any} facts */
function values(reason, facts) {
  const names = (/** @type {any} */ list) => (Array.isArray(list) ? list.map((item) => item?.square ?? item) : []);
  return {
    text: reason.text,
    squares: names(facts.squares),
    n: Array.isArray(facts.squares) ? facts.squares.length : Number(facts.nodes ?? 0),
    dark: Number(facts.a1_colour ?? 0),
    light: Number(facts.other_colour ?? 0),
    square: facts.square ?? '',
    by: names(facts.needed_by),
    from: facts.from ?? '',
    to: facts.to ?? '',
    removed: names(facts.removed),
    pieces: names(facts.pieces).length,
    joins: Number(facts.joins ?? 0),
    size: facts.length ? `4×${facts.length}` : `${facts.short}×${facts.long}`,
    lost: facts.lost ?? names(facts.apart).join(' – '),
  };
}

/** @param {any} facts */
function parityEnding(facts) {
  if (facts.start && facts.end) return 'reason.parity.ends';
  return facts.start || facts.end ? 'reason.parity.end' : 'reason.parity.board';
}

/** A sentence begins with a capital, unless it begins with a square. @param {string} text */
export function upper(text) {
  if (/^[a-z]+\d/.test(text)) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
