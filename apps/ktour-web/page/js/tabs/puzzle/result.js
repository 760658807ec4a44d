/** A puzzle that was solved, in a line without spoilers: for the panel, and to be shared. */

import { address } from '../../app/address.js';
import { button, h, setText } from '../../lib/dom.js';
import { clockTime } from '../play/times.js';
import { dateName, SIDES, streak, today } from './day.js';

/** @typedef {import('./game.js').Part} Part */

/** The day, the board, the time and the help; no square and no number of the solution. @param {import('../../lib/i18n.js').Translate} t @param {Part} part */
export function resultLine(t, { date, difficulty, game }) {
  const what = `${t(`difficulty.${difficulty}`)} ${SIDES[difficulty]}×${SIDES[difficulty]}`;
  return `♞ ${t('shell.name')} · ${dateName(t.language, date)} · ${what} · ${clockTime(game.elapsed)} · ${t('result.hints', { n: game.hints })}`;
}

/** How each number was found, from 1 on, without a word about its square. @param {Part} part @returns {(keyof typeof SIGNS)[]} */
const waysOf = ({ puzzle, game }) =>
  (puzzle?.solution ?? []).map((square) =>
    square in (puzzle?.givens ?? {}) ? 'given' : game.hinted.includes(square) ? 'hinted' : 'found',
  );

/** Squares of a shared text. */
const SIGNS = { given: '⬜', found: '🟩', hinted: '🟨' };

/** A square for each number, in rows as long as the board is wide. @param {Part} part */
export function resultStrip(part) {
  const signs = waysOf(part).map((way) => SIGNS[way]);
  const side = SIDES[part.difficulty];
  return Array.from({ length: signs.length / side }, (_, row) =>
    signs.slice(row * side, (row + 1) * side).join(''),
  );
}

/** The days in a row on which a puzzle was solved, from two on. @param {import('../../lib/i18n.js').Translate} t @param {Part} part */
function streakLine(t, { done }) {
  const { now } = streak(done, today());
  return now > 1 ? t('archive.streak', { n: now }) : '';
}

/** The text to share. @param {import('../../lib/i18n.js').Translate} t @param {Part} part */
const resultText = (t, part) =>
  [resultLine(t, part), ...resultStrip(part), streakLine(t, part)].filter(Boolean).join('\n');

/**
 * What can be taken along: the result where there is one, the link, the sheet of paper.
 * @param {import('../../types.js').App} app
 */
export function createResult({ t, store, announce }) {
  const link = () => new URL(address(store.state), location.href).href;
  const line = h('p', { class: 'result' });
  const strip = h('div', { class: 'strip', 'aria-hidden': 'true' });
  const legend = h('p', { class: 'fine' });
  const days = h('p', { class: 'fine' });
  const field = h('input', {
    class: 'link-field',
    readonly: true,
    hidden: true,
    'aria-label': t('share.link'),
  });
  const status = h('p', { class: 'fine', 'aria-hidden': 'true', hidden: true });
  const share = button(
    t('result.share'),
    'link',
    () => {
      const text = resultText(t, store.state.puzzle);
      const copy = () => toClipboard(`${text}\n${link()}`, t('result.copied'));
      if (!navigator.share) return copy();
      // A cancelled share does not copy.
      navigator
        .share({ text, url: link() })
        .catch((error) => (error.name === 'AbortError' ? undefined : copy()));
    },
    { class: 'primary wide' },
  );
  const solved = h('div', { class: 'card solved' }, line, strip, legend, days, share);
  const element = h(
    'section',
    { class: 'share puzzle-share' },
    solved,
    h(
      'div',
      { class: 'actions two' },
      button(t('share.copy'), 'link', () => toClipboard(link(), t('share.copied'))),
      button(t('puzzle.print'), 'print', () => window.print()),
    ),
    field,
    status,
  );
  return {
    element,
    /** @param {Part} part */
    render(part) {
      solved.hidden = !part.game.isSolved;
      if (!part.game.isSolved) return;
      setText(line, resultLine(t, part));
      strip.style.setProperty('--side', String(SIDES[part.difficulty]));
      strip.replaceChildren(...waysOf(part).map((way) => h('span', { class: way })));
      setText(legend, t('result.legend'));
      setText(days, streakLine(t, part));
      days.hidden = !days.textContent;
    },
  };

  /** Copies a text, or shows it in a field if the clipboard is not available. @param {string} text @param {string} done  the status after copying */
  async function toClipboard(text, done) {
    const isKept = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    field.hidden = !!isKept;
    status.hidden = false;
    setText(status, isKept ? done : t('share.select'));
    announce(status.textContent ?? '');
    if (isKept) return;
    field.value = text;
    field.select();
  }
}
