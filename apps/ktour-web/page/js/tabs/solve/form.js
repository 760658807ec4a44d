/** The form of Solve: what to see, between which squares, on which board, and how. */

import { button, fold, h, rename, select, setText } from '../../lib/dom.js';
import { icon } from '../../lib/icons.js';
import { createSetup } from '../../board/setup.js';
import { METHODS, ORDERS, TIES } from '../../lib/names.js';
import { readSquare, rows } from '../../lib/square.js';
import { fresh, MERGED, optionsOf, RACED, suited, WATCHED, GOALS, goalOf } from './state.js';

/** @typedef {import('./state.js').Part} Part */

/** @type {import('./state.js').View[]} */
const VIEWS = ['tour', 'search', 'race', 'merge'];
const GO = /** @type {Record<string, string>} */ ({
  tour: 'solve.generate',
  search: 'solve.watch',
  race: 'solve.race',
  merge: 'solve.merge',
});

/**
 * @param {import('../../types.js').App} app
 * @param {{set: (next: Partial<Part>) => void, goal: (next: Partial<Part>) => void, pick: (end: 'start'|'end') => void, run: () => void, board: (board: import('../../types.js').Board) => void, edit: (isEditing: boolean) => void}} on
 * @param {...HTMLElement} answers  elements between the button and the options
 */
export function createSolveForm(app, on, ...answers) {
  const { t } = app;
  /** @type {Part} */
  let part = fresh({ files: 8, ranks: 8, holes: [] });
  const views = VIEWS.map((view) =>
    button(t(`view.${view}`), null, () => see(view), { class: 'chip' }),
  );
  const setup = createSetup(app, on);
  const boards = fold(t('setup.title'), setup.element);
  const ends = [end('start'), end('end')];
  const typed = h('input', {
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'c4 · 2,2',
    onchange: type,
  });
  const wrong = h('p', { class: 'fine problem', role: 'alert', hidden: true });
  const random = button(t('solve.random'), 'dice', () => {
    const free = rows(part.board)
      .flat()
      .filter(
        (square) =>
          !part.board.holes.includes(square) &&
          square !== part[part.picking === 'start' ? 'end' : 'start'],
      );
    on.set({ [part.picking]: free[Math.floor(Math.random() * free.length)] });
  });
  const puzzle = h(
    'fieldset',
    { class: 'stack' },
    h('legend', {}, t('solve.pick')),
    h('div', { class: 'row ends' }, ...ends.map(({ element }) => element)),
    h(
      'div',
      { class: 'row sides' },
      h('label', { class: 'field' }, h('span', { class: 'unseen' }, t('solve.type')), typed),
      random,
    ),
    wrong,
  );

  const named = (/** @type {string[]} */ names, /** @type {string} */ what) =>
    names.map((name) => /** @type {[string, string]} */ ([name, t(`${what}.${name}`)]));
  const kind = select(
    t('solve.kind'),
    [
      ['', t('kind.any')],
      ['closed', t('kind.closed')],
      ['open', t('kind.open')],
    ],
    (kind) => on.set({ kind, end: kind === 'closed' ? '' : part.end }),
  );
  const beauty = select(
    t('beauty.title'),
    [['', t('beauty.any')], ...named(Object.keys(GOALS), 'beauty')],
    (beauty) => on.goal({ beauty, board: suited(part.board, beauty) }),
  );
  const goalAbout = h('p', { class: 'fine' });
  beauty.element.classList.add('full');
  const method = select(t('solve.method'), named(METHODS, 'method'), (method) =>
    on.set({ method }),
  );
  const about = h('p', { class: 'fine' });
  const tie = select(t('solve.tie'), named(TIES, 'tie'), (tie) => on.set({ tie }));
  const orders = Object.keys(ORDERS);
  const order = select(
    t('solve.order'),
    [['', t('order.usual')], ...named(orders, 'order'), ['own', t('order.own')]],
    (order) => on.set({ order: order === 'own' ? `${ORDERS.d2} ` : order }),
  );
  const own = text(t('order.pairs'), 'order', { spellcheck: 'false' });
  const tries = text(t('solve.tries'), 'tries', { inputmode: 'numeric', placeholder: '1' });
  const seed = text(t('solve.seed'), 'seed', { inputmode: 'numeric', placeholder: '0' });
  own.element.classList.add('full');
  const details = h(
    'div',
    { class: 'fields' },
    tie.element,
    order.element,
    own.element,
    tries.element,
    seed.element,
  );
  const how = h(
    'div',
    { class: 'stack' },
    h('div', { class: 'fields' }, beauty.element),
    goalAbout,
    h('div', { class: 'fields' }, method.element, kind.element),
    about,
    details,
  );

  const raced = RACED.map((name) => ({
    name,
    input: h('input', { type: 'checkbox', onchange: () => toggleMethod(name) }),
  }));
  const lanes = h(
    'fieldset',
    {},
    h('legend', {}, t('race.choose')),
    h(
      'div',
      { class: 'toggles checks' },
      ...raced.map(({ name, input }) =>
        h('label', { class: 'check' }, input, h('span', {}, t(`method.${name}`))),
      ),
    ),
  );
  const go = button('', 'play', on.run, { class: 'primary wide' });
  const hint = h('p', { class: 'fine' });
  const element = h(
    'div',
    { class: 'stack form' },
    h('h1', { class: 'unseen' }, t('tab.solve')),
    h('div', { class: 'views', role: 'group', 'aria-label': t('view.title') }, ...views),
    hint,
    go,
    ...answers,
    lanes,
    puzzle,
    how,
    boards.element,
  );
  return { element, render, open: setup.open };

  /** @param {Part} next */
  function render(next) {
    part = next;
    const { view } = part;
    const isSearch = view === 'search';
    views.forEach((chip, at) => chip.setAttribute('aria-pressed', String(VIEWS[at] === view)));
    setText(hint, t(`view.${view}.about`));
    setup.render(part.board, part.isEditing, part.undrawnBoard);
    if (part.undrawnBoard) boards.element.open = true;
    setText(boards.value, `${part.board.files} × ${part.board.ranks}`);
    puzzle.hidden = how.hidden = view === 'merge';
    lanes.hidden = view !== 'race';
    for (const { name, input } of raced) {
      input.checked = part.methods.includes(name);
      input.disabled = input.checked ? part.methods.length <= 2 : part.methods.length >= 4;
    }
    ends.forEach((end) => end.render());
    const isFirstFound =
      view === 'race'
        ? part.methods.some((name) => WATCHED.includes(name))
        : !goalOf(part) && WATCHED.includes(part.method);
    setText(kind.input.options[0], t(isFirstFound ? 'kind.first' : 'kind.any'));
    kind.input.value = part.kind;
    beauty.element.hidden = view !== 'tour';
    beauty.input.value = part.beauty;
    const goal = goalOf(part);
    goalAbout.hidden = !goal;
    setText(goalAbout, goal ? t(`beauty.${part.beauty}.about`) : '');
    method.element.hidden = about.hidden = view === 'race' || !!goal;
    setText(about, t(`method.${part.method}.about`));
    for (const option of method.input.options)
      option.hidden = option.disabled = isSearch && !WATCHED.includes(option.value);
    method.input.value = part.method;
    const uses = goal
      ? { order: false, tie: false, tries: false, seed: part.beauty !== 'tidy' }
      : view === 'race'
        ? { order: true, tie: true, tries: false, seed: true }
        : optionsOf(part.method);
    tie.element.hidden = !uses.tie;
    order.element.hidden = !uses.order;
    const isOwn = part.order !== '' && !orders.includes(part.order);
    own.element.hidden = !uses.order || !isOwn;
    tries.element.hidden = !uses.tries || isSearch;
    seed.element.hidden = !uses.seed || (uses.tie && part.tie !== 'random');
    details.hidden = [tie, order, own, tries, seed].every(({ element }) => element.hidden);
    tie.input.value = part.tie;
    order.input.value = isOwn ? 'own' : part.order;
    for (const [name, field] of Object.entries({ order: own, tries, seed }))
      if (document.activeElement !== field.input)
        field.input.value = part[/** @type {'order'} */ (name)];
    const isWaiting = part.status?.type === 'wait';
    rename(go, t(isWaiting ? 'solve.stop' : GO[view]), isWaiting ? 'stop' : 'play');
  }

  /** Changes the view; a merge needs a board that is large enough. @param {import('./state.js').View} view */
  function see(view) {
    const { files, ranks } = part.board;
    const isSmall = view === 'merge' && Math.min(files, ranks) < MERGED.least;
    on.set({
      view,
      ...(isSmall && { board: { files: MERGED.usual, ranks: MERGED.usual, holes: [] } }),
    });
  }

  /** A square in letters, or as column and row. */
  function type() {
    const square = readSquare(part.board, typed.value);
    wrong.hidden = !typed.value.trim() || !!square;
    setText(wrong, t('refused.square-unreadable', { text: typed.value.trim() }));
    if (!square) return;
    typed.value = '';
    on.set({ [part.picking]: square });
  }

  /** @param {string} name */
  function toggleMethod(name) {
    const methods = part.methods.includes(name)
      ? part.methods.filter((method) => method !== name)
      : RACED.filter((method) => method === name || part.methods.includes(method));
    on.set({ methods });
  }

  /** A given end: which one a click on the board sets, and the way to take it back. @param {'start'|'end'} name */
  function end(name) {
    const choose = button('', null, () => on.pick(name), { class: 'end' });
    const clear = h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        'aria-label': t(`solve.${name}.clear`),
        title: t(`solve.${name}.clear`),
        onclick: () => on.set({ [name]: '' }),
      },
      icon('close'),
    );
    const element = h('div', { class: `given ${name}` }, choose, clear);
    return {
      element,
      render() {
        choose.setAttribute('aria-pressed', String(part.picking === name && !part.isEditing));
        setText(
          /** @type {Element} */ (choose.lastChild),
          part[name] ? t(`solve.${name}.is`, { square: part[name] }) : t(`solve.${name}.any`),
        );
        clear.hidden = !part[name];
      },
    };
  }

  /** @param {string} label @param {string} name @param {Record<string, string>} props */
  function text(label, name, props) {
    const input = h('input', {
      type: 'text',
      autocomplete: 'off',
      ...props,
      onchange: () => on.set({ [name]: input.value.trim() }),
    });
    return { input, element: h('label', { class: 'field' }, h('span', {}, label), input) };
  }
}
