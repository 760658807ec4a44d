/** Paper: a worksheet with an empty board and its solution, or a poster of a tour, with headings in the reader's language. */

import { createBoard } from '../board/board.js';
import { isNight, setNight } from '../lib/colour.js';
import { h } from '../lib/dom.js';
import { pdf } from '../lib/pdf.js';

/** Longest side of a board whose coordinates can be read on paper. */
const MAX_LABELLED_SIDE = 30;

/** @typedef {{board: import('../types.js').Board, squares: string[], isClosed: boolean, showNumbers: boolean}} Tour */
/** @typedef {import('../lib/i18n.js').Translate} Translate */

/** @param {Translate} t @param {Tour} tour @param {string} title */
export function worksheet(t, { board, squares, isClosed, showNumbers }, title) {
  const piece = `leaper.${board.leaper ?? 'knight'}`;
  const name = t.has(piece) ? t(piece) : (board.leaper ?? '');
  return onPaper(t, (draw) =>
    pdf(
      [
        {
          svg: draw({ board, knight: squares[0] }),
          heading: t(isClosed ? 'sheet.closed' : 'sheet.open', { piece: name }),
        },
        {
          svg: draw({ board, path: squares, isClosed, showNumbers }),
          heading: t('sheet.solution'),
        },
      ],
      title,
    ),
  );
}

/** A large sheet with the tour alone. @param {Translate} t @param {Tour} tour @param {string} title @param {string} caption */
export function poster(t, { board, squares, isClosed, showNumbers }, title, caption) {
  return onPaper(t, (draw) => {
    const svg = draw({ board, path: squares, isClosed, showNumbers });
    return pdf([{ svg, heading: title, caption, isPoster: true }], title);
  });
}

/** Draws boards in the colours of paper. Boards are styled where they are laid out, so they are laid out beside the page. @param {Translate} t @param {(draw: (spec: import('../types.js').Spec) => SVGSVGElement) => Blob} write */
function onPaper(t, write) {
  const wasNight = isNight();
  const table = h('div', { class: 'worksheet', 'data-theme': 'light', 'aria-hidden': 'true' });
  document.body.append(table);
  try {
    setNight(false);
    return write(draw);
  } finally {
    setNight(wasNight);
    table.remove();
  }

  /** @param {import('../types.js').Spec} spec */
  function draw(spec) {
    const picture = createBoard(t, '', { isPicture: true });
    const side = Math.max(spec.board.files, spec.board.ranks);
    picture.element.classList.toggle('ruled', side > MAX_LABELLED_SIDE);
    table.append(picture.holder);
    picture.render(spec);
    return picture.element;
  }
}
