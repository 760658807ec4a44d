/** A worksheet: an empty board on a page, its solution on a second one, with headings in the reader's language. */

import { createBoard } from '../board/board.js';
import { isNight, setNight } from '../lib/colour.js';
import { h } from '../lib/dom.js';
import { pdf } from '../lib/pdf.js';

/** Longest side of a board whose coordinates can be read on paper. */
const MAX_LABELLED_SIDE = 30;

/**
 * @param {import('../lib/i18n.js').Translate} t
 * @param {{board: import('../types.js').Board, squares: string[], isClosed: boolean, showNumbers: boolean}} tour
 * @param {string} title
 */
export function worksheet(t, { board, squares, isClosed, showNumbers }, title) {
  const wasNight = isNight();
  // Boards are styled where they are laid out, so they are laid out beside the page.
  const table = h('div', { class: 'worksheet', 'data-theme': 'light', 'aria-hidden': 'true' });
  document.body.append(table);
  try {
    setNight(false);
    const piece = `leaper.${board.leaper ?? 'knight'}`;
    const name = t.has(piece) ? t(piece) : (board.leaper ?? '');
    const sheets = [
      {
        svg: draw({ board, knight: squares[0] }),
        heading: t(isClosed ? 'sheet.closed' : 'sheet.open', { piece: name }),
      },
      {
        svg: draw({ board, path: squares, isClosed, showNumbers }),
        heading: t('sheet.solution'),
      },
    ];
    return pdf(sheets, title);
  } finally {
    setNight(wasNight);
    table.remove();
  }

  /** @param {import('../types.js').Spec} spec */
  function draw(spec) {
    const picture = createBoard(t, '', { isPicture: true });
    picture.element.classList.toggle(
      'ruled',
      Math.max(board.files, board.ranks) > MAX_LABELLED_SIDE,
    );
    table.append(picture.holder);
    picture.render(spec);
    return picture.element;
  }
}
