/** A paged list of tours with their symmetries; or sorted by a measure, with the number of tours for each value. */

import { button, h, select, setText, toggle } from '../../lib/dom.js';
import { boardKey } from '../../lib/square.js';
import { thumbnail } from '../../board/thumbnail.js';
import { symmetryName } from '../../lib/symmetry.js';
import { refusal } from '../../engine/refused.js';
import { className, createChart, NAMES } from './chart.js';

/** Number of tours on a page, and maximum number of tours that the engine skips. */
export const PAGE_SIZE = 24;
const MAX_SKIP = 10_000_000;
export const ORDERS = Object.keys(NAMES);

/**
 * @param {import('../../lib/i18n.js').Translate} t
 * @param {{leaf: (skip: number, also?: Partial<import('./count.js').Part>) => void, open: (tour: import('./count.js').Tour) => void}} on
 */
export function createGallery(t, on) {
  let skip = 0;
  let drawn = '';
  /** @type {import('./chart.js').Value[]|null} */
  let offered = null;
  const unique = toggle(t('count.unique'), (isUnique) => on.leaf(0, { isUnique, value: '' }));
  const order = select(
    t('count.order'),
    [
      ['', t('count.order.list')],
      ...ORDERS.map((by) => /** @type {[string, string]} */ ([by, t(`measure.${NAMES[by]}`)])),
    ],
    // The most symmetric tours come first.
    (by) => on.leaf(0, { by, isOrderChosen: true, value: '', isDescending: by === 'symmetry' }),
  );
  const only = select(t('count.only'), [], (value) => on.leaf(0, { value }));
  const down = toggle(t('count.descending'), (isDescending) => on.leaf(0, { isDescending }));
  const chart = createChart(t, (value) => on.leaf(0, { value }));
  const choices = h('div', { class: 'row orders' }, order.element, only.element, down.element);
  const unsorted = h('p', { class: 'fine', role: 'status' });
  // Not for the live region: it changes many times a second.
  const spreading = h('p', { class: 'fine' });
  const listed = h('p', { class: 'fine', role: 'status' });
  const back = button(t('count.back'), 'back', () => on.leaf(skip - PAGE_SIZE));
  const next = button(t('count.next'), 'step', () => on.leaf(skip + PAGE_SIZE));
  const gallery = h('ul', { class: 'gallery' });
  const element = h(
    'section',
    { class: 'tours-list' },
    h('div', { class: 'row' }, h('h2', {}, t('count.list')), unique.element),
    choices,
    unsorted,
    spreading,
    chart.element,
    gallery,
    h('div', { class: 'row pages' }, back, listed, next),
  );
  return { element, render };

  /** @param {import('./count.js').Part} now */
  function render(now) {
    const { board, kind, list, isUnique, by, value, isDescending, unsorted: why, spread } = now;
    skip = now.skip;
    unique.input.checked = isUnique;
    element.hidden = !list;
    if (!list) return void (drawn = '');
    order.input.value = by;
    for (const option of order.input.options)
      option.hidden = option.disabled = option.value === 'area' && kind === 'open';
    const values = list.values ?? spread;
    offer(list.values ?? null, by);
    only.input.value = value;
    only.element.hidden = !list.values;
    down.element.hidden = !list.values || by === 'symmetry';
    down.input.checked = isDescending;
    setText(unsorted, why ? refusal(t, why) : by && !values ? t('measure.wait') : '');
    unsorted.hidden = !unsorted.textContent;
    spreading.hidden = !now.spreading;
    setText(spreading, t('count.spreading', { n: now.spreading }));
    chart.render(by, values, value);
    back.disabled = skip === 0;
    next.disabled = !list.more || skip + PAGE_SIZE > MAX_SKIP;
    setText(
      listed,
      list.tours.length
        ? t('count.shown', { from: skip + 1, to: skip + list.tours.length })
        : t('count.nothing'),
    );
    const key = [
      t.language,
      boardKey(board),
      kind,
      isUnique,
      by,
      skip,
      ...list.tours.map(({ squares }) => squares.join('')),
    ].join(' ');
    if (drawn === key) return;
    drawn = key;
    gallery.replaceChildren(
      ...list.tours.map((tour, at) => {
        const about = tourText(tour, by);
        const name = t('count.open', { n: skip + at + 1 });
        return h(
          'li',
          {},
          h(
            'button',
            {
              type: 'button',
              'aria-label': `${name}, ${about}`,
              title: name,
              onclick: () => on.open(tour),
            },
            thumbnail(board, tour.squares, tour.kind === 'closed'),
            h('span', { class: 'fine' }, about),
          ),
        );
      }),
    );
  }

  /** The values that can be chosen. @param {import('./chart.js').Value[]|null} values @param {string} by */
  function offer(values, by) {
    if (offered === values) return;
    offered = values;
    const name = (/** @type {string} */ value) =>
      by === 'symmetry' ? className(t, value) : t.number(Number(value));
    only.input.replaceChildren(
      h('option', { value: '' }, t('count.all')),
      ...(values ?? []).map(({ value, tours }) =>
        h('option', { value }, `${name(value)} (${t.number(Number(tours))})`),
      ),
    );
  }

  /** The text below a tour: its value or its symmetry. @param {import('./count.js').Tour} tour @param {string} by */
  function tourText({ measures: { turns, straight, crossings, area, symmetry } }, by) {
    if (!by) return symmetryName(t, symmetry);
    if (by === 'symmetry') return className(t, symmetry.name);
    const value = /** @type {Record<string, number>} */ ({
      turns,
      straight,
      crossings: crossings.total,
      area: area?.swept ?? 0,
    })[by];
    return `${t(`measure.${NAMES[by]}`)} ${t.number(value)}`;
  }
}
