/** The panel beside a puzzle: which it is, what can be done now, large; then the days, and taking it along. */

import { button, h, option, rename, setText } from '../../lib/dom.js';
import { icon } from '../../lib/icons.js';
import { createRemedy } from '../../lib/remedy.js';
import { clockTime } from '../play/times.js';
import { createArchive } from './archive.js';
import { dateName, DIFFICULTIES, keyOf, SIDES, today } from './day.js';
import { missing, played } from './game.js';

import { ruleText } from './status.js';

/** @typedef {import('./game.js').Part} Part */

/**
 * @param {import('../../types.js').App} app
 * @param {{undo: () => void, redo: () => void, erase: () => void, clear: () => void, hint: () => void, check: () => void, again: () => void, way: () => void,
 *   open: (date: string, difficulty: import('./day.js').Difficulty) => void, option: (name: 'clock'|'path', isOn: boolean) => void}} on
 */
export function createPuzzlePanel({ t }, on) {
  /** @type {Part|null} */
  let now = null;
  const day = h('h1', { class: 'day' });
  const time = h('time', {
    class: 'clock',
    role: 'timer',
    'aria-live': 'off',
    'aria-label': t('play.time'),
  });
  const hide = h(
    'button',
    { type: 'button', class: 'quiet', onclick: () => on.option('clock', !now?.options.clock) },
    icon('clock'),
  );
  const levels = DIFFICULTIES.map((difficulty) =>
    h(
      'button',
      { type: 'button', class: 'chip', onclick: () => now && on.open(now.date, difficulty) },
      h('span', {}, t(`difficulty.${difficulty}`)),
      ' ',
      h('span', { class: 'fine' }),
    ),
  );
  const count = h('span', { class: 'fine' });
  const bar = h('progress', { 'aria-label': t('puzzle.progress') });
  const note = h('p', { class: 'note' });
  const rule = h('p', { class: 'printed', 'aria-hidden': 'true' });
  const remedy = createRemedy(t, on.again);
  const buttons = {
    undo: button(t('play.undo'), 'undo', on.undo),
    redo: button(t('play.redo'), 'redo', on.redo),
    erase: button(t('puzzle.erase'), 'close', on.erase),
    hint: button(t('play.hint'), 'hint', on.hint, { class: 'primary' }),
    check: button(t('puzzle.check'), 'check', on.check),
  };
  const way = button(t('puzzle.forwards'), 'step', on.way, { class: 'wide way' });
  const clear = button(t('puzzle.clear'), 'restart', on.clear);
  const path = option(t('option.path'), 'path', (isOn) => on.option('path', isOn));
  const next = button(
    '',
    'step',
    () => now && harder(now) && on.open(now.date, /** @type {any} */ (harder(now))),
    { class: 'wide' },
  );
  const archive = createArchive(t, (date) => now && on.open(date, now.difficulty));
  const element = h(
    'div',
    { class: 'stack puzzle-panel' },
    h(
      'div',
      { class: 'card' },
      h('div', { class: 'row between' }, day, h('span', { class: 'row' }, time, hide)),
      h('div', { class: 'views', role: 'group', 'aria-label': t('puzzle.difficulty') }, ...levels),
      h('div', { class: 'actions two' }, buttons.hint, buttons.check),
      note,
      rule,
      remedy.element,
      next,
      h('div', { class: 'actions three' }, buttons.undo, buttons.redo, buttons.erase),
      bar,
      count,
    ),
    h('div', { class: 'tools-row' }, way, path.element, clear),
    archive.element,
  );
  return { element, render, tick };

  /** @param {Part} part @param {{text: string, mood: string}} sentence */
  function render(part, sentence) {
    now = part;
    const { puzzle, game, date, difficulty, options, done } = part;
    const isOver = !puzzle || game.isSolved;
    setText(day, date === today() ? t('puzzle.today') : dateName(t.language, date));
    day.title = dateName(t.language, date);
    levels.forEach((level, at) => {
      const name = DIFFICULTIES[at];
      level.setAttribute('aria-pressed', String(name === difficulty));
      setText(
        /** @type {Element} */ (level.lastElementChild),
        `${SIDES[name]}×${SIDES[name]}${keyOf(date, name) in done ? ' ✓' : ''}`,
      );
    });
    const all = puzzle?.solution.length ?? 1;
    const left = puzzle ? missing(puzzle, game).length : all;
    bar.max = all;
    bar.value = all - left;
    setText(
      count,
      puzzle ? t('puzzle.left', { n: left, clues: Object.keys(puzzle.givens).length }) : ' ',
    );
    setText(note, sentence.text);
    setText(rule, part.puzzle ? ruleText(t, part.puzzle) : '');
    note.className = `note ${sentence.mood}`;
    remedy.render(part.note?.type === 'refused' ? part.note.refused : null);
    buttons.undo.disabled = isOver || (!game.past.length && !part.draft);
    buttons.redo.disabled = isOver || !game.undone.length;
    buttons.erase.disabled = isOver || !(part.chosen in game.entries || part.draft);
    buttons.hint.disabled = isOver || part.note?.type === 'wait';
    buttons.check.disabled = isOver || !Object.keys(game.entries).length;
    clear.disabled = isOver || !Object.keys(game.entries).length;
    rename(
      way,
      t(part.way > 0 ? 'puzzle.forwards' : 'puzzle.backwards'),
      part.way > 0 ? 'step' : 'back',
    );
    path.input.checked = options.path;
    const after = harder(part);
    next.hidden = !game.isSolved || !after;
    if (after)
      setText(
        /** @type {Element} */ (next.lastChild),
        t('puzzle.next', { what: t(`difficulty.${after}`) }),
      );
    time.hidden = !options.clock;
    hide.title = t(options.clock ? 'puzzle.clock.hide' : 'puzzle.clock.show');
    hide.setAttribute('aria-label', hide.title);
    archive.render(part);
    tick(part);
  }

  /** @param {Part} part */
  function tick({ game }) {
    setText(time, clockTime(played(game, Date.now())));
  }
}

/** The next difficulty of the day that is not solved yet. @param {Part} part */
function harder({ date, difficulty, done }) {
  const from = DIFFICULTIES.indexOf(difficulty);
  return DIFFICULTIES.find((name, at) => at > from && !(keyOf(date, name) in done)) ?? null;
}
