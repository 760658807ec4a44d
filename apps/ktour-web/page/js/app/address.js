/**
 * A state is a link.
 *
 * Behind the server a tab is a path, `solve?board=6`. A host of plain files knows no paths but those of files: there the tab
 * is a query parameter, `./?tab=solve&board=6`. Both forms are read everywhere, and no link begins at the root of the host.
 */

import { isServed } from './home.js';
import { nameOf, tabOf } from './tabs.js';

/** The link to a tab with its stored state. @param {string} name */
export const tabLink = (name) => (isServed ? `./${name}` : `./?tab=${name}`);

/** The link to a board that other pages may show. @param {Record<string, string>} parameters */
export const embedLink = (parameters) =>
  `${isServed ? './embed' : './embed.html'}?${query(parameters)}`;

/** The link that opens this state again, of a tab that is open. @param {import('../types.js').State} state */
export function address(state) {
  return linkTo(state.tab, tabOf(state.tab).write(state[state.tab]));
}

/** The link to a tab with these parameters. @param {string} name @param {Record<string, string>} parameters */
export function linkTo(name, parameters) {
  const written = query(parameters);
  return tabLink(name) + (written && (isServed ? '?' : '&')) + written;
}

/** Parameters as a query string, without empty ones. @param {Record<string, string>} parameters */
function query(parameters) {
  return new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''))
    .toString()
    .replaceAll('%2C', ',');
}

/** Parses an address into its tab and parameters. @param {{pathname: string, search: string}} address */
export function readAddress({ pathname, search }) {
  const parameters = new URLSearchParams(search);
  return {
    name: nameOf(parameters.get('tab') ?? pathname.slice(pathname.lastIndexOf('/') + 1)),
    parameters,
  };
}
