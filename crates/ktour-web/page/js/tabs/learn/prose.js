/** Texts of lessons: a word between stars is explained where it stands. */

import { h } from '../../lib/dom.js';

/** @param {string} text @returns {(Node|string)[]} */
export const prose = (text) =>
  text.split(/\*([^*]+)\*/).map((part, at) => (at % 2 ? h('dfn', {}, part) : part));
