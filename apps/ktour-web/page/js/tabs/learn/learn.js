/** Learn: the knight's tour explained, in chapters. Its texts and its style are fetched when it is opened, each chapter when it is read. */

import { h } from '../../lib/dom.js';
import { CHAPTERS } from '../../lib/chapters.js';
import { createView, loadLessons } from './view.js';

/** @typedef {{chapter: string, section: string, solved: string[]}} Part  exercises that were solved, by name */

/** @type {import('../../types.js').Tab<'learn'>} */
export const learn = {
  name: 'learn',
  mount,
  read(query, saved) {
    const chapter = query.get('chapter') ?? '';
    const solved = Array.isArray(saved?.solved)
      ? saved.solved.filter((/** @type {unknown} */ name) => typeof name === 'string')
      : [];
    return {
      chapter: CHAPTERS.includes(chapter) ? chapter : '',
      section: query.get('section') ?? '',
      solved,
    };
  },
  write: ({ chapter, section }) => ({ chapter, section }),
  keep: ({ solved }) => ({ solved }),
};

/** @param {HTMLElement} root @param {import('../../types.js').App} app */
function mount(root, app) {
  /** @type {ReturnType<typeof createView>|null} */
  let view = null;
  let isGone = false;
  open();
  return {
    render: (/** @type {import('../../types.js').State} */ state) => view?.render(state.learn),
    unmount() {
      isGone = true;
      view?.stop();
    },
  };

  async function open() {
    root.replaceChildren(h('p', { class: 'panel', role: 'status' }, app.t('learn.wait')));
    try {
      const t = await loadLessons(app.t);
      if (isGone) return;
      view = createView(root, { ...app, t });
      view.render(app.store.state.learn);
    } catch {
      if (isGone) return;
      const again = h('button', { type: 'button', onclick: open }, app.t('engine.retry'));
      root.replaceChildren(
        h('div', { class: 'panel', role: 'alert' }, h('p', {}, app.t('engine.file')), again),
      );
    }
  }
}
