/** A small experiment of the laboratory, run while the reader reads, drawn as it goes. */

import { button, h } from '../../../lib/dom.js';
import { lineText } from '../../lab/text.js';
import { drawPlot } from '../../lab/plot.js';

/**
 * @param {import('../figure.js').Figure} figure
 * @param {string} experiment
 * @param {(rows: any[], findings: any) => void} measured
 * @param {number} [most]  plots that are shown
 */
export function createExperiment(figure, experiment, measured, most = 1) {
  const { t, lesson } = figure;
  const plots = h('div', { class: 'plots' });
  const bar = h('progress', { 'aria-label': t('lab.progress') });
  const lines = h('div', { class: 'stack findings' });
  const stop = button(t('solve.stop'), 'stop', () => stopListening());
  figure.view.append(plots, bar, lines);
  figure.side.append(stop);
  /** @type {any} */
  let drawn = null;
  let stopListening = () => {};
  lesson.redraws.push(() => drawn && draw(drawn));
  return { run, show };

  /** @param {Record<string, string>} parameters */
  function run(parameters) {
    /** @type {any[]} */
    const rows = [];
    figure.wait(t('lesson.working'));
    bar.hidden = stop.hidden = false;
    const stopRun = figure.stream(`lab/${experiment}`, parameters, {
      begin: ({ cells }) => (bar.max = cells),
      row({ row, done }) {
        rows.push(row);
        bar.value = done;
      },
      findings: draw,
      end(end) {
        draw(end);
        over();
        measured(rows, end);
      },
    });
    stopListening = () => {
      stopRun();
      over();
      figure.wait(t('solve.stopped'));
    };
  }

  /** Shows findings that were made before, in place of whatever is measured now. @param {any} findings */
  function show(findings) {
    over();
    draw(findings);
  }

  function over() {
    bar.hidden = stop.hidden = true;
  }

  /** @param {any} findings */
  function draw(findings) {
    drawn = findings;
    plots.replaceChildren(
      ...findings.plots.slice(0, most).map((/** @type {any} */ plot) => drawPlot(t, plot)),
    );
    lines.replaceChildren(
      ...findings.lines.map((/** @type {any} */ line) =>
        h('p', { class: 'fine' }, lineText(t, line)),
      ),
    );
  }
}
