/** The panel of the atlas: the square in the middle, ways to a square and a step, the ride, and the board. */

import { button, h, rename, select } from '../../lib/dom.js';
import { createRemedy } from '../../lib/remedy.js';
import { createReadout } from './readout.js';
import { isSide, MAX_SIDE, STRUCTURES } from './state.js';
import { readPlace } from './text.js';
import { legend } from './tiles.js';

/** @typedef {import('./state.js').Part} Part */
/** @typedef {ReturnType<typeof createField>} Field */

const DEFAULT_SIDES = [100, 10_000, 1_000_000, 1_000_000_000];
/** Milliseconds between two leaps of the ride. */
export const PACES = /** @type {Record<string, number>} */ ({ slow: 1000, calm: 350, quick: 90 });

/**
 * @param {import('../../lib/i18n.js').Translate} t
 * @param {{choose: (change: Partial<Part>) => void, goTo: (target: {square: string}|{step: string}, field: Field) => void, follow: () => void, pace: () => void, retry: () => void}} on
 */
export function createAtlasPanel(t, on) {
  const boardField = h('input', {
    type: 'text',
    inputmode: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const names = ['100', '10⁴', '10⁶', '10⁹'].map((side) => `${side}×${side}`);
  const chips = DEFAULT_SIDES.map((side, at) =>
    button(names[at], null, () => on.choose({ files: side, ranks: side }), { class: 'chip' }),
  );
  const method = select(
    t('atlas.structure'),
    [
      ['parberry', t('atlas.quadrants')],
      ['tidy', t('atlas.lines')],
      ['divide', t('atlas.comb')],
    ],
    (method) => on.choose({ method: /** @type {import('./state.js').Part['method']} */ (method) }),
  );
  const square = h('input', {
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: '12345 · 678',
  });
  const step = h('input', {
    type: 'text',
    inputmode: 'numeric',
    autocomplete: 'off',
    placeholder: '1',
  });
  const follow = button(t('atlas.follow'), 'play', on.follow, { 'aria-pressed': 'false' });
  const pace = select(
    t('atlas.pace'),
    Object.keys(PACES).map((name) => [name, t(`atlas.${name}`)]),
    on.pace,
  );
  pace.input.value = 'calm';
  const readout = createReadout(t);
  const note = h('p', { class: 'fine', role: 'alert', hidden: true });
  const remedy = createRemedy(t, on.retry);
  remedy.render(null);
  const bar = h('div', { class: 'ring', 'aria-hidden': 'true' });
  bar.style.background = `linear-gradient(to right, ${legend.join(', ')})`;

  const squareForm = createField(t('atlas.square'), square, t('atlas.go'), () =>
    on.goTo({ square: readPlace(square.value) }, squareForm),
  );
  const stepForm = createField(t('atlas.step'), step, t('atlas.go'), () =>
    on.goTo({ step: step.value.replace(/[\s.,'_]/g, '') }, stepForm),
  );
  const boardForm = createField(t('atlas.board'), boardField, t('atlas.go'), () =>
    resize(boardField.value),
  );
  const element = h(
    'aside',
    { class: 'panel' },
    h(
      'div',
      { class: 'stack' },
      h('h1', { class: 'unseen' }, t('tab.atlas')),
      h('p', {}, t('atlas.about')),
      h('section', { class: 'card' }, readout.element, note, remedy.element),
      squareForm.element,
      stepForm.element,
      h('div', { class: 'row go' }, follow, pace.element),
      h(
        'fieldset',
        { class: 'setup' },
        h('legend', {}, t('setup.title')),
        boardForm.element,
        h('div', { class: 'row chips sizes-of-atlas' }, ...chips),
        method.element,
      ),
      h('div', {}, h('p', { class: 'fine' }, t('atlas.colours')), bar),
      h('p', { class: 'fine', id: 'atlas-keys' }, t('atlas.keys')),
    ),
  );
  return {
    element,
    readout,
    pace: () => PACES[pace.input.value],
    /** @param {string} sentence @param {import('../../engine/refused.js').Refusal} [refused] */
    showNote(sentence, refused) {
      note.hidden = !sentence;
      note.textContent = sentence;
      remedy.render(refused);
    },
    /** @param {boolean} isFollowing */
    showFollowing(isFollowing) {
      follow.setAttribute('aria-pressed', String(isFollowing));
      rename(follow, t(isFollowing ? 'atlas.stop' : 'atlas.follow'), isFollowing ? 'stop' : 'play');
    },
    /** @param {Part} part */
    render(part) {
      for (const option of method.input.options) option.disabled = !STRUCTURES[option.value](part);
      method.input.value = part.method;
      if (document.activeElement !== boardField)
        boardField.value = part.undrawnBoard || `${part.files}x${part.ranks}`;
      if (part.undrawnBoard) boardForm.show(t('atlas.sides', { most: t.number(MAX_SIDE) }));
      else if (!boardField.matches(':focus')) boardForm.show('');
      chips.forEach((chip, at) =>
        chip.setAttribute(
          'aria-pressed',
          String(part.files === DEFAULT_SIDES[at] && part.ranks === DEFAULT_SIDES[at]),
        ),
      );
    },
  };

  /** @param {string} text */
  function resize(text) {
    const [files, ranks = files] = text.toLowerCase().replace(/\s/g, '').split(/[x×]/).map(Number);
    const isDrawn = [files, ranks].every(isSide);
    boardForm.show(isDrawn ? '' : t('atlas.sides', { most: t.number(MAX_SIDE) }));
    if (isDrawn) on.choose({ files, ranks });
  }
}

/**
 * A field with its button, and a line below it that says what is wrong with its value.
 * @param {string} name
 * @param {HTMLInputElement} input
 * @param {string} action  the name of the button
 * @param {() => void} onSubmit
 */
function createField(name, input, action, onSubmit) {
  const problem = h('p', { class: 'fine problem', role: 'alert', hidden: true });
  const show = (/** @type {string} */ sentence) => {
    problem.textContent = sentence;
    problem.hidden = !sentence;
    input.setAttribute('aria-invalid', String(!!sentence));
  };
  input.addEventListener('input', () => show(''));
  const element = h(
    'form',
    {
      class: 'target',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        onSubmit();
      },
    },
    h(
      'div',
      { class: 'row go' },
      h('label', { class: 'field' }, h('span', {}, name), input),
      h('button', { type: 'submit' }, action),
    ),
    problem,
  );
  return { element, show };
}
