/** The existence table: a class for every rectangle, m ranks down and n files across. */

import { h } from '../../lib/dom.js';
import { markEdges } from '../../lib/edges.js';
import { TABLE_SIDE } from './load.js';

/** @typedef {import('./text.js').Part} Part */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @typedef {{files: number, ranks: number}} Cell */

/**
 * @param {import('../../lib/i18n.js').Translate} t
 * @param {{look: (cell: Cell) => void, open: (cell: Cell) => void}} on
 */
export function createTable(t, on) {
  /** @type {HTMLTableCellElement[][]} */
  const cells = [];
  const numbers = Array.from({ length: TABLE_SIDE }, (_, at) => at + 1);
  const head = h(
    'tr',
    { role: 'row' },
    h(
      'th',
      { role: 'columnheader', class: 'corner' },
      h('span', { class: 'unseen' }, t('explore.corner')),
      h('span', { 'aria-hidden': 'true' }, '↓ × →'),
    ),
    ...numbers.map((n) => h('th', { role: 'columnheader' }, String(n))),
  );
  const body = numbers.map((ranks) => {
    cells.push(
      numbers.map((files) =>
        h('td', {
          role: 'gridcell',
          tabindex: files === 8 && ranks === 8 ? 0 : -1,
          'data-files': files,
          'data-ranks': ranks,
        }),
      ),
    );
    return h(
      'tr',
      { role: 'row' },
      h('th', { role: 'rowheader' }, String(ranks)),
      ...cells[ranks - 1],
    );
  });
  const grid = h(
    'table',
    { class: 'existence', role: 'grid', 'aria-label': t('explore.table') },
    h('thead', { role: 'rowgroup' }, head),
    h('tbody', { role: 'rowgroup' }, ...body),
  );
  const element = h('div', { class: 'existence-scroll' }, grid);
  markEdges(element);
  /** @type {Part|null} */
  let now = null;
  /** @type {(object|undefined|false)[]} */
  let drawn = [];

  const cellOf = (/** @type {Event} */ event) => {
    const { files, ranks } = /** @type {HTMLElement} */ (event.target).dataset;
    return files ? { files: Number(files), ranks: Number(ranks) } : null;
  };
  const isSame = (/** @type {Cell} */ cell) =>
    now?.cell?.files === cell.files && now?.cell?.ranks === cell.ranks;
  const look = (/** @type {Event} */ event) => {
    const cell = cellOf(event);
    if (cell && !isSame(cell)) on.look(cell);
  };
  grid.addEventListener('focusin', look);
  grid.addEventListener('pointerover', (event) => event.pointerType === 'mouse' && look(event));
  let wasChosen = false;
  grid.addEventListener('pointerdown', (event) => {
    const cell = cellOf(event);
    wasChosen = event.pointerType === 'mouse' || (!!cell && isSame(cell));
  });
  grid.addEventListener('click', (event) => {
    // A finger looks first, and opens with the second tap.
    const cell = cellOf(event);
    if (cell && wasChosen) on.open(cell);
  });
  grid.addEventListener('keydown', (event) => {
    const cell = cellOf(event);
    if (!cell) return;
    const arrow = ARROWS[event.key];
    if (arrow) point(cell.files + arrow[0], cell.ranks + arrow[1]);
    else if (event.key === 'Home') point(1, event.ctrlKey ? 1 : cell.ranks);
    else if (event.key === 'End') point(TABLE_SIDE, event.ctrlKey ? TABLE_SIDE : cell.ranks);
    else if (event.key === 'Enter' || event.key === ' ') on.open(cell);
    else return;
    event.preventDefault();
  });
  return { element, render };

  /** @param {number} files @param {number} ranks */
  function point(files, ranks) {
    const within = (/** @type {number} */ n) => Math.min(TABLE_SIDE, Math.max(1, n)) - 1;
    grid.querySelector('[tabindex="0"]')?.setAttribute('tabindex', '-1');
    const cell = cells[within(ranks)][within(files)];
    cell.setAttribute('tabindex', '0');
    cell.focus();
  }

  /** @param {Part} part */
  function render(part) {
    now = part;
    const { table, figures } = part.data;
    const shown = [table, part.hasFigures && figures];
    if (table && shown.some((each, at) => each !== drawn[at])) {
      drawn = shown;
      cells.forEach((row, m) =>
        row.forEach((cell, n) => {
          const kind = table.rows[m][n];
          const isWrong =
            part.hasFigures &&
            figures &&
            (figures['figure 1'][m][n] !== kind || figures['figure 3.1'][m][n] !== kind);
          cell.textContent = kind;
          cell.className = `class-${kind}${isWrong ? ' wrong' : ''}`;
          cell.setAttribute('aria-label', t('explore.cell', { m: m + 1, n: n + 1, kind }));
        }),
      );
    }
    cells.flat().forEach((cell) => {
      const isChosen =
        part.cell &&
        cell.dataset.files === String(part.cell.files) &&
        cell.dataset.ranks === String(part.cell.ranks);
      if (isChosen !== cell.classList.contains('chosen'))
        cell.classList.toggle('chosen', !!isChosen);
    });
  }
}
