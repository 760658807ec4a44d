/** Elements in one line: `h('button', {class: 'calm', onclick}, 'Undo')`. */

import { icon } from './icons.js';

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  element.append(
    ...children
      .filter((child) => child != null && child !== false)
      .map((child) => /** @type {Node} */ (child)),
  );
  return element;
}

/**
 * A button with a picture and its name.
 * @param {string} name  the visible text
 * @param {string|null} picture
 * @param {(event: Event) => void} onclick
 * @param {Record<string, any>} [props]
 */
export function button(name, picture, onclick, props = {}) {
  return h(
    'button',
    { type: 'button', onclick, ...props },
    picture && icon(picture),
    h('span', {}, name),
  );
}

/**
 * A labelled switch.
 * @param {string} name
 * @param {(isOn: boolean) => void} onchange
 */
export function toggle(name, onchange) {
  const input = h('input', { type: 'checkbox', onchange: () => onchange(input.checked) });
  return { input, element: h('label', { class: 'toggle' }, input, h('span', {}, name)) };
}

/**
 * A labelled choice of a few.
 * @param {string} label
 * @param {[string, string][]} choices  value and name
 * @param {(value: string) => void} onchange
 */
export function select(label, choices, onchange) {
  const input = h('select', { onchange: () => onchange(input.value) });
  input.append(...choices.map(([value, name]) => h('option', { value }, name)));
  return { input, element: h('label', { class: 'field' }, h('span', {}, label), input) };
}

/**
 * Sets a text only where it differs, so that nothing is read out twice.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * A display option: a checkbox with a picture and a name.
 * @param {string} name
 * @param {string} picture
 * @param {(isOn: boolean) => void} onchange
 */
export function option(name, picture, onchange) {
  const input = h('input', { type: 'checkbox', onchange: () => onchange(input.checked) });
  return {
    input,
    element: h('label', { class: 'option' }, input, icon(picture), h('span', {}, name)),
  };
}

/**
 * A folded group that shows its value while it is closed.
 * @param {string} title
 * @param {...(Node|string|null|undefined|false)} children
 */
export function fold(title, ...children) {
  const value = h('span', { class: 'value' });
  return {
    element: h(
      'details',
      { class: 'fold' },
      h('summary', {}, h('span', {}, title), value),
      h('div', { class: 'stack' }, ...children),
    ),
    value,
  };
}

/**
 * Changes the picture and the name of a button.
 * @param {HTMLButtonElement} element
 * @param {string} name
 * @param {string} picture
 */
export function rename(element, name, picture) {
  if (element.textContent !== name) element.replaceChildren(icon(picture), h('span', {}, name));
}

/**
 * A folded note.
 * @param {string} title
 * @param {string} text
 */
export function details(title, text) {
  return fold(title, h('p', { class: 'fine' }, text)).element;
}

/**
 * Hands a file to the reader.
 * @param {Blob} blob
 * @param {string} name
 */
export function saveAs(blob, name) {
  const link = h('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
