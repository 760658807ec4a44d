/** The command line for a request: the name of the command, and the parameters as flags. */

import { h } from './dom.js';

/** The command for each question that has one, with its fixed flags. @type {Record<string, [name: string, ...flags: string[]]>} */
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
/** Parameters whose flags have the same names. */
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
/** Parameters whose flags have other names or forms. @type {Record<string, (value: string) => string>} */
const OTHERS = {
  board: quoted,
  kind: (kind) => quoted(`--${kind}`),
  n: (n) => `-n ${quoted(n)}`,
  size: (size) => `--table ${quoted(size)}`,
  best: (best) => `--${best.split('-').map(quoted).join(' ')}`,
};

/**
 * The command line; empty if no command answers the request.
 * @param {import('../engine/refused.js').Request} request
 */
export function commandOf({ question, parameters }) {
  if (question.startsWith('lab/'))
    return [
      'ktour lab',
      question.slice(4),
      ...Object.entries(parameters).map(([word, value]) => flag(word, value)),
    ].join(' ');
  const [name, ...more] = COMMANDS[question] ?? [];
  if (!name) return '';
  const flags = Object.entries(parameters).map(
    ([word, value]) =>
      OTHERS[word]?.(String(value)) ??
      (FLAGS.includes(word) && value !== 'auto' ? flag(word, value) : ''),
  );
  return ['ktour', name, ...flags, ...more].filter(Boolean).join(' ');
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

/** An element that shows a command line. @param {import('./i18n.js').Translate} t */
export function createCommand(t) {
  const line = h('code', { class: 'command' });
  const element = h('div', { class: 'stack' }, h('p', { class: 'fine' }, t('command.same')), line);
  return {
    element,
    /** @param {import('../engine/refused.js').Request|null|undefined} request */
    render(request) {
      const text = request ? commandOf(request) : '';
      element.hidden = !text;
      // Lines break between two arguments, not after a hyphen.
      if (line.textContent?.trim() !== text)
        line.replaceChildren(
          ...text.split(' ').flatMap((word, at) => [at ? ' ' : '', h('span', {}, word)]),
        );
    },
  };
}
