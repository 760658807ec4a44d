/** The existence table built up rule by rule, until no board is left open; and where printed tables were wrong. */

import { h, setText, toggle } from '../../../lib/dom.js';
import { readFile } from '../../../lib/files.js';
import { chips } from '../controls.js';

/** Sides of the table. */
const SIDE = 10;
/** The rules in the order of the lesson; the last one is a tour. */
const RULES = ['none', 'narrow', 'parity', 'four', 'three', 'cut', 'tours'];

/** The rule that excludes a tour. @param {any} reason */
function ruleOf({ code, certificate }) {
  if (code === 'schwenk') return certificate.short === 4 ? 'four' : 'three';
  return code === 'few-neighbours' || code === 'too-small' ? 'narrow' : code;
}

/** @param {import('../figure.js').Figure} figure */
export function createExistence(figure) {
  const { t } = figure;
  const sides = Array.from({ length: SIDE }, (_, at) => at + 1);
  const cells = sides.map(() => sides.map(() => h('td')));
  const table = h(
    'table',
    { class: 'small-existence', 'aria-label': t('explore.table') },
    h('thead', {}, h('tr', {}, h('td'), ...sides.map((n) => h('th', { scope: 'col' }, String(n))))),
    h(
      'tbody',
      {},
      ...sides.map((n, at) => h('tr', {}, h('th', { scope: 'row' }, String(n)), ...cells[at])),
    ),
  );
  figure.view.append(table);
  const printed = toggle(t('explore.figures'), () => show());
  const rules = chips(
    figure.text('rules'),
    RULES.map((rule) => [rule, figure.text(rule)]),
    'tours',
    (next) => {
      rule = next;
      show();
    },
  );
  figure.side.append(rules.element, printed.element);
  let rule = 'tours';
  /** What decides each board: whether it has a closed tour, and whether it has an open one. @type {Map<string, {class: string, closed: string, open: string}>} */
  const known = new Map();
  /** @type {Record<string, string[]>} */
  let figures = {};
  figure.wait(t('lesson.working'));
  figure.run(async (ask) => {
    figures = await readFile('data/figures.json');
    await Promise.all(
      sides.flatMap((m) =>
        sides
          .filter((n) => n >= m)
          .map(async (n) => {
            const { class: kind, closed, open } = await ask('exists', { board: `${n}x${m}` });
            const by = (/** @type {any} */ answer) =>
              answer.answer === 'yes' ? 'tours' : ruleOf(answer.reason);
            known.set(`${m} ${n}`, { class: kind, closed: by(closed), open: by(open) });
          }),
      ),
    );
    show();
  });

  function show() {
    const status = RULES.slice(0, RULES.indexOf(rule) + 1);
    let [left, wrong] = [0, 0];
    for (const m of sides) {
      for (const n of sides) {
        const {
          class: kind,
          closed,
          open,
        } = /** @type {{class: string, closed: string, open: string}} */ (
          known.get(`${Math.min(m, n)} ${Math.max(m, n)}`)
        );
        // A board without an open tour has no closed one either.
        const isClosedKnown =
          status.includes(closed) || (open !== 'tours' && status.includes(open));
        const isKnown =
          isClosedKnown &&
          (status.includes(open) || (closed === 'tours' && status.includes('tours')));
        if (!isKnown) left++;
        const isWrong = Object.values(figures).some((rows) => rows[m - 1][n - 1] !== kind);
        if (isWrong) wrong++;
        const cell = cells[m - 1][n - 1];
        cell.className = isKnown ? `class-${kind}` : isClosedKnown ? 'half' : 'open';
        cell.classList.toggle('wrong', printed.input.checked && isWrong);
        setText(cell, isKnown ? kind : '?');
      }
    }
    const sentence = figure.text(left ? 'left' : 'done', {
      rule: figure.text(`${rule}.about`),
      n: left,
    });
    figure.report(
      printed.input.checked ? `${sentence} ${figure.text('wrong', { n: wrong })}` : sentence,
      printed.input.checked ? { left, wrong } : { left },
    );
  }
}
