/** Why the server does not answer, in the reader's language: it gives a code and facts, the page has the words. */

/** @typedef {{error?: string, code?: string, facts?: Record<string, any>}} Refusal */

/** A refusal of the server's; without a code where nothing was heard of it. */
export class Refused extends Error {
  /** @param {Refusal} refusal */
  constructor({ error, code, facts }) {
    super(error);
    this.code = code;
    this.facts = facts;
  }
}

/**
 * The sentence for a person.
 * @param {import('../lib/i18n.js').Translate} t
 * @param {Refusal} refusal  or any other error, such as a connection that failed
 * @returns {string}
 */
export function refusal(t, { code, facts = {} }) {
  if (!code) return t('server.silent');
  if (!t.has(`refused.${code}`)) return t('server.refuses');
  const values = { ...facts };
  // A word is called as its field is; what is wrong with a tour has a code of its own.
  if (t.has(`lab.word.${facts.word}`)) values.word = t(`lab.word.${facts.word}`);
  if (code === 'not-a-tour') values.what = refusal(t, { code: facts.code, facts });
  return t(`refused.${code}`, values);
}
