/** A chart of the number of tours for each value of a measure: columns for numbers, rows for names. */

import { h } from '../../lib/dom.js';

/**
 * @typedef {{value: string, tours: number|string}} Value
 * @typedef {import('../../lib/i18n.js').Translate} Translate
 */

/** @param {Translate} t @param {(value: string) => void} pick */
export function createChart(t, pick) {
  const element = h('figure', { class: 'spread' });
  let drawn = '';
  return { element, render };

  /** @param {string} by @param {Value[]|null} values @param {string} chosen */
  function render(by, values, chosen) {
    element.hidden = !values?.length;
    const key = [t.language, by, chosen, JSON.stringify(values)].join();
    if (!values || drawn === key) return;
    drawn = key;
    if (by === 'symmetry') return element.replaceChildren(rows(values, chosen));
    // Axes are large, and most readers see names only.
    import('./columns.js').then(
      ({ drawColumns }) => {
        if (drawn === key) element.replaceChildren(drawColumns(t, { by, values, chosen, pick }));
      },
      () => (drawn = ''),
    );
  }

  /** @param {Value[]} values @param {string} chosen */
  function rows(values, chosen) {
    const max = Math.max(...values.map(({ tours }) => Number(tours)));
    return h(
      'table',
      { class: 'bars' },
      h(
        'tbody',
        {},
        ...values.map(({ value, tours }) =>
          h(
            'tr',
            { class: value === chosen ? 'chosen' : null },
            h('th', { scope: 'row' }, className(t, value)),
            h('td', { 'aria-hidden': 'true' }, h('progress', { max, value: tours })),
            h('td', {}, t.number(Number(tours))),
          ),
        ),
      ),
    );
  }
}

/** The name of a symmetry, without its explanation after the colon. @param {Translate} t @param {string} name */
export const className = (t, name) => t(`look.${name}`).split(/[:：]/)[0];

/** The key of each sort order among the texts of the measures. @type {Record<string, string>} */
export const NAMES = {
  turns: 'turns',
  straight: 'straight',
  crossings: 'crossings',
  area: 'swept',
  symmetry: 'symmetry',
};
