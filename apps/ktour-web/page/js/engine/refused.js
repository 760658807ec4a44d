/** Refusals in the reader's language: the engine gives a code and facts, the page has the sentences. */

import { isServed } from '../app/home.js';

/** @typedef {{question: string, parameters: Record<string, any>}} Request */
/** @typedef {{error?: string, code?: string, facts?: Record<string, any>, request?: Request}} Refusal */

/** A refusal of a request by the engine; without a code if no reply arrived. */
export class Refused extends Error {
  /** @param {Refusal} refusal */
  constructor({ error, code, facts, request }) {
    super(error);
    this.code = code;
    this.facts = facts;
    this.request = request;
  }
}

/** The page's own refusals, for a lost engine or a file that could not be loaded. */
const LOST = /** @type {Record<string, string>} */ ({
  'engine-stopped': 'engine.stopped',
  'engine-missing': 'engine.missing',
  'page-missing': 'engine.file',
});

/** Refusals that may pass: the same request may succeed later. */
const PASSING = [
  'server-busy',
  'server-crowded',
  'server-full',
  'server-stopping',
  'server-slow-body',
  'server-broken-body',
  'server-mistake',
];

/** Refusals because of too little memory; a larger machine may answer. */
const MEMORY = [
  'memory',
  'tables',
  'tables-grew',
  'count-out-of-memory',
  'search-stack',
  'read-memory',
];

/** Refusals because of limits that server and page have and the command line does not. */
const BOUNDS = [
  'too-many-squares',
  'stopped',
  'long-table',
  'large-proof',
  'proof-grew',
  'slow-proof',
  'server-memory',
];

/** Whether the engine was lost or could not be loaded. @param {Refusal} refusal */
const isLost = ({ code = '' }) => code === 'engine-stopped' || code === 'engine-missing';

/** Whether the server may answer what the worker does not. @param {Refusal} refusal */
export const isForServer = (refusal) => MEMORY.includes(refusal.code ?? '') || isLost(refusal);

/** Whether the command does what the page does not. @param {Refusal|null|undefined} refusal */
export const isForCommand = (refusal) => [...MEMORY, ...BOUNDS].includes(refusal?.code ?? '');

/** Whether the same request may succeed later. @param {Refusal|null|undefined} refusal */
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
  // A parameter has the name of its field; an invalid tour has a code of its own.
  if (t.has(`lab.word.${facts.word}`)) values.word = t(`lab.word.${facts.word}`);
  if (code === 'not-a-tour') values.what = refusal(t, { code: facts.code, facts });
  return t(`refused.${code}`, values);
}
