/** The page: one state, a tab in front, the address bar in step with both. */

import { address, readAddress, tabLink } from './app/address.js';
import { setNight } from './lib/colour.js';
import { chooseLanguage, LANGUAGES, loadLanguage, UNREAD } from './lib/i18n.js';
import { button, h } from './lib/dom.js';
import { watchVersions } from './app/versions.js';
import { load, save } from './app/saved.js';
import { createShell } from './app/shell.js';
import { createStore } from './app/store.js';
import { TABS } from './app/tabs.js';

/** @typedef {import('./types.js').State} State */

const dark = matchMedia('(prefers-color-scheme: dark)');
const still = matchMedia('(prefers-reduced-motion: reduce)');

start();

async function start() {
  const settings = load('settings') ?? {};
  const language = LANGUAGES.some(([code]) => code === settings.language) ? settings.language : chooseLanguage(navigator.languages);
  const store = createStore({ language, theme: settings.theme ?? 'auto', update: null, ...fromAddress() });
  const texts = await loadLanguage(language).catch(() => null);
  if (!texts) return sayUnread(language, start);
  let t = texts;
  let shell = show();

  store.subscribe(async (state, before) => {
    if (state.language !== before.language) {
      const spoken = state.language === t.language ? t : await loadLanguage(state.language).catch(() => null);
      if (store.state.language !== state.language) return;
      // A language that cannot be had leaves the page in the one it speaks.
      if (!spoken) return store.update({ language: t.language });
      t = spoken;
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
    if (state.language !== before.language || state.theme !== before.theme) save('settings', { language: state.language, theme: state.theme });
    remember(state, before);
  });
  const again = () => store.update({});
  watchVersions((update) => store.update({ update }));
  addEventListener('popstate', () => store.update(fromAddress()));
  dark.addEventListener('change', () => {
    paint(store.state);
    again();
  });

  function show() {
    document.documentElement.lang = store.state.language;
    paint(store.state);
    return createShell(document.body, {
      store,
      t,
      go: (tab, part) => {
        history.pushState(null, '', tabLink(tab));
        store.update((state) => ({ tab, [tab]: { ...state[tab], ...part } }));
      },
      isStill: () => still.matches,
    });
  }
}

/** Without its texts the page has two sentences. @param {string} language @param {() => void} again */
function sayUnread(language, again) {
  const [sentence, retry] = UNREAD[language];
  const note = h('div', { class: 'unread', role: 'alert' }, h('p', {}, sentence), button(retry, 'restart', () => {
    note.remove();
    again();
  }));
  document.body.prepend(note);
}

/** @param {State} state */
function paint({ theme }) {
  document.documentElement.dataset.theme = theme;
  setNight(theme === 'dark' || (theme === 'auto' && dark.matches));
}

/** The state that the address names; what it leaves out comes from the last visit. */
function fromAddress() {
  const { tab, words } = readAddress(location);
  const none = new URLSearchParams();
  return Object.fromEntries([['tab', tab.name], ...TABS.map((each) => [each.name, each.read(each === tab ? words : none, load(each.name))])]);
}

/** Milliseconds without a change before one that stands alone. */
const QUIET = 350;
let changed = -QUIET;
let timer = 0;
/** Writes down where the reader is. */
let flush = () => {};
addEventListener('pagehide', () => flush());

/** The address and the browser's storage follow the state. @param {State} state @param {State} before */
function remember(state, before) {
  const tab = TABS.find(({ name }) => name === state.tab);
  if (!tab || (state[tab.name] === before[tab.name] && state.tab === before.tab)) return;
  clearTimeout(timer);
  // A clock runs on while nothing changes: what is kept is what is true when the page goes.
  flush = () => {
    history.replaceState(null, '', address(state));
    if (tab.keep) save(tab.name, tab.keep(state[tab.name]));
  };
  // A single change is written at once, so that a reload finds it; what changes by the frame, when it has come to rest.
  const isSingle = performance.now() - changed > QUIET;
  changed = performance.now();
  if (isSingle) flush();
  else timer = window.setTimeout(() => flush(), 150);
}
