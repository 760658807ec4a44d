/** A state is a link. */

import { TABS } from './tabs.js';

/** The link that opens this state again. @param {any} state */
export function address(state) {
  const tab = TABS.find(({ name }) => name === state.tab) ?? TABS[0];
  const words = Object.entries(tab.write(state[tab.name])).filter(([, value]) => value !== '');
  const query = new URLSearchParams(words).toString().replaceAll('%2C', ',');
  return `/${tab.name}${query && '?'}${query}`;
}
