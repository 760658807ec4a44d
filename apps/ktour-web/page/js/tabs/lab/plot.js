/** A plot of the measurements so far: axes, bands, lines and marks, drawn from data of the engine. */

import { axisBottom, axisLeft } from 'd3-axis';
import { scaleLinear, scaleLog } from 'd3-scale';
import { create } from 'd3-selection';
import { lineText, seconds, figureText } from './text.js';

/**
 * @typedef {import('./text.js').Line} Line
 * @typedef {import('./text.js').Figure} Figure
 * @typedef {{line: Line, unit: 'count'|'seconds'|'percent', scale: 'linear'|'log', ends: [number, number]|null}} Axis
 * @typedef {{figure: Figure, hue: number, style: string, points: [number, number][], ranges: [number, number][]}} Series
 * @typedef {{name: string, line: Line, x: Axis, y: Axis, series: Series[], svg?: string}} Plot
 */

const HEIGHT = 380;
const EDGE = { left: 70, right: 16, top: 14, bottom: 48 };
/** On a narrow screen a plot is narrower, so that its text keeps its size. */
const narrow = matchMedia('(max-width: 600px)');
const LINED = ['marked', 'line', 'dashed', 'steps'];
const MARKED = ['marked', 'marks', 'hollow', 'at-least'];
const HUES = 8;
/** Marks of the hues, on a circle of one. */
const MARKS = [
  'M-1 0A1 1 0 1 0 1 0A1 1 0 1 0-1 0Z',
  'M-.9-.9H.9V.9H-.9Z',
  'M0-1.2L1.1.8H-1.1Z',
  'M0-1.3L1.1 0L0 1.3L-1.1 0Z',
];

/**
 * @param {import('../../lib/i18n.js').Translate} t
 * @param {Plot} plot
 */
export function drawPlot(t, plot) {
  const width = narrow.matches ? 420 : 680;
  const figure = document.createElement('figure');
  const titled = lineText(t, plot.line);
  const svg = create('svg:svg')
    .attr('class', 'plot')
    .attr('viewBox', `0 0 ${width} ${HEIGHT}`)
    .attr('role', 'img')
    .attr('aria-label', titled);
  const { x: xAxis, y: yAxis } = plot;
  const seen = plot.series.map((series) => ({
    ...series,
    points: series.points.filter(([x, y]) => isShown(xAxis, x) && isShown(yAxis, y)),
  }));
  // A few measured boards are named on the axis, and nothing between them.
  const across = [...new Set(seen.flatMap(({ points }) => points.map(([x]) => x)))];
  const x = scale(xAxis, across, [EDGE.left, width - EDGE.right], true);
  const bounds = seen.flatMap(({ points, ranges }) => [
    ...points.map(([, y]) => y),
    ...ranges.flat().filter((y) => isShown(yAxis, y)),
  ]);
  const y = scale(yAxis, bounds, [HEIGHT - EDGE.bottom, EDGE.top]);
  const ticks = (
    /** @type {Axis} */ axis,
    /** @type {any} */ made,
    /** @type {any} */ at,
    /** @type {number} */ n,
    /** @type {number[]} */ measured = [],
  ) =>
    made(at)
      .tickValues(
        axis.scale === 'log'
          ? logTicks(at.domain(), n)
          : measured.length && measured.length <= n
            ? measured
            : at.ticks(n),
      )
      .tickFormat((/** @type {number} */ value) => written(t, axis, value));
  svg
    .append('g')
    .attr('class', 'axis grid')
    .attr('transform', `translate(${EDGE.left} 0)`)
    .call(
      ticks(yAxis, axisLeft, y, 6)
        .tickSizeInner(-(width - EDGE.left - EDGE.right))
        .tickSizeOuter(0),
    );
  svg
    .append('g')
    .attr('class', 'axis')
    .attr('transform', `translate(0 ${HEIGHT - EDGE.bottom})`)
    .call(ticks(xAxis, axisBottom, x, width / 85, across).tickSizeOuter(0));
  svg
    .append('text')
    .attr('class', 'label')
    .attr('x', (EDGE.left + width - EDGE.right) / 2)
    .attr('y', HEIGHT - 8)
    .attr('text-anchor', 'middle')
    .text(lineText(t, xAxis.line));
  svg
    .append('text')
    .attr('class', 'label')
    .attr('transform', `translate(14 ${(EDGE.top + HEIGHT - EDGE.bottom) / 2}) rotate(-90)`)
    .attr('text-anchor', 'middle')
    .text(lineText(t, yAxis.line));
  for (const { hue, style, points, ranges } of seen) {
    const group = svg.append('g').attr('class', `series hue-${hue % HUES} ${style}`);
    const at = points.map(([px, py]) => [x(px), y(py)]);
    if (ranges.length === points.length && points.length) {
      const edge = (/** @type {0|1} */ side) =>
        points.map(([px], n) => `${x(px)} ${y(clamped(yAxis, ranges[n][side], y.domain()))}`);
      group
        .append('path')
        .attr('class', 'band')
        .attr('d', `M${edge(0).join('L')}L${edge(1).reverse().join('L')}Z`);
    }
    if (LINED.includes(style) && at.length) {
      const line =
        style === 'steps'
          ? at.map(([px, py], n) => (n ? `H${px}V${py}` : `M${px} ${py}`)).join('')
          : `M${at.map((point) => point.join(' ')).join('L')}`;
      group.append('path').attr('class', 'line').attr('d', line);
    }
    if (MARKED.includes(style)) {
      for (const [n, [px, py]] of at.entries()) {
        const mark = group
          .append('path')
          .attr('class', 'mark')
          .attr('transform', `translate(${px} ${py}) scale(3.4)`)
          .attr('d', style === 'at-least' ? 'M0 1V-2M-1-1L0-2.2L1-1' : MARKS[hue % MARKS.length]);
        mark
          .append('title')
          .text(`${written(t, xAxis, points[n][0])}: ${written(t, yAxis, points[n][1])}`);
      }
    }
  }
  const caption = document.createElement('figcaption');
  const title = document.createElement('strong');
  title.textContent = titled;
  const legend = document.createElement('ul');
  legend.className = 'legend';
  for (const { figure: name, hue, style } of plot.series) {
    const entry = document.createElement('li');
    entry.append(/** @type {SVGSVGElement} */ (key(hue, style).node()), figureText(t, name));
    legend.append(entry);
  }
  caption.append(title, legend);
  figure.append(caption, /** @type {SVGSVGElement} */ (svg.node()));
  return figure;
}

/** The sign of a series in the legend. @param {number} hue @param {string} style */
function key(hue, style) {
  const svg = create('svg:svg')
    .attr('class', 'key')
    .attr('viewBox', '0 0 26 12')
    .attr('aria-hidden', 'true');
  const group = svg.append('g').attr('class', `series hue-${hue % HUES} ${style}`);
  if (LINED.includes(style)) group.append('path').attr('class', 'line').attr('d', 'M1 6H25');
  if (MARKED.includes(style))
    group
      .append('path')
      .attr('class', 'mark')
      .attr('transform', 'translate(13 6) scale(3.4)')
      .attr('d', style === 'at-least' ? 'M0 1V-2M-1-1L0-2.2L1-1' : MARKS[hue % MARKS.length]);
  return svg;
}

/** @param {Axis} axis @param {number} value */
function isShown(axis, value) {
  return Number.isFinite(value) && (axis.scale !== 'log' || value > 0);
}

/** @param {Axis} axis @param {number} value @param {number[]} domain */
function clamped(axis, value, domain) {
  return isShown(axis, value) ? value : domain[0];
}

/** @param {Axis} axis @param {number[]} values @param {[number, number]} range @param {boolean} [isAcross] */
function scale(axis, values, range, isAcross = false) {
  const low = values.length ? Math.min(...values) : 1;
  const high = values.length ? Math.max(...values) : 10;
  // An axis along the bottom begins and ends where the data do; a share is never more than all.
  const [from, to] =
    axis.ends ??
    (axis.scale === 'log'
      ? [low / 1.3, high * 1.3]
      : [isAcross ? low : Math.min(0, low), high || 1]);
  if (axis.scale === 'log') return scaleLog([from, to > from ? to : from * 10], range);
  const linear = scaleLinear([from, to > from ? to : from + 1], range);
  if (isAcross) return linear;
  const [least, most] = linear.nice().domain();
  return linear.domain([least, axis.unit === 'percent' && high <= 1 ? Math.min(1, most) : most]);
}

/** Smallest number that is written as 10M. */
const MIN_COMPACT = 10_000_000;
/** Fewest numbers that an axis has. */
const FEWEST_TICKS = 3;

/**
 * Returns the values that are written on a logarithmic axis: powers of ten; on a short axis also some times a power, or equal steps.
 * @param {[number, number]} domain @param {number} n  desired number of ticks
 */
export function logTicks([low, high], n) {
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const powers = Array.from({ length: last - first + 1 }, (_, at) => 10 ** (first + at));
  const within = (/** @type {number[]} */ values) =>
    values.filter((value) => value >= low && value <= high);
  const every = Math.ceil(within(powers).length / n);
  const times = (/** @type {number[]} */ ...factors) =>
    within(powers.flatMap((power) => factors.map((factor) => factor * power)));
  const sets = [within(powers).filter((_, at) => at % every === 0), times(1, 2, 5), times(1, 3)];
  return (
    sets.find(({ length }) => length >= FEWEST_TICKS && length <= Math.max(n, FEWEST_TICKS)) ??
    scaleLinear([low, high], [0, 1]).ticks(n)
  );
}

/** @param {import('../../lib/i18n.js').Translate} t @param {Axis} axis @param {number} value */
function written(t, axis, value) {
  if (axis.unit === 'percent')
    return t.number(value, { style: 'percent', maximumFractionDigits: 1 });
  if (axis.unit === 'seconds') return seconds(t, value);
  return t.number(
    value,
    value >= MIN_COMPACT
      ? { notation: 'compact', maximumSignificantDigits: 3 }
      : { maximumSignificantDigits: 6 },
  );
}
