/** All tours of a small board, side by side. */

import { thumbnail } from '../../../board/thumbnail.js';
import { h } from '../../../lib/dom.js';
import { symmetryName } from '../../../lib/symmetry.js';

/**
 * @param {import('../../../lib/i18n.js').Translate} t
 * @param {import('../../../types.js').Board} board
 * @param {import('../../../documents.js').OneOfMany[]} tours
 */
export function gallery(t, board, tours) {
  return h(
    'ul',
    { class: 'gallery small' },
    ...tours.map(({ squares, kind, measures }) => {
      const picture = thumbnail(board, squares, kind === 'closed');
      return h(
        'li',
        {},
        picture,
        h(
          'span',
          { class: 'fine' },
          kind === 'closed' && measures
            ? symmetryName(t, measures.symmetry)
            : `${squares[0]}–${squares.at(-1)}`,
        ),
      );
    }),
  );
}
