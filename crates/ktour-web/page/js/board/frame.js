/** The frame around a board: it fills the available space; large boards can be zoomed and panned. */

import { h } from '../lib/dom.js';
import { icon } from '../lib/icons.js';

/** Side of a square at the largest zoom, in pixels. */
const MAX_SQUARE_PX = 64;

/**
 * @param {import('../lib/i18n.js').Translate} t
 * @param {{element: SVGSVGElement, holder: HTMLElement}} board
 */
export function createFrame(t, board) {
  let zoom = 1;
  let files = 8;
  const near = tool('plus', t('zoom.in'), () => set(zoom * 1.5));
  const far = tool('minus', t('zoom.out'), () => set(zoom / 1.5));
  const fit = tool('fit', t('zoom.fit'), () => set(1));
  const scroll = h('div', { class: 'board-scroll' }, board.holder);
  const tools = h(
    'div',
    { class: 'zoom', role: 'group', 'aria-label': t('zoom.title') },
    far,
    fit,
    near,
  );
  const element = h('div', { class: 'board-frame' }, scroll, tools);
  scroll.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      set(zoom * (event.deltaY < 0 ? 1.2 : 1 / 1.2));
    },
    { passive: false },
  );
  set(1);
  return { element, render };

  /** The largest zoom. */
  function nearest() {
    return Math.max(2, (MAX_SQUARE_PX * files) / Math.max(1, scroll.clientWidth));
  }

  /** @param {number} next */
  function set(next) {
    const middle = {
      x: (scroll.scrollLeft + scroll.clientWidth / 2) / zoom,
      y: (scroll.scrollTop + scroll.clientHeight / 2) / zoom,
    };
    const most = nearest();
    zoom = Math.min(most, Math.max(1, next));
    element.style.setProperty('--zoom', String(zoom));
    scroll.scrollTo(
      middle.x * zoom - scroll.clientWidth / 2,
      middle.y * zoom - scroll.clientHeight / 2,
    );
    far.disabled = fit.disabled = zoom === 1;
    near.disabled = zoom === most;
  }

  /** @param {import('../types.js').Board} shape @param {string|null} [knight]  kept in sight */
  function render(shape, knight) {
    files = shape.files;
    element.style.setProperty('--files', String(shape.files));
    element.style.setProperty('--ranks', String(shape.ranks));
    element.classList.toggle('large', Math.max(shape.files, shape.ranks) > 12);
    if (zoom === 1 || !knight) return;
    const cell = board.element.querySelector(`[data-square="${knight}"]`)?.getBoundingClientRect();
    const box = scroll.getBoundingClientRect();
    if (
      cell &&
      (cell.left < box.left ||
        cell.right > box.right ||
        cell.top < box.top ||
        cell.bottom > box.bottom)
    ) {
      scroll.scrollBy(cell.left - box.left - box.width / 2, cell.top - box.top - box.height / 2);
    }
  }
}

/** @param {string} picture @param {string} name @param {() => void} onclick */
function tool(picture, name, onclick) {
  return h(
    'button',
    { type: 'button', class: 'quiet', 'aria-label': name, title: name, onclick },
    icon(picture),
  );
}
