/** The form of Solve: what to do, on which board, between which squares, and how. */

import { button, h, select } from '../../lib/dom.js';
import { icon } from '../../lib/icons.js';
import { createSetup } from '../../board/setup.js';
import { fresh, METHODS, optionsOf, ORDERS, RACED, TIES, WATCHED } from './state.js';

/** @typedef {import('./state.js').Part} Part */

/** @type {import('./state.js').View[]} */
const VIEWS = ['tour', 'search', 'race', 'merge'];
const GO = /** @type {Record<string, string>} */ ({ tour: 'solve.generate', search: 'solve.watch', race: 'solve.race', merge: 'solve.merge' });

/**
 * @param {import('../../lib/i18n.js').Translate} t
 * @param {{set: (next: Partial<Part>) => void, pick: (end: 'start'|'end') => void, run: () => void, board: (board: import('../../types.js').Board) => void, edit: (isEditing: boolean) => void}} on
 * @param {...HTMLElement} answers  what stands between the button and the choices
 */
export function createSolveForm(t, on, ...answers) {
  /** @type {Part} */
  let part = fresh({ files: 8, ranks: 8, holes: [] });
  const views = VIEWS.map((view) => button(t(`view.${view}`), null, () => on.set({ view }), { class: 'chip' }));
  const setup = createSetup(t, on, 40);
  const ends = [end('start'), end('end')];
  const kind = select(t('solve.kind'), [['', t('kind.any')], ['closed', t('kind.closed')], ['open', t('kind.open')]], (kind) => on.set({ kind, end: kind === 'closed' ? '' : part.end }));
  const named = (/** @type {string[]} */ names, /** @type {string} */ what) => names.map((name) => /** @type {[string, string]} */ ([name, t(`${what}.${name}`)]));
  const method = select(t('solve.method'), named(METHODS, 'method'), (method) => on.set({ method }));
  method.element.classList.add('full');
  const tie = select(t('solve.tie'), named(TIES, 'tie'), (tie) => on.set({ tie }));
  const order = select(t('solve.order'), [['', t('order.usual')], ...named(ORDERS, 'order'), ['own', t('order.own')]], (order) => on.set({ order: order === 'own' ? OWN : order }));
  const own = text(t('order.pairs'), 'order', { spellcheck: 'false' });
  const tries = text(t('solve.tries'), 'tries', { inputmode: 'numeric', placeholder: '1' });
  const seed = text(t('solve.seed'), 'seed', { inputmode: 'numeric', placeholder: '0' });
  const raced = RACED.map((name) => ({ name, input: h('input', { type: 'checkbox', onchange: () => toggleMethod(name) }) }));
  const lanes = h('fieldset', {}, h('legend', {}, t('race.choose')),
    h('div', { class: 'toggles checks' }, ...raced.map(({ name, input }) => h('label', { class: 'check' }, input, h('span', {}, t(`method.${name}`))))));
  const go = button('', 'play', on.run, { class: 'primary wide' });
  const hint = h('p', { class: 'fine' });
  const how = h('div', { class: 'fields' }, kind.element, method.element, tie.element, order.element, own.element, tries.element, seed.element);
  const puzzle = h('fieldset', {}, h('legend', {}, t('solve.pick')), h('div', { class: 'row ends' }, ...ends.map(({ element }) => element)));
  const element = h('div', { class: 'stack' }, h('h1', { class: 'unseen' }, t('tab.solve')),
    h('div', { class: 'row chips views', role: 'group', 'aria-label': t('view.title') }, ...views), hint, go, ...answers, lanes, setup.element, puzzle, how);
  return { element, render };

  /** @param {Part} next */
  function render(next) {
    part = next;
    const { view } = part;
    const isSearch = view === 'search';
    views.forEach((chip, at) => chip.setAttribute('aria-pressed', String(VIEWS[at] === view)));
    hint.textContent = t(`view.${view}.about`);
    setup.render(part.board, part.isEditing);
    puzzle.hidden = how.hidden = view === 'merge';
    lanes.hidden = view !== 'race';
    for (const { name, input } of raced) {
      input.checked = part.methods.includes(name);
      input.disabled = input.checked ? part.methods.length <= 2 : part.methods.length >= 4;
    }
    ends.forEach((end) => end.render());
    kind.input.value = part.kind;
    method.element.hidden = view === 'race';
    for (const option of method.input.options) option.hidden = option.disabled = isSearch && !WATCHED.includes(option.value);
    method.input.value = part.method;
    const uses = view === 'race' ? { order: true, tie: true, tries: false, seed: true } : optionsOf(part.method);
    tie.element.hidden = !uses.tie;
    order.element.hidden = !uses.order;
    const isOwn = part.order !== '' && !ORDERS.includes(part.order);
    own.element.hidden = !uses.order || !isOwn;
    tries.element.hidden = !uses.tries || isSearch;
    seed.element.hidden = !uses.seed || (uses.tie && part.tie !== 'random');
    tie.input.value = part.tie;
    order.input.value = isOwn ? 'own' : part.order;
    for (const [name, field] of Object.entries({ order: own, tries, seed })) if (document.activeElement !== field.input) field.input.value = part[/** @type {'order'} */ (name)];
    const isWaiting = part.status?.type === 'wait';
    const name = t(isWaiting ? 'solve.stop' : GO[view]);
    if (go.textContent !== name) go.replaceChildren(icon(isWaiting ? 'stop' : 'play'), h('span', {}, name));
  }

  /** @param {string} name */
  function toggleMethod(name) {
    const methods = part.methods.includes(name) ? part.methods.filter((method) => method !== name) : RACED.filter((method) => method === name || part.methods.includes(method));
    on.set({ methods });
  }

  /** A given end: which one a click on the board sets, and the way to take it back. @param {'start'|'end'} name */
  function end(name) {
    const choose = button('', null, () => on.pick(name), { class: 'end' });
    const clear = h('button', { type: 'button', class: 'quiet', 'aria-label': t(`solve.${name}.clear`), title: t(`solve.${name}.clear`), onclick: () => on.set({ [name]: '' }) }, '×');
    const element = h('div', { class: `given ${name}` }, choose, clear);
    return {
      element,
      render() {
        choose.setAttribute('aria-pressed', String(part.picking === name && !part.isEditing));
        choose.replaceChildren(h('span', {}, part[name] ? t(`solve.${name}.is`, { square: part[name] }) : t(`solve.${name}.any`)));
        clear.hidden = !part[name];
      },
    };
  }

  /** @param {string} label @param {string} name @param {Record<string, string>} props */
  function text(label, name, props) {
    const input = h('input', { type: 'text', autocomplete: 'off', ...props, onchange: () => on.set({ [name]: input.value.trim() }) });
    return { input, element: h('label', { class: 'field' }, h('span', {}, label), input) };
  }
}

/** The report's order, to be changed by hand: x to the right, y down. */
const OWN = '1,-2 2,-1 2,1 1,2 -1,2 -2,1 -2,-1 -1,-2 ';
