/** The tabs in the order of the bar; each is a room of its own. */

import { atlas } from './atlas.js';
import { count } from './count.js';
import { explore } from './explore.js';
import { lab } from './lab.js';
import { play } from './play.js';
import { solve } from './solve.js';

/** @type {import('./types.js').Tab[]} */
export const TABS = [play, solve, explore, atlas, lab, count];

/** @param {string} path */
export function tabOf(path) {
  return TABS.find(({ name }) => path === `/${name}`) ?? TABS[0];
}
