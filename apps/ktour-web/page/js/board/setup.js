/** The form for a board: its sides, the piece, and its holes, painted, from a shape or from a file. */

import { button, h, select, setText } from '../lib/dom.js';
import { LEAPERS } from '../lib/names.js';
import { MIN_SIDE, MAX_SIDE, place, squareCount } from '../lib/square.js';
import { fromPicture, fromText, inverted, lettered, mirrored, SHAPES, shaped } from './shapes.js';

/** @typedef {import('../types.js').Board} Board */

const DEFAULT_SIDES = [5, 6, 8, 10];

/**
 * @param {import('../types.js').App} app
 * @param {{board: (board: Board) => void, edit?: (isEditing: boolean) => void}} on  without `edit` holes cannot be painted
 * @param {{most?: number, sides?: number[], leapers?: boolean}} [options]  most squares on a side
 */
export function createSetup(
  { t, go },
  on,
  { most = MAX_SIDE, sides = DEFAULT_SIDES, leapers = true } = {},
) {
  /** @type {Board} */
  let board = { files: 8, ranks: 8, holes: [] };
  const files = side(t('setup.files'), (files) => on.board({ ...board, files, holes: [] }));
  const ranks = side(t('setup.ranks'), (ranks) => on.board({ ...board, ranks, holes: [] }));
  const chips = sides.map((n) =>
    button(`${n}×${n}`, null, () => on.board({ ...board, files: n, ranks: n, holes: [] }), {
      class: 'chip',
    }),
  );
  const problem = h('p', { class: 'fine problem', role: 'alert' });
  const beyond = button(t('setup.atlas'), 'atlas', () => go('atlas'));
  const sizes = h(
    'div',
    { class: 'row sides' },
    files.element,
    h('span', { class: 'times', 'aria-hidden': 'true' }, '×'),
    ranks.element,
  );

  const leaper = select(
    t('setup.leaper'),
    [
      ...LEAPERS.map((name) => /** @type {[string, string]} */ ([name, t(`leaper.${name}`)])),
      ['own', t('leaper.own')],
    ],
    (name) => leap(name === 'own' ? '1,4' : name),
  );
  const pair = h('input', {
    type: 'text',
    autocomplete: 'off',
    'aria-label': t('leaper.pair'),
    onchange: () => leap(pair.value.replace(/[()\s]/g, '')),
  });
  const who = h('div', { class: 'row sides' }, leaper.element, pair);

  let isEditing = false;
  const edit = button(t('setup.holes'), 'holes', () => on.edit?.(!isEditing), { class: 'wide' });
  const tool = (/** @type {string} */ name, /** @type {() => Board} */ make) =>
    button(t(`setup.${name}`), null, () => reshape(make()));
  const letter = h('input', {
    type: 'text',
    maxlength: 2,
    value: 'K',
    size: 2,
    'aria-label': t('setup.letter'),
    title: t('setup.letter'),
    onchange: () => letter.value.trim() && reshape(lettered(board, letter.value.trim())),
  });
  const picker = h('input', {
    type: 'file',
    accept: '.txt,.png,text/plain,image/png',
    hidden: true,
    onchange: () => picker.files?.[0] && open(picker.files[0]),
  });
  const tools = h(
    'div',
    { class: 'tools', role: 'group', 'aria-label': t('setup.shapes') },
    ...SHAPES.map((name) => tool(name, () => shaped(board, name))),
    letter,
    tool('mirror', () => mirrored(board)),
    tool('invert', () => inverted(board)),
    tool('clear', () => ({ ...board, holes: [] })),
    button(t('setup.open'), null, () => picker.click()),
    picker,
  );
  const note = h('p', { class: 'fine', 'aria-live': 'polite' });
  const element = h(
    'fieldset',
    { class: 'setup' },
    h('legend', { class: 'unseen' }, t('setup.title')),
    sizes,
    h('div', { class: 'row chips' }, ...chips),
    problem,
    beyond,
    leapers && who,
    on.edit && edit,
    on.edit && tools,
    note,
  );
  beyond.hidden = problem.hidden = true;
  return { element, render, open };

  /** @param {Board} next @param {boolean} [isEdited] @param {string} [undrawnBoard]  a requested board that is not drawn here */
  function render(next, isEdited = false, undrawnBoard = '') {
    board = next;
    isEditing = isEdited;
    if (document.activeElement !== files.input) files.input.value = String(board.files);
    if (document.activeElement !== ranks.input) ranks.input.value = String(board.ranks);
    chips.forEach((chip, at) =>
      chip.setAttribute(
        'aria-pressed',
        String(board.files === sides[at] && board.ranks === sides[at] && !board.holes.length),
      ),
    );
    const name = board.leaper ?? 'knight';
    leaper.input.value = LEAPERS.includes(name) ? name : 'own';
    pair.hidden = LEAPERS.includes(name);
    if (document.activeElement !== pair) pair.value = name;
    edit.setAttribute('aria-pressed', String(isEditing));
    setText(
      note,
      [isEditing && t('setup.editing'), board.holes.length > 0 && balance()]
        .filter(Boolean)
        .join(' '),
    );
    note.hidden = !note.textContent;
    if (undrawnBoard) refuse(undrawnBoard);
  }

  /** A sentence about the number of squares of each colour, and its consequence for a knight. */
  function balance() {
    const dark = board.holes.filter(
      (hole) => (place(hole).file + place(hole).rank) % 2 === 0,
    ).length;
    const all = Math.ceil((board.files * board.ranks) / 2);
    const left = {
      dark: all - dark,
      light: squareCount(board) - all + dark,
      n: board.holes.length,
    };
    const off = Math.abs(left.dark - left.light);
    const means =
      board.leaper && board.leaper !== 'knight'
        ? 'other'
        : off > 1
          ? 'none'
          : off
            ? 'open'
            : 'even';
    return `${t('setup.balance', left)} ${means === 'other' ? '' : t(`balance.${means}`)}`;
  }

  /** @param {Board} next */
  function reshape(next) {
    if (squareCount(next)) on.board(next);
  }

  /** @param {string} text */
  function leap(text) {
    const { leaper: _, ...rest } = board;
    on.board(text === 'knight' ? rest : { ...rest, leaper: text });
  }

  /** A board from a file: a text of dots and #, or a picture. @param {File} file */
  async function open(file) {
    const next = file.type.startsWith('image/')
      ? await fromPicture(file, most).catch(() => null)
      : fromText(await file.text());
    if (!next) return refuse('', t('setup.unreadable', { name: file.name }));
    if (Math.max(next.files, next.ranks) > most || Math.min(next.files, next.ranks) < MIN_SIDE)
      return refuse(`${next.files}×${next.ranks}`);
    refuse('');
    reshape(board.leaper ? { ...next, leaper: board.leaper } : next);
  }

  /** Shows which boards are drawn here, and links to the atlas for larger ones. @param {string} undrawnBoard @param {string} [other] */
  function refuse(undrawnBoard, other = '') {
    setText(
      problem,
      other ||
        (undrawnBoard ? t('setup.limit', { asked: undrawnBoard, least: MIN_SIDE, most }) : ''),
    );
    problem.hidden = !problem.textContent;
    beyond.hidden = !undrawnBoard || !/\d{2}/.test(undrawnBoard);
  }

  /** @param {string} name @param {(side: number) => void} change */
  function side(name, change) {
    const input = h('input', {
      type: 'number',
      min: MIN_SIDE,
      max: most,
      inputmode: 'numeric',
      onchange: () => {
        const n = Number(input.value);
        const isWithin = input.value !== '' && Number.isInteger(n) && n >= MIN_SIDE && n <= most;
        refuse(isWithin ? '' : input.value || '–');
        if (isWithin) change(n);
      },
    });
    return { input, element: h('label', { class: 'field side' }, h('span', {}, name), input) };
  }
}

/** Opens files that are dropped on an element as boards. @param {HTMLElement} element @param {(file: File) => void} open */
export function takeFiles(element, open) {
  element.addEventListener('dragover', (event) => event.preventDefault());
  element.addEventListener('drop', (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) open(file);
  });
}
