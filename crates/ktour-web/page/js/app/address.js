/**
 * A state is a link.
 *
 * Behind the server a tab is a path, `solve?board=6`. A host of plain files knows no paths but those of files: there the tab
 * is a word among the others, `./?tab=solve&board=6`. Both are read everywhere, and no link begins at the root of the host.
 */

import { isServed } from './home.js';
import { nameOf, tabOf } from './tabs.js';

/** The link to a tab as it was left. @param {string} name */
export const tabLink = (name) => (isServed ? `./${name}` : `./?tab=${name}`);

/** The link to a board that other pages may show. @param {Record<string, string>} words */
export const embedLink = (words) => `${isServed ? './embed' : './embed.html'}?${query(words)}`;

/** The link that opens this state again, of a tab that is open. @param {import('../types.js').State} state */
export function address(state) {
  return linkTo(state.tab, tabOf(state.tab).write(state[state.tab]));
}

/** The link to a tab in these words. @param {string} name @param {Record<string, string>} words */
export function linkTo(name, words) {
  const written = query(words);
  return tabLink(name) + (written && (isServed ? '?' : '&')) + written;
}

/** Words as they stand in an address; empty ones are left out. @param {Record<string, string>} words */
function query(words) {
  return new URLSearchParams(Object.entries(words).filter(([, value]) => value !== ''))
    .toString()
    .replaceAll('%2C', ',');
}

/** The tab and the words that an address names. @param {{pathname: string, search: string}} address */
export function readAddress({ pathname, search }) {
  const words = new URLSearchParams(search);
  return { name: nameOf(words.get('tab') ?? pathname.slice(pathname.lastIndexOf('/') + 1)), words };
}
