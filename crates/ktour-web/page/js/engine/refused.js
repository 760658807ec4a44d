/** Why there is no answer, in the reader's language: the engine gives a code and facts, the page has the words. */

import { isServed } from '../app/home.js';

/** @typedef {{question: string, words: Record<string, any>}} Asked */
/** @typedef {{error?: string, code?: string, facts?: Record<string, any>, asked?: Asked}} Refusal */

/** A refusal of the engine's, of what was asked; without a code where nothing was heard of it. */
export class Refused extends Error {
  /** @param {Refusal} refusal */
  constructor({ error, code, facts, asked }) {
    super(error);
    this.code = code;
    this.facts = facts;
    this.asked = asked;
  }
}

/** What the page itself says of an engine that it has lost, or of a file that did not come. */
const LOST = /** @type {Record<string, string>} */ ({
  'engine-stopped': 'engine.stopped',
  'engine-missing': 'engine.missing',
  'page-missing': 'engine.file',
});

/** Refusals by the hour, not by the question. */
const PASSING = [
  'server-busy',
  'server-crowded',
  'server-full',
  'server-stopping',
  'server-slow-body',
  'server-broken-body',
  'server-mistake',
];

/** Refusals for want of memory: a larger machine would not make them. */
const MEMORY = [
  'memory',
  'tables',
  'tables-grew',
  'count-out-of-memory',
  'search-stack',
  'read-memory',
];

/** Refusals of whoever answers anybody, server or page: the command has no such bounds. */
const BOUNDS = [
  'too-many-squares',
  'stopped',
  'long-table',
  'large-proof',
  'proof-grew',
  'slow-proof',
  'server-memory',
];

/** Whether the engine was lost, or never came. @param {Refusal} refusal */
const isLost = ({ code = '' }) => code === 'engine-stopped' || code === 'engine-missing';

/** Whether the server may answer what the worker does not. @param {Refusal} refusal */
export const isForServer = (refusal) => MEMORY.includes(refusal.code ?? '') || isLost(refusal);

/** Whether the command does what the page does not. @param {Refusal|null|undefined} refusal */
export const isForCommand = (refusal) => [...MEMORY, ...BOUNDS].includes(refusal?.code ?? '');

/** Whether the same question may be answered another time. @param {Refusal|null|undefined} refusal */
export const isPassing = (refusal) =>
  !!refusal && (!refusal.code || refusal.code in LOST || PASSING.includes(refusal.code));

/**
 * The sentence for a person.
 * @param {import('../lib/i18n.js').Translate} t
 * @param {Refusal} refusal  or any other error, such as a connection that failed
 * @returns {string}
 */
export function refusal(t, { code, facts = {} }) {
  if (!code) return t(isServed ? 'server.silent' : 'engine.silent');
  if (code in LOST) return t(LOST[code]);
  if (!t.has(`refused.${code}`)) return t(isServed ? 'server.refuses' : 'engine.refuses');
  const values = { ...facts };
  // A word is called as its field is; what is wrong with a tour has a code of its own.
  if (t.has(`lab.word.${facts.word}`)) values.word = t(`lab.word.${facts.word}`);
  if (code === 'not-a-tour') values.what = refusal(t, { code: facts.code, facts });
  return t(`refused.${code}`, values);
}
