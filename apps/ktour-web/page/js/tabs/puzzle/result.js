/** A puzzle that was solved, in a line without spoilers: for the panel, and to be shared. */

import { address } from '../../app/address.js';
import { button, h, setText } from '../../lib/dom.js';
import { clockTime } from '../play/times.js';
import { dateName, SIDES } from './day.js';

/** @typedef {import('./game.js').Part} Part */

/** The day, the board, the time and the help; no square and no number of the solution. @param {import('../../lib/i18n.js').Translate} t @param {Part} part */
export function resultLine(t, { date, difficulty, game }) {
  const what = `${t(`difficulty.${difficulty}`)} ${SIDES[difficulty]}×${SIDES[difficulty]}`;
  return `♞ ${t('shell.name')} · ${dateName(t.language, date)} · ${what} · ${clockTime(game.elapsed)} · ${t('result.hints', { n: game.hints })}`;
}

/**
 * What can be taken along: the result where there is one, the link, the sheet of paper.
 * @param {import('../../types.js').App} app
 */
export function createResult({ t, store, announce }) {
  const link = () => new URL(address(store.state), location.href).href;
  const line = h('p', { class: 'result' });
  const field = h('input', {
    class: 'link-field',
    readonly: true,
    hidden: true,
    'aria-label': t('share.link'),
  });
  const status = h('p', { class: 'fine', 'aria-hidden': 'true', hidden: true });
  const share = button(
    t('result.share'),
    'link',
    () => {
      const text = resultLine(t, store.state.puzzle);
      const copy = () => toClipboard(`${text}\n${link()}`, t('result.copied'));
      if (!navigator.share) return copy();
      // A cancelled share does not copy.
      navigator
        .share({ text, url: link() })
        .catch((error) => (error.name === 'AbortError' ? undefined : copy()));
    },
    { class: 'primary wide' },
  );
  const solved = h('div', { class: 'card solved' }, line, share);
  const element = h(
    'section',
    { class: 'share puzzle-share' },
    solved,
    h(
      'div',
      { class: 'actions two' },
      button(t('share.copy'), 'link', () => toClipboard(link(), t('share.copied'))),
      button(t('puzzle.print'), 'print', () => window.print()),
    ),
    field,
    status,
  );
  return {
    element,
    /** @param {Part} part */
    render(part) {
      solved.hidden = !part.game.isSolved;
      setText(line, part.game.isSolved ? resultLine(t, part) : '');
    },
  };

  /** Copies a text, or shows it in a field if the clipboard is not available. @param {string} text @param {string} done  the status after copying */
  async function toClipboard(text, done) {
    const isKept = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    field.hidden = !!isKept;
    status.hidden = false;
    setText(status, isKept ? done : t('share.select'));
    announce(status.textContent ?? '');
    if (isKept) return;
    field.value = text;
    field.select();
  }
}
