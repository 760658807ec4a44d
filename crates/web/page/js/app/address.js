/**
 * A state is a link.
 *
 * Behind the server a tab is a path, `solve?board=6`. A host of plain files knows no paths but those of files: there the tab
 * is a word among the others, `?tab=solve&board=6`. Both are read everywhere, and no link begins at the root of the host.
 */

import { isServed } from './home.js';
import { nameOf, tabOf } from './tabs.js';

/** The link to a tab as it was left. @param {string} name */
export const tabLink = (name) => (isServed ? `./${name}` : `?tab=${name}`);

/** The link that opens this state again, of a tab that is open. @param {import('../types.js').State} state */
export function address(state) {
  const tab = tabOf(state.tab);
  const words = Object.entries(tab.write(state[state.tab])).filter(([, value]) => value !== '');
  const query = new URLSearchParams(words).toString().replaceAll('%2C', ',');
  return tabLink(state.tab) + (query && (isServed ? '?' : '&')) + query;
}

/** The tab and the words that an address names. @param {{pathname: string, search: string}} address */
export function readAddress({ pathname, search }) {
  const words = new URLSearchParams(search);
  return { name: nameOf(words.get('tab') ?? pathname.slice(pathname.lastIndexOf('/') + 1)), words };
}
