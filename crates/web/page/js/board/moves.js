/** The tour as text: the same squares in the same order as the picture. */

import { h } from '../lib/dom.js';

/** @param {import('../lib/i18n.js').Translate} t */
export function createMoves(t) {
  const list = h('ol', { class: 'moves', 'aria-label': t('moves.title'), tabindex: 0 });
  const count = h('span', { class: 'fine' });
  const element = h('section', {}, h('h2', {}, t('moves.title'), ' ', count), list);
  /** @type {string[]} */
  let shown = [];
  let frame = 0;
  return {
    element,
    /** @param {string[]} squares */
    render(squares) {
      element.hidden = squares.length === 0;
      let same = 0;
      while (same < shown.length && shown[same] === squares[same]) same++;
      if (same === shown.length && same === squares.length) return;
      while (list.children.length > same) list.lastChild?.remove();
      list.append(...squares.slice(same).map((square) => h('li', {}, square)));
      shown = squares;
      count.textContent = t.number(squares.length);
      // The end is kept in sight, once a frame.
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => (list.scrollTop = list.scrollHeight));
    },
  };
}
