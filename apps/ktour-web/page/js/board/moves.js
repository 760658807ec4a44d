/** The tour as text: the squares in their order, and the matrix of its numbers, each to be copied. */

import { button, fold, h } from '../lib/dom.js';
import { matrix } from '../lib/square.js';

/** @param {import('../types.js').App} app */
export function createMoves({ t, announce }) {
  const list = h('ol', { class: 'moves', 'aria-label': t('moves.title'), tabindex: 0 });
  const grid = h('pre', { class: 'matrix', tabindex: 0, 'aria-label': t('moves.matrix') });
  const status = h('span', { class: 'fine' });
  const copy = button(t('moves.copy'), 'copy', async () => {
    const text = `${shown.join(' ')}\n\n${grid.textContent}\n`;
    await navigator.clipboard?.writeText(text).catch(() => {});
    status.textContent = t('moves.copied');
    announce(t('moves.copied'));
  });
  const box = fold(
    t('moves.title'),
    list,
    h('h2', {}, t('moves.matrix')),
    grid,
    h('div', { class: 'row' }, copy, status),
  );
  const { element } = box;
  /** @type {string[]} */
  let shown = [];
  /** @type {import('../types.js').Board} */
  let board = { files: 0, ranks: 0, holes: [] };
  let frame = 0;
  element.addEventListener('toggle', write);
  return {
    element,
    /** @param {string[]} squares @param {import('../types.js').Board} of */
    render(squares, of) {
      board = of;
      element.hidden = squares.length === 0;
      let same = 0;
      while (same < shown.length && shown[same] === squares[same]) same++;
      if (same === shown.length && same === squares.length) return;
      while (list.children.length > same) list.lastChild?.remove();
      list.append(...squares.slice(same).map((square) => h('li', {}, square)));
      shown = squares;
      status.textContent = '';
      box.value.textContent = t.number(squares.length);
      // The list scrolls to its end, once a frame.
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(write);
    },
  };

  function write() {
    if (!(/** @type {HTMLDetailsElement} */ (element).open)) return;
    list.scrollTop = list.scrollHeight;
    grid.textContent = matrix(board, shown);
  }
}
