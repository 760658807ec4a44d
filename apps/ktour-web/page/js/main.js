/**
 * The page: one state, a tab in front, the address bar in step with both.
 *
 * `app/` has the state, the tabs, their links and the guide; `engine/` is the only access to the
 * engine, in a worker or on the server; `board/` only draws; `lib/` has texts, colours, squares and
 * pictures; `tabs/` has one folder for each tab, fetched with its texts when it is opened. The
 * engine says which leaps there are, and gives codes and facts, from which the page makes sentences
 * in the reader's language.
 */

import { address, readAddress, tabLink } from './app/address.js';
import { setNight } from './lib/colour.js';
import { chooseLanguage, loadLanguage, UNREAD } from './lib/i18n.js';
import { button, h } from './lib/dom.js';
import { watchVersions } from './app/versions.js';
import { storeReloadLink, takeReloadLink, load, save } from './app/saved.js';
import { createShell, THEMES } from './app/shell.js';
import { createStore } from './app/store.js';
import { bringTab, openTab, TABS, tabOf } from './app/tabs.js';
import { play } from './tabs/play/play.js';

/**
 * @typedef {import('./types.js').State} State
 * @typedef {import('./app/tabs.js').Name} Name
 * @typedef {import('./app/tabs.js').Tab} Tab
 */

const dark = matchMedia('(prefers-color-scheme: dark)');
const still = matchMedia('(prefers-reduced-motion: reduce)');

performance.mark('begun');
bringTab(play);
start();

async function start() {
  const settings = Object(load('settings'));
  const language = chooseLanguage([settings.language, ...navigator.languages]);
  const link = takeReloadLink(location.href);
  if (link) history.replaceState(null, '', link);
  const { name, parameters } = readAddress(location);
  const first = await fetchTab(name, language)
    .catch(() => fetchStandIn(name, language))
    .catch(() => null);
  if (!first) return sayMissing(UNREAD[language], location.href);
  let { tab, t } = first;
  const theme = THEMES.includes(settings.theme) ? settings.theme : 'auto';
  const initial = { language, theme, update: null, tab: name, [name]: read(tab, parameters) };
  const store = createStore(/** @type {State} */ (/** @type {unknown} */ (initial)));
  /** The tab that was requested last; others that load later are not shown. */
  let latest = name;
  let shell = show();

  store.subscribe(async (state, before) => {
    if (state.language !== before.language) {
      const loaded = await fetchTab(state.tab, state.language).catch(() => null);
      if (store.state.language !== state.language || store.state.tab !== state.tab) return;
      // If the language cannot be loaded, the page keeps the current one.
      if (!loaded) return store.update({ language: t.language });
      t = loaded.t;
      shell.remove();
      shell = show();
      document.querySelector('select')?.focus();
    } else if (state.tab !== before.tab) {
      shell.remove();
      shell = show();
    } else {
      if (state.theme !== before.theme) paint(state);
      shell.render(state);
    }
    if (state.language !== before.language || state.theme !== before.theme)
      save('settings', { language: state.language, theme: state.theme });
    remember(state, before);
  });
  // The address has the board that is shown, not one that was requested and is not drawn.
  const { undrawnBoard } = /** @type {{undrawnBoard?: string}} */ (store.state[name]);
  if (undrawnBoard) history.replaceState(null, '', address(store.state));
  const again = () => store.update({});
  watchVersions((update) => store.update({ update }));
  addEventListener('popstate', () => {
    const { name, parameters } = readAddress(location);
    enter(name, location.href, (tab) => read(tab, parameters));
  });
  dark.addEventListener('change', () => {
    paint(store.state);
    again();
  });

  function show() {
    document.documentElement.lang = store.state.language;
    document.querySelector('.unread')?.remove();
    paint(store.state);
    return createShell(document.body, tab, { store, t, go, isStill: () => still.matches });
  }

  /** Shows a tab with its stored state, changed by the options. @type {import('./types.js').App['go']} */
  function go(name, options) {
    enter(name, tabLink(name), (tab) => {
      history.pushState(null, '', tabLink(name));
      const part = store.state[name] ?? read(tab, new URLSearchParams());
      return options ? (tab.withOptions?.(part, options) ?? { ...part, ...options }) : part;
    });
  }

  /** Shows a tab when its files are loaded. @param {Name} name @param {string} link  its address @param {(tab: Tab) => any} partOf  returns its first state */
  async function enter(name, link, partOf) {
    latest = name;
    const loaded = await fetchTab(name, store.state.language).catch(() => null);
    if (latest !== name) return;
    if (!loaded) return sayMissing([t('engine.file'), t('engine.retry')], link);
    // The language may have changed while the tab was loading.
    if (loaded.t.language !== store.state.language) return enter(name, link, partOf);
    ({ tab, t } = loaded);
    store.update({ tab: name, [name]: partOf(tab) });
  }
}

/** Reads the state of a tab from the parameters of its link and from the browser's storage. @param {Tab} tab @param {URLSearchParams} query */
const read = (tab, query) => tab.read(query, load(tab.name));

/** Creates a placeholder for a tab whose files cannot be loaded, with a way to Play. @param {Name} name @param {string} language @returns {Promise<{tab: Tab, t: import('./lib/i18n.js').Translate}>} */
async function fetchStandIn(name, language) {
  const t = await loadLanguage(language);
  /** @type {Tab['mount']} */
  const mount = (root, { go }) => {
    const actions = h(
      'div',
      { class: 'row' },
      button(t('engine.retry'), 'restart', () => openAnew(location.href)),
      button(t('welcome.play'), 'play', () => go('play'), { class: 'primary' }),
    );
    root.append(
      h(
        'section',
        { class: 'stage' },
        h('div', { class: 'panel card', role: 'alert' }, h('p', {}, t('engine.file')), actions),
      ),
    );
    return { render() {} };
  };
  return { tab: { name, mount, read: () => ({}), write: () => ({}) }, t };
}

/** Loads a tab and its texts. @param {Name} name @param {string} language */
async function fetchTab(name, language) {
  const texts = TABS.find((tab) => tab.name === name)?.texts;
  const [tab, t] = await Promise.all([openTab(name), loadLanguage(language, texts)]);
  return { tab, t };
}

/**
 * Shows that a file is missing. A browser may cache a failed import, so the button loads the page again.
 * @param {[sentence: string, retry: string]} query
 * @param {string} link  the requested address
 */
function sayMissing([sentence, retry], link) {
  document.querySelector('.unread')?.remove();
  document.body.prepend(
    h(
      'div',
      { class: 'unread', role: 'alert' },
      h('p', {}, sentence),
      button(retry, 'restart', () => openAnew(link)),
    ),
  );
}

/** Opens a link if it can be fetched. @param {string} link */
function openAnew(link) {
  fetch(link).then(
    ({ ok }) => ok && location.assign(link),
    () => {},
  );
}

/** @param {State} state */
function paint({ theme }) {
  document.documentElement.dataset.theme = theme;
  setNight(theme === 'dark' || (theme === 'auto' && dark.matches));
}

/** Pause before a change that is written at once, and longest interval between writes during continuous changes, in milliseconds. */
const QUIET_MS = 350;
const MAX_WRITE_INTERVAL_MS = 600;
let changed = -QUIET_MS;
let written = 0;
let timer = 0;
/** Writes the state to the address and the storage. */
let flush = () => {};
addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush());
addEventListener('pagehide', () => {
  // A reload uses the current address, not the one that `flush` writes.
  const from = location.href;
  flush();
  storeReloadLink(from, location.href);
});

/** The address and the browser's storage follow the state. @param {State} state @param {State} before */
function remember(state, before) {
  const tab = tabOf(state.tab);
  if (state[state.tab] === before[state.tab] && state.tab === before.tab) return;
  clearTimeout(timer);
  // A clock runs while nothing changes, so the state is read when the page unloads.
  flush = () => {
    written = performance.now();
    history.replaceState(null, '', address(state));
    if (tab.keep) save(tab.name, tab.keep(state[state.tab]));
  };
  // A single change is written at once, so that a reload finds it; continuous changes are written now and then, and at the end.
  const now = performance.now();
  const isDue = now - changed > QUIET_MS || now - written > MAX_WRITE_INTERVAL_MS;
  changed = now;
  if (isDue) flush();
  else timer = window.setTimeout(() => flush(), 150);
}
