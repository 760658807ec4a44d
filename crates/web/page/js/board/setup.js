/** Which board: its sides, a few usual ones, and its holes. */

import { button, h } from '../lib/dom.js';

const USUAL = [5, 6, 8, 10];
const LEAST = 3;

/**
 * @param {import('../lib/i18n.js').Translate} t
 * @param {{board: (board: import('../types.js').Board) => void, edit: (isEditing: boolean) => void}} on
 * @param {number} [most]  squares on a side
 */
export function createSetup(t, on, most = 20) {
  /** @type {import('../types.js').Board} */
  let board = { files: 8, ranks: 8, holes: [] };
  const files = side(t('setup.files'), (files) => on.board({ ...board, files, holes: [] }));
  const ranks = side(t('setup.ranks'), (ranks) => on.board({ ...board, ranks, holes: [] }));
  const usual = USUAL.map((n) => button(`${n}×${n}`, null, () => on.board({ files: n, ranks: n, holes: [] }), { class: 'chip' }));
  const holes = button(t('setup.holes'), 'holes', () => on.edit(holes.getAttribute('aria-pressed') !== 'true'), { class: 'wide', 'aria-pressed': 'false' });
  const note = h('p', { class: 'fine' });
  const element = h('fieldset', { class: 'setup' }, h('legend', {}, t('setup.title')),
    h('div', { class: 'row' }, files.element, h('span', { class: 'times', 'aria-hidden': 'true' }, '×'), ranks.element),
    h('div', { class: 'row chips' }, ...usual), holes, note);
  return {
    element,
    /** @param {import('../types.js').Board} next @param {boolean} isEditing */
    render(next, isEditing) {
      board = next;
      if (document.activeElement !== files.input) files.input.value = String(board.files);
      if (document.activeElement !== ranks.input) ranks.input.value = String(board.ranks);
      usual.forEach((chip, at) => chip.setAttribute('aria-pressed', String(board.files === USUAL[at] && board.ranks === USUAL[at] && !board.holes.length)));
      holes.setAttribute('aria-pressed', String(isEditing));
      note.textContent = isEditing ? t('setup.editing') : board.holes.length ? t('setup.missing', { n: board.holes.length, squares: board.holes.join(' ') }) : '';
      note.hidden = !note.textContent;
    },
  };

  /** @param {string} name @param {(side: number) => void} change */
  function side(name, change) {
    const input = h('input', {
      type: 'number', min: LEAST, max: most, inputmode: 'numeric',
      onchange: () => {
        const n = Math.round(Number(input.value));
        const within = Math.min(most, Math.max(LEAST, n || LEAST));
        input.value = String(within);
        change(within);
      },
    });
    return { input, element: h('label', { class: 'field side' }, h('span', {}, name), input) };
  }
}
