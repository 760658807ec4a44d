/** Texts of lessons: a term between asterisks is defined in its sentence. */

import { h } from '../../lib/dom.js';

/** @param {string} text @returns {(Node|string)[]} */
export const prose = (text) =>
  text.split(/\*([^*]+)\*/).map((part, at) => (at % 2 ? h('dfn', {}, part) : part));
