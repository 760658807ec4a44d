/** The parameters of an experiment as checkboxes, sliders and menus; a text field for a value that these cannot show. */

import { h, select } from '../../lib/dom.js';
import { METHODS, TIES } from '../../lib/names.js';

/** @typedef {import('../../lib/i18n.js').Translate} Translate */
/** @typedef {(value: string) => void} Set */

const BUILT = ['divide', 'parberry', 'tidy', 'warnsdorff', 'warnsdorff-backtrack', 'repair'];
/** Parameters with several values. @type {Record<string, string[]>} */
const TICKED = {
  boards: ['5x5', '5x6', '6x6', '6x7', '7x7', '8x8'],
  ties: TIES,
  methods: METHODS.filter((method) => !['auto', 'parberry', 'tidy'].includes(method)),
};
/** Parameters with one of a few values. @type {Record<string, string[]>} */
const CHOSEN = {
  method: BUILT,
  max_time: ['100ms', '500ms', '1s', '5s', '20s'],
  board: ['5', '6', '7', '8'],
};
/** Numbers: from, to, step. @type {Record<string, [number, number, number]>} */
const SLID = { tries: [20, 2000, 20], repeats: [1, 9, 1] };
const SIZES = /** @type {Record<string, string[]>} */ ({
  growth: ['64,96,128,192,256,384', '64,96,128,192,256,384,512', '64,128,256,512,768,1024'],
});
const MAX_SIZE = 60;

/**
 * @param {Translate} t
 * @param {string} experiment
 * @param {string} word
 * @param {string} value
 * @param {Set} set
 * @returns {HTMLElement}
 */
export function control(t, experiment, word, value, set) {
  const name = t(`lab.word.${word}`);
  const values = value.split(',');
  const choices = word === 'sizes' ? SIZES[experiment] : CHOSEN[word];
  if (TICKED[word] && values.every((each) => TICKED[word].includes(each)))
    return ticks(t, name, word, values, set);
  if (choices?.includes(value)) {
    const choice = select(
      name,
      choices.map((each) => [each, nameOf(t, word, each)]),
      set,
    );
    choice.input.value = value;
    return choice.element;
  }
  if (SLID[word] && Number(value) >= SLID[word][0] && Number(value) <= SLID[word][1])
    return slider(t, name, SLID[word], Number(value), (n) => set(String(n)));
  const range = /^(\d+)\.\.(\d+)$/.exec(value);
  if (word === 'sizes' && range && Number(range[2]) <= MAX_SIZE)
    return span(t, name, Number(range[1]), Number(range[2]), set);
  const input = h('input', {
    type: 'text',
    value,
    autocomplete: 'off',
    spellcheck: 'false',
    onchange: () => set(input.value),
  });
  return h('label', { class: 'field' }, h('span', {}, name), input);
}

/** @param {Translate} t @param {string} word @param {string} value */
function nameOf(t, word, value) {
  if (word === 'method' || word === 'methods') return t(`method.${value}`);
  if (word === 'ties') return t(`tie.${value}`);
  return value
    .replace('x', '×')
    .replaceAll(',', ', ')
    .replace(/^(\d+)(ms|s)$/, '$1 $2');
}

/** @param {Translate} t @param {string} name @param {string} word @param {string[]} values @param {Set} set */
function ticks(t, name, word, values, set) {
  const chosen = new Set(values);
  const boxes = TICKED[word].map((value) => {
    const input = h('input', {
      type: 'checkbox',
      onchange: () => {
        if (input.checked) chosen.add(value);
        else if (chosen.size > 1) chosen.delete(value);
        input.checked = chosen.has(value);
        set(TICKED[word].filter((each) => chosen.has(each)).join());
      },
    });
    input.checked = chosen.has(value);
    return h('label', { class: 'check' }, input, h('span', {}, nameOf(t, word, value)));
  });
  return h(
    'fieldset',
    { class: 'full' },
    h('legend', {}, name),
    h('div', { class: 'toggles checks' }, ...boxes),
  );
}

/** @param {Translate} t @param {string} name @param {[number, number, number]} bounds @param {number} value @param {(n: number) => void} set */
function slider(t, name, [min, max, step], value, set) {
  const shown = h('span', { class: 'value', 'aria-hidden': 'true' }, t.number(value));
  const input = h('input', {
    type: 'range',
    min,
    max,
    step,
    oninput: () => (shown.textContent = t.number(Number(input.value))),
    onchange: () => set(Number(input.value)),
  });
  input.value = String(value);
  return h('label', { class: 'field slider' }, h('span', {}, name, ' ', shown), input);
}

/** Sizes from one to another. @param {Translate} t @param {string} name @param {number} from @param {number} to @param {Set} set */
function span(t, name, from, to, set) {
  const ends = { from, to };
  const notify = () => set(`${Math.min(ends.from, ends.to)}..${Math.max(ends.from, ends.to)}`);
  const one = (/** @type {'from'|'to'} */ end) =>
    slider(t, t(`lab.${end}`), [5, MAX_SIZE, 1], ends[end], (n) => {
      ends[end] = n;
      notify();
    });
  return h(
    'fieldset',
    { class: 'full' },
    h('legend', {}, name),
    h('div', { class: 'fields' }, one('from'), one('to')),
  );
}
