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
import { leave, left, load, save } from './app/saved.js';
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
  const link = left(location.href);
  if (link) history.replaceState(null, '', link);
  const { name, words } = readAddress(location);
  const first = await fetchRoom(name, language)
    .catch(() => fetchStandIn(name, language))
    .catch(() => null);
  if (!first) return sayMissing(UNREAD[language], location.href);
  let { tab, t } = first;
  const theme = THEMES.includes(settings.theme) ? settings.theme : 'auto';
  const begun = { language, theme, update: null, tab: name, [name]: read(tab, words) };
  const store = createStore(/** @type {State} */ (/** @type {unknown} */ (begun)));
  /** The tab that was asked for last: one that comes later than another is not shown. */
  let wanted = name;
  let shell = show();

  store.subscribe(async (state, before) => {
    if (state.language !== before.language) {
      const room = await fetchRoom(state.tab, state.language).catch(() => null);
      if (store.state.language !== state.language || store.state.tab !== state.tab) return;
      // A language that cannot be had leaves the page in the one it speaks.
      if (!room) return store.update({ language: t.language });
      t = room.t;
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
  const again = () => store.update({});
  watchVersions((update) => store.update({ update }));
  addEventListener('popstate', () => {
    const { name, words } = readAddress(location);
    enter(name, location.href, (tab) => read(tab, words));
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

  /** To a tab as it was left, or with a wish. @type {import('./types.js').App['go']} */
  function go(name, wish) {
    enter(name, tabLink(name), (tab) => {
      history.pushState(null, '', tabLink(name));
      const part = store.state[name] ?? read(tab, new URLSearchParams());
      return wish ? (tab.wish?.(part, wish) ?? { ...part, ...wish }) : part;
    });
  }

  /** Shows a tab when its files are there. @param {Name} name @param {string} link  by which it is reached @param {(tab: Tab) => any} partOf  what it begins with */
  async function enter(name, link, partOf) {
    wanted = name;
    const room = await fetchRoom(name, store.state.language).catch(() => null);
    if (wanted !== name) return;
    if (!room) return sayMissing([t('engine.file'), t('engine.retry')], link);
    // Who changes the language meanwhile has the tab in that one.
    if (room.t.language !== store.state.language) return enter(name, link, partOf);
    ({ tab, t } = room);
    store.update({ tab: name, [name]: partOf(tab) });
  }
}

/** Reads the state of a tab from the words of its link and from what the browser kept. @param {Tab} tab @param {URLSearchParams} words */
const read = (tab, words) => tab.read(words, load(tab.name));

/** Makes a tab that stands in for one whose own files cannot be had: the bar and Play are there. @param {Name} name @param {string} language @returns {Promise<{tab: Tab, t: import('./lib/i18n.js').Translate}>} */
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

/** A tab and its words. @param {Name} name @param {string} language */
async function fetchRoom(name, language) {
  const texts = TABS.find((tab) => tab.name === name)?.texts;
  const [tab, t] = await Promise.all([openTab(name), loadLanguage(language, texts)]);
  return { tab, t };
}

/**
 * What cannot be shown for want of a file; a browser may remember that a script did not come, and so the page begins anew.
 * @param {[sentence: string, retry: string]} words
 * @param {string} link  to what was wanted
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

/** Loads a link when it can be had. @param {string} link */
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

/** Milliseconds without a change before one that stands alone; and after which what changes all the time is written once. */
const QUIET = 350;
const LONGEST = 600;
let changed = -QUIET;
let written = 0;
let timer = 0;
/** Writes down where the reader is. */
let flush = () => {};
addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush());
addEventListener('pagehide', () => {
  // A reload has begun with the address that stands there now.
  const from = location.href;
  flush();
  leave(from, location.href);
});

/** The address and the browser's storage follow the state. @param {State} state @param {State} before */
function remember(state, before) {
  const tab = tabOf(state.tab);
  if (state[state.tab] === before[state.tab] && state.tab === before.tab) return;
  clearTimeout(timer);
  // A clock runs on while nothing changes: what is kept is what is true when the page goes.
  flush = () => {
    written = performance.now();
    history.replaceState(null, '', address(state));
    if (tab.keep) save(tab.name, tab.keep(state[state.tab]));
  };
  // A single change is written at once, so that a reload finds it; what changes by the frame, when it rests and now and then.
  const now = performance.now();
  const isDue = now - changed > QUIET || now - written > LONGEST;
  changed = now;
  if (isDue) flush();
  else timer = window.setTimeout(() => flush(), 150);
}
