/** The frame around a board: it fills the available space; large boards can be zoomed and panned. */

import { h } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { squareName } from '../lib/square.js';

/** Minimum distance between two coordinates of a ruler, in pixels. */
const MIN_LABEL_GAP_PX = 20;
/** Distance from the frame at which a knight on a large board is visible, beside the rulers, in pixels. */
const EDGE_PX = 32;
/** Side of a square at the largest zoom, in pixels. */
const MAX_SQUARE_PX = 64;

/**
 * @param {import('../lib/i18n.js').Translate} t
 * @param {{element: SVGSVGElement, holder: HTMLElement}} board
 */
export function createFrame(t, board) {
  let zoom = 1;
  let files = 8;
  let ranks = 8;
  /** @type {string|null} */
  let knightSquare = null;
  const near = tool('plus', t('zoom.in'), () => set(zoom * 1.5));
  const far = tool('minus', t('zoom.out'), () => set(zoom / 1.5));
  const fit = tool('fit', t('zoom.fit'), () => set(1));
  const [fileRuler, rankRuler] = ['files', 'ranks'].map((name) =>
    h('div', { class: `ruler ${name}`, 'aria-hidden': 'true' }),
  );
  const scroll = h('div', { class: 'board-scroll' }, rankRuler, board.holder, fileRuler);
  let ruled = '';
  new ResizeObserver(drawRulers).observe(board.element);
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
    const wasShown = isKnightShown(0);
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
    if (wasShown) showKnight();
    far.disabled = fit.disabled = zoom === 1;
    near.disabled = zoom === most;
  }

  /** @param {import('../types.js').Board} shape @param {string|null} [knight]  kept in sight */
  function render(shape, knight) {
    ({ files, ranks } = shape);
    knightSquare = knight ?? null;
    element.style.setProperty('--files', String(shape.files));
    element.style.setProperty('--ranks', String(shape.ranks));
    element.classList.toggle('large', Math.max(shape.files, shape.ranks) > 12);
    drawRulers();
    if (zoom > 1) showKnight();
  }

  /** Draws the coordinates of a large board beside it, where they cover no square. */
  function drawRulers() {
    const isLarge = element.classList.contains('large');
    board.element.classList.toggle('ruled', isLarge);
    const side = board.element.clientWidth / files || 1;
    const every = [1, 2, 5, 10, 20, 50].find((n) => n * side >= MIN_LABEL_GAP_PX) ?? 100;
    const key = isLarge ? [files, ranks, every].join() : '';
    if (ruled === key) return;
    ruled = key;
    const labels = (/** @type {number} */ count, /** @type {(at: number) => string} */ name) =>
      Array.from({ length: isLarge ? count : 0 }, (_, at) => at)
        .filter((at) => at === 0 || (at + 1) % every === 0)
        .filter((at, n, all) => n !== 1 || (at - all[0]) * side >= MIN_LABEL_GAP_PX)
        .map((at) => {
          const label = h('span', {}, name(at));
          label.style.setProperty('--at', String((at + 0.5) / count));
          return label;
        });
    fileRuler.replaceChildren(...labels(files, (at) => squareName(at, 0).slice(0, -1)));
    rankRuler.replaceChildren(...labels(ranks, (at) => String(at + 1)));
  }

  function knightBox() {
    return board.element.querySelector(`[data-square="${knightSquare}"]`)?.getBoundingClientRect();
  }

  /** @param {number} margin  minimum distance from the frame, in pixels */
  function isKnightShown(margin) {
    const [cell, box] = [knightBox(), scroll.getBoundingClientRect()];
    return (
      !!cell &&
      cell.left >= box.left + margin &&
      cell.right <= box.right - margin &&
      cell.top >= box.top + margin &&
      cell.bottom <= box.bottom - margin
    );
  }

  /** Scrolls to the knight if it is not visible. */
  function showKnight() {
    const [cell, box] = [knightBox(), scroll.getBoundingClientRect()];
    if (cell && !isKnightShown(element.classList.contains('large') ? EDGE_PX : 0))
      scroll.scrollBy(cell.left - box.left - box.width / 2, cell.top - box.top - box.height / 2);
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
