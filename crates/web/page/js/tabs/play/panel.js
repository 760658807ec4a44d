/** The panel beside the board in Play: where the game stands, what can be done, and how it is shown. */

import { button, h, setText, toggle } from '../../lib/dom.js';
import { createProof } from '../../lib/proof.js';
import { createRetry } from '../../lib/retry.js';
import { isDone, played } from './game.js';
import { createSetup } from '../../board/setup.js';
import { squareCount } from '../../lib/square.js';

/** @typedef {import('./game.js').Part} Part */

/** @type {(keyof import('./game.js').Options)[]} */
const OPTIONS = ['onward', 'numbers', 'path', 'deadEnd'];

/**
 * @param {import('../../lib/i18n.js').Translate} t
 * @param {{undo: () => void, redo: () => void, restart: () => void, hint: () => void, finish: () => void, again: () => void,
 *   option: (name: keyof import('./game.js').Options, isOn: boolean) => void, board: (board: import('../../types.js').Board) => void, edit: (isEditing: boolean) => void}} on
 */
export function createPlayPanel(t, on) {
  const count = h('strong', { class: 'count' });
  const total = h('span', {});
  const time = h('time', { class: 'clock', role: 'timer', 'aria-live': 'off', 'aria-label': t('play.time') });
  const bar = h('progress', { 'aria-label': t('play.progress') });
  const note = h('p', { class: 'note' });
  const retry = createRetry(t, on.again);
  const proof = createProof(t);
  const buttons = {
    undo: button(t('play.undo'), 'undo', on.undo), redo: button(t('play.redo'), 'redo', on.redo), restart: button(t('play.restart'), 'restart', on.restart),
    hint: button(t('play.hint'), 'hint', on.hint), finish: button(t('play.finish'), 'finish', on.finish),
  };
  const options = OPTIONS.map((name) => ({ name, ...toggle(t(`option.${name}`), (isOn) => on.option(name, isOn)) }));
  const setup = createSetup(t, on);
  const element = h('div', { class: 'stack' },
    h('section', { class: 'card status' },
      h('h1', { class: 'unseen' }, t('tab.play')),
      h('div', { class: 'row' }, h('p', { class: 'score' }, h('span', { class: 'fine' }, t('play.move')), ' ', count, ' ', total), time),
      bar, note, proof.element, retry.element),
    h('div', { class: 'actions three' }, buttons.undo, buttons.redo, buttons.restart),
    h('div', { class: 'actions two' }, buttons.hint, buttons.finish),
    h('fieldset', {}, h('legend', {}, t('option.title')), h('div', { class: 'toggles' }, ...options.map(({ element }) => element))),
    setup.element);
  return { element, render, tick };

  /** @param {Part} game @param {{text: string, mood: string}} sentence @param {number} legal */
  function render(game, sentence, legal) {
    const all = squareCount(game.board);
    setText(count, t.number(game.squares.length));
    setText(total, `/ ${t.number(all)}`);
    bar.max = all;
    bar.value = game.squares.length;
    setText(note, sentence.text);
    note.className = `note ${sentence.mood}`;
    proof.render(isDead(game) ? { board: game.board, after: game.squares, kind: 'open' } : null);
    retry.render(game.note?.type === 'refused' ? game.note.refused : null);
    buttons.undo.disabled = !game.squares.length;
    buttons.redo.disabled = !game.undone.length;
    buttons.restart.disabled = !game.squares.length;
    buttons.hint.disabled = buttons.finish.disabled = game.isEditing || game.squares.length === all || game.note?.type === 'wait';
    for (const { name, input } of options) input.checked = game.options[name];
    setup.render(game.board, game.isEditing);
    tick(game);
  }

  /** @param {Part} game */
  function tick(game) {
    const seconds = Math.floor(played(game, Date.now()) / 1000);
    const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
    const hours = Math.floor(seconds / 3600);
    setText(time, `${hours ? `${hours}:${two(Math.floor(seconds / 60) % 60)}` : Math.floor(seconds / 60)}:${two(seconds % 60)}`);
  }
}

/** Whether the panel says that the game cannot be finished. @param {Part} game */
function isDead(game) {
  if (game.note) return game.note.type === 'impossible';
  return !game.isEditing && !isDone(game) && game.options.deadEnd && game.verdict?.type === 'impossible';
}
