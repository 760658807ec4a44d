/** Controls of a figure. */

import { button, h } from '../../lib/dom.js';

/**
 * @param {string} label
 * @param {{min: number, max: number, step?: number, value: number}} range
 * @param {(value: number) => void} oninput
 * @param {(value: number) => string} [textOf]  the value as text
 */
export function slider(label, { min, max, step = 1, value }, oninput, textOf = String) {
  const shown = h('output', {});
  const input = h('input', {
    type: 'range',
    min,
    max,
    step,
    value,
    oninput: () => set(Number(input.value), true),
  });
  set(value, false);
  return {
    element: h('label', { class: 'field slider' }, h('span', {}, label, ' ', shown), input),
    input,
    set,
    limit,
  };

  /** @param {number} value @param {boolean} isNotified */
  function set(value, isNotified) {
    input.value = String(value);
    shown.textContent = textOf(value);
    input.setAttribute('aria-valuetext', textOf(value));
    if (isNotified) oninput(value);
  }

  /** Another end. @param {number} max @param {number} value */
  function limit(max, value) {
    input.max = String(max);
    set(value, false);
  }
}

/**
 * One of a few, as buttons.
 * @param {string} label
 * @param {[string, string][]} choices  value and name
 * @param {string} value
 * @param {(value: string) => void} onchange
 */
export function chips(label, choices, value, onchange) {
  const buttons = choices.map(([each, name]) =>
    button(
      name,
      null,
      () => {
        press(each);
        onchange(each);
      },
      { class: 'chip' },
    ),
  );
  press(value);
  return {
    element: h('div', { class: 'row chips', role: 'group', 'aria-label': label }, ...buttons),
    press,
  };

  /** @param {string} value */
  function press(value) {
    choices.forEach(([each], at) =>
      buttons[at].setAttribute('aria-pressed', String(each === value)),
    );
  }
}

/** A number field with a button that checks it. @param {import('../../lib/i18n.js').Translate} t @param {string} label @param {(n: number) => void} check */
export function numberField(t, label, check) {
  const input = h('input', { type: 'number', min: 0, inputmode: 'numeric', required: true });
  return h(
    'form',
    {
      class: 'row answer',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        check(Number(input.value));
      },
    },
    h('label', { class: 'field' }, h('span', {}, label), input),
    h('button', { class: 'primary' }, t('lesson.check')),
  );
}
