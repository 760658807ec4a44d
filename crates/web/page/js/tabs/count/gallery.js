/** Tours to leaf through, page by page, each with its symmetry. */

import { button, h, setText, toggle } from '../../lib/dom.js';
import { boardKey } from '../../lib/square.js';
import { thumbnail } from '../../board/thumbnail.js';
import { symmetryOf } from '../../lib/symmetry.js';

/** Tours on a page of the list, and the most that the engine passes over. */
export const PAGE = 24;
const FARTHEST = 10_000_000;

/**
 * @param {import('../../lib/i18n.js').Translate} t
 * @param {{leaf: (skip: number) => void, open: (tour: import('./count.js').Tour) => void, unique: (isUnique: boolean) => void}} on
 */
export function createGallery(t, on) {
  let skip = 0;
  let drawn = '';
  const unique = toggle(t('count.unique'), on.unique);
  const listed = h('p', { class: 'fine', role: 'status' });
  const back = button(t('count.back'), 'back', () => on.leaf(skip - PAGE));
  const next = button(t('count.next'), 'step', () => on.leaf(skip + PAGE));
  const gallery = h('ul', { class: 'gallery' });
  const element = h('section', { class: 'tours-list' }, h('div', { class: 'row' }, h('h2', {}, t('count.list')), unique.element), gallery, h('div', { class: 'row pages' }, back, listed, next));
  return { element, render };

  /** @param {import('./count.js').Part} now */
  function render({ board, kind, list, isUnique, skip: from }) {
    skip = from;
    unique.input.checked = isUnique;
    element.hidden = !list;
    if (!list) return void (drawn = '');
    back.disabled = skip === 0;
    next.disabled = !list.more || skip + PAGE > FARTHEST;
    setText(listed, list.tours.length ? t('count.shown', { from: skip + 1, to: skip + list.tours.length }) : t('count.nothing'));
    const key = [boardKey(board), kind, list.tours[0]?.squares.join(), isUnique].join(' ');
    if (drawn === key) return;
    drawn = key;
    gallery.replaceChildren(...list.tours.map((tour, at) => {
      const symmetry = t(`symmetry.${symmetryOf(board, tour.squares, tour.kind === 'closed')}`);
      const name = t('count.open', { n: from + at + 1 });
      return h('li', {}, h('button', { type: 'button', 'aria-label': `${name}, ${symmetry}`, title: name, onclick: () => on.open(tour) },
        thumbnail(board, tour.squares, tour.kind === 'closed'), h('span', { class: 'fine' }, symmetry)));
    }));
  }
}
