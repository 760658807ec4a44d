/** The panel of Play: the actions, the display options, and the board, folded. */

import { button, fold, h, option, rename, setText } from '../../lib/dom.js';
import { icon } from '../../lib/icons.js';
import { createProof } from '../../lib/proof.js';
import { createRemedy } from '../../lib/remedy.js';
import { createWhy } from '../../lib/why.js';
import { isClosed, isDone, played } from './game.js';
import { bestTime, clockTime } from './times.js';
import { createSetup } from '../../board/setup.js';
import { MAX_SIDE, squareCount } from '../../lib/square.js';

/** @typedef {import('./game.js').Part} Part */

/** @type {(keyof import('./game.js').Options)[]} */
const OPTIONS = ['numbers', 'path', 'onward', 'deadEnd'];

/**
 * @param {import('../../types.js').App} app
 * @param {{undo: () => void, redo: () => void, restart: () => void, hint: () => void, finish: () => void, retry: () => void, begin: () => void, show: () => void,
 *   option: (name: keyof import('./game.js').Options, isOn: boolean) => void, board: (board: import('../../types.js').Board) => void, edit: (isEditing: boolean) => void}} on
 * @param {HTMLElement} end  shown when a game is over
 */
export function createPlayPanel(app, on, end) {
  const { t } = app;
  const count = h('strong', { class: 'count' });
  const total = h('span', {});
  const time = h('time', {
    class: 'clock',
    role: 'timer',
    'aria-live': 'off',
    'aria-label': t('play.time'),
  });
  const best = h('span', { class: 'fine best', role: 'img' });
  const sound = h('button', {
    type: 'button',
    class: 'quiet sound',
    onclick: () => on.option('sound', !isSoundOn),
  });
  let isSoundOn = false;
  const bar = h('progress', { 'aria-label': t('play.progress') });
  const note = h('p', { class: 'note' });
  const remedy = createRemedy(t, on.retry);
  const proof = createProof(t);
  const why = createWhy(t, app.go);
  const buttons = {
    undo: button(t('play.undo'), 'undo', on.undo),
    redo: button(t('play.redo'), 'redo', on.redo),
    restart: button(t('play.restart'), 'restart', on.restart),
    hint: button(t('play.hint'), 'hint', on.hint, { class: 'primary' }),
    finish: button(t('play.finish'), 'finish', on.finish),
  };
  /** @type {Part['board']} */
  let now = { files: 8, ranks: 8, holes: [] };
  const next = button(
    '',
    'step',
    () => on.board({ ...now, files: now.files + 1, ranks: now.ranks + 1, holes: [] }),
    { class: 'primary full' },
  );
  const options = OPTIONS.map((name) => ({
    name,
    ...option(t(`option.${name}`), name, (isOn) => on.option(name, isOn)),
  }));
  const setup = createSetup(app, on);
  const boards = fold(t('setup.title'), setup.element);
  const status = h(
    'section',
    { class: 'status stack' },
    h(
      'div',
      { class: 'row' },
      h('p', { class: 'score' }, count, ' ', total),
      h('span', { class: 'times' }, time, best),
      !app.isEmbedded && sound,
    ),
    bar,
    h('div', { class: 'actions three' }, buttons.undo, buttons.redo, buttons.restart),
    h('div', { class: 'actions two' }, buttons.hint, buttons.finish, next),
    note,
    why.element,
    proof.element,
    remedy.element,
  );
  const welcome = h(
    'section',
    { class: 'welcome stack' },
    h('h1', {}, t('welcome.title')),
    h('p', {}, t('welcome.text')),
    button(t('welcome.play'), 'play', on.begin, { class: 'primary wide' }),
    h(
      'div',
      { class: 'actions two' },
      button(t('welcome.show'), 'solve', on.show),
      button(t('welcome.learn'), 'learn', () => app.go('learn')),
    ),
  );
  const element = h(
    'div',
    { class: 'stack' },
    h('h1', { class: 'unseen' }, t('tab.play')),
    h('div', { class: 'card swap' }, status, welcome),
    !app.isEmbedded && end,
    !app.isEmbedded &&
      h(
        'fieldset',
        {},
        h('legend', { class: 'unseen' }, t('option.title')),
        h('div', { class: 'options' }, ...options.map(({ element }) => element)),
      ),
    !app.isEmbedded && boards.element,
  );
  return { element, render, tick, open: setup.open };

  /** @param {Part} game @param {{text: string, mood: string}} sentence */
  function render(game, sentence) {
    const all = squareCount(game.board);
    now = game.board;
    // The welcome is replaced by the status with the first square.
    const isNew =
      !app.isEmbedded &&
      !game.squares.length &&
      !game.undone.length &&
      !game.left.length &&
      !game.isEditing &&
      !game.note;
    welcome.inert = !isNew;
    status.inert = isNew;
    setText(count, t.number(game.squares.length));
    count.classList.toggle('long', all > 999);
    setText(total, t('play.of', { n: all }));
    bar.max = all;
    bar.value = game.squares.length;
    setText(note, sentence.text);
    note.className = `note ${sentence.mood}`;
    why.render(reasonOf(game));
    proof.render(reasonOf(game) ? { board: game.board, after: game.squares, kind: 'open' } : null);
    remedy.render(game.note?.type === 'refused' ? game.note.refused : null);
    buttons.undo.disabled = !game.squares.length && !game.left.length;
    buttons.redo.disabled = !game.undone.length;
    buttons.restart.disabled = !game.squares.length;
    buttons.hint.disabled =
      game.isEditing || game.squares.length === all || game.note?.type === 'wait' || game.isDrawing;
    buttons.finish.disabled = !game.isDrawing && buttons.hint.disabled;
    rename(
      buttons.finish,
      t(game.isDrawing ? 'play.skip' : 'play.finish'),
      game.isDrawing ? 'last' : 'finish',
    );
    next.hidden =
      app.isEmbedded ||
      !isDone(game) ||
      game.isDrawing ||
      Math.max(game.board.files, game.board.ranks) >= MAX_SIDE;
    // The button for the next board takes the place of those that have nothing to do.
    buttons.hint.hidden = buttons.finish.hidden = !next.hidden;
    setText(
      /** @type {Element} */ (next.lastChild),
      t('play.next', { board: `${game.board.files + 1}×${game.board.ranks + 1}` }),
    );
    for (const { name, input } of options) input.checked = game.options[name];
    if (isSoundOn !== game.options.sound || !sound.title) showSound(game.options.sound);
    const record = app.isEmbedded
      ? null
      : bestTime(
          game.board,
          isDone(game) ? (isClosed(game, game.facts) ? 'closed' : 'open') : undefined,
        );
    best.hidden = record === null;
    best.title = t('play.best', { time: clockTime(record ?? 0) });
    best.setAttribute('aria-label', best.title);
    setText(best, `★ ${clockTime(record ?? 0)}`);
    setText(boards.value, `${game.board.files} × ${game.board.ranks}`);
    setup.render(game.board, game.isEditing, game.undrawnBoard);
    if (game.undrawnBoard) boards.element.open = true;
    tick(game);
  }

  /** @param {Part} game */
  function tick(game) {
    setText(time, clockTime(played(game, Date.now())));
  }

  /** @param {boolean} isOn */
  function showSound(isOn) {
    isSoundOn = isOn;
    sound.title = t(isOn ? 'play.sound.on' : 'play.sound.off');
    sound.setAttribute('aria-label', t('play.sound'));
    sound.setAttribute('aria-pressed', String(isOn));
    sound.replaceChildren(icon(isOn ? 'sound' : 'silence'));
  }
}

/** The reason shown in the panel why the game cannot be finished. @param {Part} game */
function reasonOf(game) {
  const { note, verdict, isEditing, options } = game;
  if (note) return note.type === 'impossible' ? note.reason : null;
  return !isEditing && !isDone(game) && options.deadEnd && verdict?.type === 'impossible'
    ? verdict.reason
    : null;
}
