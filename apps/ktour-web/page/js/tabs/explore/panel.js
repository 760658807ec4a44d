/** The panel of Explore: the view, the answer, and the way into Solve. */

import { button, h, setText, toggle } from '../../lib/dom.js';
import { createProof } from '../../lib/proof.js';
import { createRemedy } from '../../lib/remedy.js';
import { createWhy } from '../../lib/why.js';
import { createBoard } from '../../board/board.js';
import { createSetup } from '../../board/setup.js';
import { pictureOf } from '../../lib/picture.js';
import { reasonOf } from './text.js';

/** @typedef {import('./text.js').Part} Part */

/**
 * @param {import('../../types.js').App} app
 * @param {import('./text.js').View[]} names
 * @param {{view: (view: import('./text.js').View) => void, board: (board: import('../../types.js').Board) => void, edit: (isEditing: boolean) => void, figures: (isOn: boolean) => void,
 *   open: () => void, again: () => void}} on
 */
export function createExplorePanel(app, names, on) {
  const { t } = app;
  const picture = createBoard(t, t('explore.picture'), { isPicture: true });
  picture.holder.classList.add('reason-picture');
  const views = names.map((view) =>
    button(t(`explore.view.${view}`), null, () => on.view(view), { class: 'chip' }),
  );
  const about = h('p', { class: 'fine' });
  const title = h('h2', {});
  const text = h('p', { class: 'note', role: 'status' });
  const remedy = createRemedy(t, on.again);
  const proof = createProof(t);
  const why = createWhy(t, app.go);
  const open = button(t('explore.open.tour'), 'play', on.open, { class: 'primary wide' });
  const figures = toggle(t('explore.figures'), on.figures);
  const legend = h(
    'ul',
    { class: 'legend' },
    ...['c', 'e', 'o', 'x'].map((kind) => h('li', {}, swatch(kind), ` ${t(`class.${kind}`)}`)),
  );
  const setup = createSetup(app, on, { most: 20 });
  const element = h(
    'div',
    { class: 'stack' },
    h('h1', { class: 'unseen' }, t('tab.explore')),
    h('div', { class: 'views', role: 'group', 'aria-label': t('view.title') }, ...views),
    about,
    h(
      'section',
      { class: 'card' },
      title,
      text,
      picture.holder,
      why.element,
      proof.element,
      remedy.element,
      open,
    ),
    legend,
    figures.element,
    setup.element,
  );
  return {
    element,
    /** @param {Part} part @param {ReturnType<typeof import('./text.js').infoOf>} info */
    render(part, info) {
      const isTable = part.view === 'table';
      views.forEach((chip, at) =>
        chip.setAttribute('aria-pressed', String(names[at] === part.view)),
      );
      setText(about, t(`explore.${part.view}.about`));
      title.replaceChildren(...(info.kind ? [swatch(info.kind)] : []), info.title);
      title.hidden = !info.title;
      setText(text, info.text);
      const marks = pictureOf({ ...part.cell, holes: [] }, reasonOf(part));
      picture.holder.hidden = !isTable || !marks.size;
      if (!picture.holder.hidden)
        picture.render({ board: { ...part.cell, holes: [] }, tints: marks });
      proof.render(info.no ?? null);
      why.render(reasonOf(part));
      remedy.render(part.refused);
      open.disabled = !info.isOpen;
      legend.hidden = figures.element.hidden = !isTable;
      figures.input.checked = part.hasFigures;
      setup.element.hidden = isTable;
      setup.render(part.board, part.isEditing, part.undrawnBoard);
    },
  };
}

/** The letter and the colour of a class. @param {string} kind */
const swatch = (kind) => h('span', { class: `swatch class-${kind}`, 'aria-hidden': 'true' }, kind);
