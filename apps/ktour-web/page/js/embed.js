/** An embedded board: Play without the shell. Nothing is saved, and a link opens the whole page. */

import { play } from './tabs/play/play.js';
import { linkTo } from './app/address.js';
import { load } from './app/saved.js';
import { createStore } from './app/store.js';
import { setNight } from './lib/colour.js';
import { h } from './lib/dom.js';
import { chooseLanguage, loadLanguage, UNREAD } from './lib/i18n.js';

const dark = matchMedia('(prefers-color-scheme: dark)');
const still = matchMedia('(prefers-reduced-motion: reduce)');

start();

async function start() {
  const parameters = new URLSearchParams(location.search);
  const language = chooseLanguage([
    parameters.get('language'),
    load('settings')?.language,
    ...navigator.languages,
  ]);
  const t = await loadLanguage(language).catch(() => null);
  if (!t)
    return document.body.replaceChildren(
      h('p', { class: 'unread', role: 'alert' }, UNREAD[language][0]),
    );
  const theme = parameters.get('theme') ?? 'auto';
  const initial = {
    language,
    theme,
    update: null,
    tab: 'play',
    play: play.read(parameters, { options: load('play')?.options }),
  };
  const store = createStore(
    /** @type {import('./types.js').State} */ (/** @type {unknown} */ (initial)),
  );
  const live = h('p', { role: 'status', 'aria-live': 'polite', class: 'unseen' });
  const main = h('main', {});
  const link = h('a', { target: '_blank', rel: 'noopener' }, t('embed.open'));
  document.documentElement.lang = language;
  document.documentElement.dataset.theme = theme;
  document.body.replaceChildren(main, h('footer', {}, link), live);
  const view = play.mount(main, {
    store,
    t,
    isEmbedded: true,
    announce: (sentence) => (live.textContent = sentence),
    go: () => link.click(),
    isStill: () => still.matches,
  });
  paint();
  dark.addEventListener('change', paint);
  store.subscribe(render);

  function paint() {
    setNight(theme === 'dark' || (theme !== 'light' && dark.matches));
    render();
  }

  function render() {
    link.href = linkTo('play', play.write(store.state.play));
    view.render(store.state);
  }
}
