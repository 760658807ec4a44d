/** The tabs in the order of the bar; each is a room of its own. On a phone the first four are always in sight. */

import { atlas } from '../tabs/atlas/atlas.js';
import { count } from '../tabs/count/count.js';
import { explore } from '../tabs/explore/explore.js';
import { lab } from '../tabs/lab/lab.js';
import { learn } from '../tabs/learn/learn.js';
import { play } from '../tabs/play/play.js';
import { solve } from '../tabs/solve/solve.js';

/** @type {import('../types.js').Tab<keyof import('../types.js').Parts>[]} */
export const TABS = [play, solve, learn, explore, count, atlas, lab];

export const FIRST = 4;
