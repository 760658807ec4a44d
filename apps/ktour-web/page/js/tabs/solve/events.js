/** A frame of a search as a sentence, and its line of the program. */

/** @typedef {import('../../lib/i18n.js').Translate} Translate */

/** The program of a search, line by line; those within the first are set in. */
export const LINES = ['visit', 'done', 'each', 'go', 'back'];

/**
 * @param {Translate} t
 * @param {import('./search.js').Search} search  that was sought to the frame
 * @param {number} at
 * @returns {{text: string, line: string}}
 */
export function eventOf(t, search, at) {
  const { frames, path } = search;
  const [kind, square] = frames[at - 1] ?? [];
  const here = path[path.length - 1] ?? '';
  if (kind === 's')
    return {
      text: t('event.lapse', { ...search.unseen(at), n: search.unseen(at).moves }),
      line: '',
    };
  if (kind === 'l')
    return { text: t('event.back', { square: String(square), to: here || '–' }), line: 'back' };
  if (kind === 'e' && at === search.length && search.answer?.outcome === 'found')
    return { text: t('event.done', { square: here, n: path.length }), line: 'done' };
  if (kind === 'e') return { text: t('event.go', { square: here, n: path.length }), line: 'go' };
  return { text: t('event.begin', { square: here }), line: 'visit' };
}

/** A sentence about the events that a film leaves out; empty if it shows all. @param {Translate} t @param {import('./search.js').Search} search */
export function leftOut(t, search) {
  const unseen = search.clock - search.seen;
  return unseen > 0 && search.length > search.seen
    ? t('search.unseen', { n: search.seen, unseen })
    : '';
}
