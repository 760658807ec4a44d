/** Columns for the number of tours with each value of a measure, over an axis of the values. */

import { axisBottom } from 'd3-axis';
import { scaleLinear } from 'd3-scale';
import { create } from 'd3-selection';
import { NAMES } from './chart.js';

const HEIGHT = 150;
const EDGE = { side: 16, top: 18, bottom: 24 };
/** On a narrow screen the chart is narrower, so that its text keeps its size. */
const narrow = matchMedia('(max-width: 600px)');

/**
 * @param {import('../../lib/i18n.js').Translate} t
 * @param {{by: string, values: import('./chart.js').Value[], chosen: string, pick: (value: string) => void}} of
 */
export function drawColumns(t, { by, values, chosen, pick }) {
  const width = narrow.matches ? 360 : 680;
  const numbers = values.map(({ value }) => Number(value));
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const step = Math.min(1, ...numbers.slice(1).map((number, at) => number - numbers[at]));
  const x = scaleLinear([least - 0.6 * step, most + 0.6 * step], [EDGE.side, width - EDGE.side]);
  const top = Math.max(...values.map(({ tours }) => Number(tours)));
  const y = scaleLinear([0, top], [HEIGHT - EDGE.bottom, EDGE.top]);
  const bar = Math.max(1, Math.min(28, (x(step) - x(0)) * 0.86));
  const name = t('count.spread', {
    measure: t(`measure.${NAMES[by]}`),
    least,
    most,
    n: top,
    at: Number(values.find(({ tours }) => Number(tours) === top)?.value),
  });
  const svg = create('svg:svg')
    .attr('viewBox', `0 0 ${width} ${HEIGHT}`)
    .attr('role', 'img')
    .attr('aria-label', name);
  svg
    .selectAll('rect')
    .data(values)
    .join('rect')
    .attr('class', ({ value }) => (value === chosen ? 'chosen' : null))
    .attr('x', ({ value }) => x(Number(value)) - bar / 2)
    .attr('width', bar)
    .attr('y', ({ tours }) => Math.min(y(Number(tours)), HEIGHT - EDGE.bottom - 1))
    .attr('height', ({ tours }) => Math.max(1, HEIGHT - EDGE.bottom - y(Number(tours))))
    .on('click', (_, { value }) => pick(value === chosen ? '' : value))
    .append('title')
    .text(({ value, tours }) => t('count.with', { value: Number(value), n: Number(tours) }));
  svg
    .append('g')
    .attr('class', 'axis')
    .attr('transform', `translate(0 ${HEIGHT - EDGE.bottom})`)
    .call(
      axisBottom(x)
        .ticks(Math.min(width / 60, most - least + 1))
        .tickFormat((number) => t.number(/** @type {number} */ (number)))
        .tickSizeOuter(0),
    );
  const tallest = values.find(({ tours }) => Number(tours) === top);
  svg
    .append('text')
    .attr('x', x(Number(tallest?.value)))
    .attr('y', EDGE.top - 5)
    .attr('text-anchor', 'middle')
    .text(t.number(top));
  return /** @type {SVGSVGElement} */ (svg.node());
}
