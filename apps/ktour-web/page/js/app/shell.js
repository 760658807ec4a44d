/** The frame around every tab: the bar of tabs, the guide, the language, the theme, the live region. */

import { button, h, select } from '../lib/dom.js';
import { icon, knightIcon } from '../lib/icons.js';
import { LANGUAGES } from '../lib/i18n.js';
import { tabLink } from './address.js';
import { createBar } from './bar.js';
import { createGuide } from './guide.js';
import { isServed } from './home.js';
import { TABS } from './tabs.js';

/** @typedef {import('../types.js').State['theme']} Theme */

export const THEMES = /** @type {Theme[]} */ (['auto', 'light', 'dark']);
const PICTURES = /** @type {Record<string, string>} */ ({
  auto: 'auto',
  light: 'sun',
  dark: 'moon',
});
const next = (/** @type {Theme} */ theme) => THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];

/**
 * @param {HTMLElement} body
 * @param {import('./tabs.js').Tab} tab  the one in front
 * @param {Omit<import('../types.js').App, 'announce'>} app
 */
export function createShell(body, tab, app) {
  const { store, t } = app;
  const live = h('p', { role: 'status', 'aria-live': 'polite', class: 'unseen' });
  const main = h('main', { id: 'main' });
  const language = select(t('shell.language'), LANGUAGES, (language) => store.update({ language }));
  language.input.value = store.state.language;
  language.element.classList.add('language');
  language.element.firstElementChild?.classList.add('unseen');

  const guide = createGuide(t, (name) => app.go(name));
  const tool = (
    /** @type {string} */ picture,
    /** @type {string} */ name,
    /** @type {() => void} */ act,
  ) =>
    h(
      'button',
      { type: 'button', class: 'quiet', title: name, 'aria-label': name, onclick: act },
      icon(picture),
    );
  const light = h('button', {
    type: 'button',
    class: 'quiet theme',
    onclick: () => store.update({ theme: next(store.state.theme) }),
  });
  const present = tool('fit', t('shell.present'), () =>
    document.documentElement.requestFullscreen?.().catch(() => {}),
  );
  present.classList.add('present');
  present.hidden = !document.fullscreenEnabled;
  const leave = tool('close', t('shell.leave'), () => document.exitFullscreen?.());
  leave.classList.add('leave');
  const fresh = button(t('shell.update'), 'download', () => store.state.update?.(), {
    class: 'fresh',
    hidden: true,
  });
  const header = h(
    'header',
    {},
    h('a', { class: 'skip', href: '#main' }, t('shell.skip')),
    h(
      'a',
      { class: 'brand', href: tabLink(TABS[0].name), 'aria-label': t('shell.name') },
      knightIcon(),
      h('span', {}, t('shell.name')),
    ),
    createBar(t, tab.name, (name) => app.go(name)),
    tool('question', t('guide.open'), guide.open),
    present,
    language.element,
    light,
  );
  const footer = h(
    'footer',
    {},
    h('p', {}, t(isServed ? 'shell.footer' : 'shell.alone')),
    isServed && h('a', { href: 'api/v1/openapi.json' }, t('shell.api')),
  );
  const all = h('div', { class: 'shell' }, header, main, footer, leave, guide.element, fresh, live);
  document.getElementById('begin')?.remove();
  body.append(all);
  document.title = `${t(`tab.${tab.name}`)} · ${t('shell.name')}`;

  const announce = (/** @type {string} */ sentence) => {
    // A changed text makes screen readers read a repeated sentence again.
    live.textContent = live.textContent === sentence ? `${sentence}\u00a0` : sentence;
  };
  const view = tab.mount(main, { ...app, announce });
  render(store.state);
  return {
    render,
    remove() {
      view.unmount?.();
      all.remove();
    },
  };

  /** @param {import('../types.js').State} state */
  function render(state) {
    if (light.dataset.theme !== state.theme) {
      light.dataset.theme = state.theme;
      light.title = t(`theme.${state.theme}`);
      light.replaceChildren(
        icon(PICTURES[state.theme]),
        h('span', { class: 'unseen' }, light.title),
      );
    }
    fresh.hidden = !state.update;
    view.render(state);
  }
}
