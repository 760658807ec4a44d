/** A question as the command that asks the same of a whole machine: what it is called there, and its words as flags. */

import { h } from './dom.js';

/** The command of each question that has one, with what it needs beside the words. @type {Record<string, [name: string, ...flags: string[]]>} */
const COMMANDS = {
  solve: ['solve'],
  trace: ['solve', '--trace -o search.gif'],
  merge: ['solve', '--method parberry --steps'],
  proof: ['solve', '--proof DIR'],
  exists: ['exists'],
  table: ['exists'],
  starts: ['starts'],
  at: ['at'],
  atlas: ['at', '--step 1'],
  count: ['count'],
  sample: ['sample'],
  tours: ['enumerate'],
};
/** Words that are flags under their own names. */
const FLAGS = [
  'holes',
  'leaper',
  'start',
  'end',
  'method',
  'tie',
  'order',
  'tries',
  'seed',
  'symmetry',
  'unique',
  'step',
  'square',
];
/** Words that are said another way. @type {Record<string, (value: string) => string>} */
const OTHERS = {
  board: quoted,
  kind: (kind) => quoted(`--${kind}`),
  n: (n) => `-n ${quoted(n)}`,
  size: (size) => `--table ${quoted(size)}`,
  best: (best) => `--${best.split('-').map(quoted).join(' ')}`,
};

/**
 * The command line; empty where no command asks this.
 * @param {import('../engine/refused.js').Asked} asked
 */
export function commandOf({ question, words }) {
  if (question.startsWith('lab/'))
    return [
      'ktour lab',
      question.slice(4),
      ...Object.entries(words).map(([word, value]) => flag(word, value)),
    ].join(' ');
  const [name, ...more] = COMMANDS[question] ?? [];
  if (!name) return '';
  const said = Object.entries(words).map(
    ([word, value]) =>
      OTHERS[word]?.(String(value)) ??
      (FLAGS.includes(word) && value !== 'auto' ? flag(word, value) : ''),
  );
  return ['ktour', name, ...said, ...more].filter(Boolean).join(' ');
}

/** @param {string} word @param {any} value */
function flag(word, value) {
  const name = `--${word.replace('_', '-')}`;
  if (value === false) return '';
  return value === true || value === 'yes' ? name : `${name} ${quoted(String(value))}`;
}

/** A value as a shell reads it in one piece. @param {string} value */
function quoted(value) {
  return /^[\w.,:-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

/** Where a command line stands. @param {import('./i18n.js').Translate} t */
export function createCommand(t) {
  const line = h('code', { class: 'command' });
  const element = h('div', { class: 'stack' }, h('p', { class: 'fine' }, t('command.same')), line);
  return {
    element,
    /** @param {import('../engine/refused.js').Asked|null|undefined} asked */
    render(asked) {
      const text = asked ? commandOf(asked) : '';
      element.hidden = !text;
      // A line of it ends between two words, not after a hyphen.
      if (line.textContent?.trim() !== text)
        line.replaceChildren(
          ...text.split(' ').flatMap((word, at) => [at ? ' ' : '', h('span', {}, word)]),
        );
    },
  };
}
