/** The laboratory: the experiments of `ktour lab`, run by the engine and drawn while they go. */

import { listen } from '../../engine/engine.js';
import { button, h, rename, saveAs, setText } from '../../lib/dom.js';
import { markEdges } from '../../lib/edges.js';
import { createCommand } from '../../lib/command.js';
import { control } from './controls.js';
import { createRemedy } from '../../lib/remedy.js';
import { lineText, figureText } from './text.js';
import { drawPlot } from './plot.js';
import { refusal } from '../../engine/refused.js';

/**
 * @typedef {import('./text.js').Line} Line
 * @typedef {import('./text.js').Figure} Figure
 * @typedef {{experiment: string, parameters: Record<string, string>, cells: number}} Plan
 * @typedef {{lines: Line[], notes: Line[], plots: import('./plot.js').Plot[], tables: {lines: TableLines}[]}} Findings
 * @typedef {Findings & {rows: number, csv: string, html: string}} End
 * @typedef {{experiment: string, parameters: Record<string, string>, plan: Plan|null, done: number, working: import('../../engine/worker-queue.js').Working|null, findings: Findings|null, end: End|null,
 *   refused: import('../../engine/refused.js').Refusal|null, isRunning: boolean, isWanted: boolean, isExample: boolean}} Part
 * @typedef {{caption: Line, columns: Line[], rows: Figure[][]}} TableLines
 */

/** The experiments, each with its fields and what they are at first. */
const EXPERIMENTS = /** @type {Record<string, Record<string, string>>} */ ({
  backtracking: { boards: '5x5,6x6,6x7,8x8', max_time: '5s' },
  warnsdorff: { sizes: '5..30', tries: '300', ties: 'first,random,lookahead,far', seed: '1' },
  growth: { method: 'divide', sizes: '64,96,128,192,256,384,512', repeats: '3' },
  race: { board: '6', methods: 'backtrack,warnsdorff-backtrack,exact', max_time: '500ms' },
});
/** Parameters of the small example that is measured at once. */
const EXAMPLES = /** @type {Record<string, Record<string, string>>} */ ({
  backtracking: { boards: '5x5,6x6', max_time: '1s' },
  warnsdorff: { sizes: '5..12', tries: '60' },
  growth: { sizes: '32,64,128,256,512,1024', repeats: '2' },
  race: { board: '5', max_time: '100ms' },
});

/** Rows of a table that are seen at first. */
const MAX_ROWS_SHOWN = 12;
/** Kinds of figures that are texts. */
const TEXTS = ['name', 'method', 'tie', 'line', 'list', 'either'];

/** @type {import('../../types.js').Tab<'lab'>} */
export const lab = {
  name: 'lab',
  mount,
  read(query) {
    const name = query.get('experiment') ?? '';
    const experiment = name in EXPERIMENTS ? name : 'warnsdorff';
    const parameters = Object.fromEntries(
      Object.entries(EXPERIMENTS[experiment]).map(([word, initial]) => [
        word,
        query.get(word) ?? initial,
      ]),
    );
    return { ...none, experiment, parameters, isWanted: query.has('run') };
  },
  write({ experiment, parameters, plan, isExample }) {
    const own = Object.entries(parameters).filter(
      ([word, value]) => value !== EXPERIMENTS[experiment][word],
    );
    return {
      experiment: experiment === 'warnsdorff' ? '' : experiment,
      ...Object.fromEntries(own),
      run: plan && !isExample ? 'yes' : '',
    };
  },
};

const none = {
  plan: null,
  done: 0,
  working: null,
  findings: null,
  end: null,
  refused: null,
  isRunning: false,
  isWanted: false,
  isExample: false,
};

/** @param {HTMLElement} root @param {import('../../types.js').App} app */
function mount(root, { store, t, announce }) {
  const part = () => store.state.lab;
  const change = (/** @type {import('../../app/store.js').Change<Part>} */ next) =>
    store.change('lab', next);
  let stopListening = () => {};
  let drawn = /** @type {Findings|null} */ (null);
  let shown = '';

  const chips = Object.keys(EXPERIMENTS).map((name) =>
    button(t(`lab.${name}`), null, () => choose(name), { class: 'chip', 'data-name': name }),
  );
  const about = h('p', { class: 'fine' });
  const go = button(t('lab.run'), 'play', () => (part().isRunning ? stop() : run()), {
    class: 'primary wide',
  });
  const fields = h('div', { class: 'fields' });
  const bar = h('progress', { 'aria-label': t('lab.progress') });
  const status = h('p', { class: 'fine', role: 'status' });
  // Not for the live region: it changes many times a second.
  const trials = h('p', { class: 'fine' });
  const command = createCommand(t);
  const error = h('p', { class: 'note sad', role: 'alert' });
  const remedy = createRemedy(t, run);
  const example = h('p', { class: 'fine' }, t('lab.example'));
  const sentences = h('div', { class: 'stack findings' });
  const plots = h('div', { class: 'plots' });
  const tables = h('div', { class: 'tables' });
  const notes = h('div', { class: 'stack fine' });
  const downloads = h('div', {
    class: 'row chips',
    role: 'group',
    'aria-label': t('share.download'),
  });
  root.append(
    h(
      'section',
      { class: 'stage stack lab-stage', 'aria-label': t('tab.lab') },
      example,
      sentences,
      plots,
      tables,
      notes,
    ),
    h(
      'aside',
      { class: 'panel lab-panel' },
      h(
        'div',
        { class: 'stack' },
        h('h1', { class: 'unseen' }, t('tab.lab')),
        h('div', { class: 'views', role: 'group', 'aria-label': t('lab.experiment') }, ...chips),
        about,
        go,
        bar,
        status,
        trials,
        error,
        remedy.element,
        fields,
        h('div', { class: 'card' }, command.element),
        downloads,
      ),
    ),
  );
  if (part().isWanted || (part().isRunning && !part().isExample)) run();
  else illustrate();

  return {
    render,
    unmount() {
      stopListening();
    },
  };

  /** @param {import('../../types.js').State} state */
  function render({ lab: now }) {
    chips.forEach((chip) =>
      chip.setAttribute('aria-pressed', String(chip.dataset.name === now.experiment)),
    );
    setText(about, t(`lab.${now.experiment}.about`));
    const isMine = now.isRunning && !now.isExample;
    rename(go, t(isMine ? 'solve.stop' : 'lab.run'), isMine ? 'stop' : 'play');
    example.hidden = !now.isExample;
    bar.hidden = !isMine;
    bar.max = now.plan?.cells ?? 1;
    bar.value = now.done + (now.working?.share ?? 0);
    setText(
      status,
      now.plan && !now.isExample ? t('lab.rows', { n: now.done, all: now.plan.cells }) : '',
    );
    trials.hidden = !isMine || !now.working?.done;
    setText(trials, t('lab.trials', { n: now.working?.done ?? 0 }));
    const { experiment, parameters } = now.isExample ? now : (now.plan ?? now);
    command.render({ question: `lab/${experiment}`, parameters });
    error.hidden = !now.refused;
    setText(error, now.refused ? refusal(t, now.refused) : '');
    remedy.render(now.refused);
    if (shown !== now.experiment) showFields(now);
    if (drawn !== now.findings) showFindings(now.findings);
    downloads.hidden = !now.end || now.isExample;
  }

  /** @param {Part} now */
  function showFields({ experiment, parameters }) {
    shown = experiment;
    fields.replaceChildren(
      ...Object.entries(parameters).map(([word, value]) =>
        control(t, experiment, word, value, (value) => set(word, value.trim())),
      ),
    );
  }

  /** @param {Findings|null} findings */
  function showFindings(findings) {
    drawn = findings;
    const paragraphs = (/** @type {Line[]} */ lines) =>
      lines.map((line) => h('p', {}, lineText(t, line)));
    sentences.replaceChildren(...paragraphs(findings?.lines ?? []));
    notes.replaceChildren(...paragraphs(findings?.notes ?? []));
    plots.replaceChildren(
      ...(findings?.plots ?? []).map((plot) => {
        const figure = drawPlot(t, plot);
        figure.className = 'card';
        return figure;
      }),
    );
    tables.replaceChildren(...(findings?.tables ?? []).map(({ lines }) => table(lines)));
  }

  /** @param {TableLines} lines */
  function table({ caption, columns, rows }) {
    // Texts are aligned left, numbers right.
    const isText = columns.map((_, at) =>
      rows.every(
        (row) => row[at] === 'nothing' || Object.keys(row[at]).some((kind) => TEXTS.includes(kind)),
      ),
    );
    const cells = (/** @type {Figure[]} */ row) =>
      row.map((figure, at) => h('td', { class: isText[at] && 'text' }, figureText(t, figure)));
    const drawn = rows.map((row, at) => h('tr', { hidden: at >= MAX_ROWS_SHOWN }, ...cells(row)));
    const all = button(t('lab.all', { n: rows.length }), 'plus', () => {
      for (const row of drawn) row.hidden = false;
      all.remove();
    });
    const scroll = h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': lineText(t, caption) },
      h(
        'table',
        {},
        h('caption', {}, lineText(t, caption)),
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ...columns.map((column, at) =>
              h('th', { scope: 'col', class: isText[at] && 'text' }, lineText(t, column)),
            ),
          ),
        ),
        h('tbody', {}, ...drawn),
      ),
    );
    markEdges(scroll);
    return h('div', { class: 'card table' }, scroll, rows.length > MAX_ROWS_SHOWN && all);
  }

  /** @param {string} experiment */
  function choose(experiment) {
    stopListening();
    change({ ...none, experiment, parameters: { ...EXPERIMENTS[experiment] } });
    illustrate();
  }

  /** Changes a parameter and drops the findings of the old ones; the example has its own parameters. @param {string} word @param {string} value */
  function set(word, value) {
    const parameters = { ...part().parameters, [word]: value };
    if (part().isExample) return change({ parameters });
    stopListening();
    change({ ...none, parameters });
  }

  function run() {
    measure(part().parameters, false);
  }

  /** Runs the small example if there is nothing else to show. */
  function illustrate() {
    const { experiment, parameters, findings, refused } = part();
    const isUsual = Object.entries(parameters).every(
      ([word, value]) => value === EXPERIMENTS[experiment][word],
    );
    if (!findings && !refused && isUsual) measure({ ...parameters, ...EXAMPLES[experiment] }, true);
  }

  /** @param {Record<string, string>} parameters @param {boolean} isExample */
  function measure(parameters, isExample) {
    stopListening();
    const { experiment } = part();
    change({ ...none, isRunning: true, isExample });
    stopListening = listen(`lab/${experiment}`, parameters, {
      begin: ({ words, ...plan }) => change({ plan: { ...plan, parameters: words } }),
      working: (working) => change({ working }),
      row: ({ done }) => change({ done, working: null }),
      findings: (findings) => change({ findings }),
      end(end) {
        change({ end, findings: end, done: end.rows, working: null, isRunning: false });
        offer(end);
        if (!isExample) announce(t('lab.done', { n: end.rows }));
      },
      error: (refused) => change({ isRunning: false, refused }),
    });
  }

  function stop() {
    stopListening();
    change({ working: null, isRunning: false });
  }

  /** @param {End} end */
  function offer({ csv, html, plots: made }) {
    const name = part().experiment;
    const save =
      (/** @type {string} */ file, /** @type {string} */ type, /** @type {string} */ text) => () =>
        saveAs(new Blob([text], { type }), file);
    const chip = (/** @type {string} */ label, /** @type {() => void} */ onclick) =>
      h('button', { type: 'button', class: 'chip', onclick }, label);
    downloads.replaceChildren(
      h('span', { class: 'fine' }, t('share.download')),
      chip('CSV', save(`${name}.csv`, 'text/csv', csv)),
      ...made.map((plot, at) =>
        chip(
          made.length > 1 ? `SVG ${at + 1}` : 'SVG',
          save(`${plot.name}.svg`, 'image/svg+xml', plot.svg ?? ''),
        ),
      ),
      chip('HTML', save(`${name}.html`, 'text/html', html)),
    );
  }
}
