/** The readout: the square in the middle of the map, its step, and the scale. */

import { h, setText } from '../../lib/dom.js';
import { lengthOf, placeName } from './text.js';

/** @param {import('../../lib/i18n.js').Translate} t */
export function createReadout(t) {
  const lines = Object.fromEntries(
    ['place', 'stepHere', 'of', 'scale', 'length'].map((name) => [name, h('dd')]),
  );
  const element = h(
    'dl',
    { class: 'facts' },
    ...Object.entries(lines).flatMap(([name, line]) => [h('dt', {}, t(`atlas.${name}`)), line]),
  );
  return {
    element,
    /** @param {number} x @param {number} y @param {string|null} step @param {string} squares  of the whole board */
    place(x, y, step, squares) {
      setText(lines.place, placeName(t, x, y));
      setText(lines.stepHere, step ? t.number(BigInt(step)) : '–');
      setText(lines.of, t.number(BigInt(squares)));
    },
    /** @param {number} squares  that a pixel is wide */
    scale(squares) {
      setText(
        lines.scale,
        squares > 1
          ? t('atlas.squaresAPixel', { n: Number(squares.toPrecision(3)) })
          : t('atlas.pixelsASquare', { n: Math.round(1 / squares) }),
      );
      setText(lines.length, t('atlas.real', { length: lengthOf(t, squares) }));
    },
  };
}
