/**
 * The tabs in the order of the bar. Each is a module that is fetched when the tab is first opened, except Play, which is part of the
 * page. Most have texts of their own; Learn uses the texts of all. On a phone the first four are always visible.
 */

/**
 * @typedef {keyof import('../types.js').Parts} Name
 * @typedef {import('../types.js').Tab<any>} Tab
 */

/** @type {{name: Name, fetch?: () => Promise<Tab>, texts?: Name[]}[]} */
export const TABS = [
  { name: 'play' },
  {
    name: 'puzzle',
    fetch: async () => (await import('../tabs/puzzle/puzzle.js')).puzzle,
    texts: ['puzzle'],
  },
  {
    name: 'solve',
    fetch: async () => (await import('../tabs/solve/solve.js')).solve,
    texts: ['solve'],
  },
  {
    name: 'learn',
    fetch: async () => (await import('../tabs/learn/learn.js')).learn,
    texts: ['solve', 'explore', 'count', 'atlas', 'lab'],
  },
  {
    name: 'explore',
    fetch: async () => (await import('../tabs/explore/explore.js')).explore,
    texts: ['explore'],
  },
  {
    name: 'count',
    fetch: async () => (await import('../tabs/count/count.js')).count,
    texts: ['count'],
  },
  {
    name: 'atlas',
    fetch: async () => (await import('../tabs/atlas/atlas.js')).atlas,
    texts: ['atlas'],
  },
  { name: 'lab', fetch: async () => (await import('../tabs/lab/lab.js')).lab, texts: ['lab'] },
];

export const FIRST_TABS = 4;

/** The name of a tab, or of the first where there is none of that name. @param {string} name */
export const nameOf = (name) => TABS.find((tab) => tab.name === name)?.name ?? TABS[0].name;

/** @type {Map<Name, Tab>} */
const opened = new Map();

/** A tab that has been opened. @param {Name} name */
export const tabOf = (name) => /** @type {Tab} */ (opened.get(name));

/** A tab that comes with the page. @param {Tab} tab */
export function bringTab(tab) {
  opened.set(tab.name, tab);
}

/** @param {Name} name */
export async function openTab(name) {
  const tab = opened.get(name) ?? (await TABS.find((tab) => tab.name === name)?.fetch?.());
  if (tab) opened.set(name, tab);
  return tabOf(name);
}
