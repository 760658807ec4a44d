/** Sharing: a link to this state, an embedded board, and the tour as a file in the screen's style or another. */

import { file } from '../engine/engine.js';
import { address, embedLink } from './address.js';
import { isNight } from '../lib/colour.js';
import { button, fold, h, saveAs, select, setText } from '../lib/dom.js';
import { refusal } from '../engine/refused.js';
import { OFFERED_FORMATS, PICTURES, THEMES } from '../lib/names.js';
import { pictureFile } from '../lib/snapshot.js';
import { boardName } from '../lib/square.js';

const SCREEN = ['svg', 'png', 'gif'];
/** Width of an embedded board and height of the controls below it, in pixels. */
const EMBED_WIDTH = 480;
const EMBED_PANEL_HEIGHT = 300;

/**
 * @param {import('../types.js').App} app
 * @param {object} of
 * @param {() => {board: import('../types.js').Board, squares: string[], isClosed: boolean, path?: string}|null} of.tour  the tour to download, and how its path is drawn
 * @param {() => {blob: Blob, svg: SVGSVGElement|null, name: string, what: string}} of.seen  the picture on the screen, as a file; a race has no picture
 * @param {() => Record<string, string>} of.shown  the parameters of an embedded board with the same state
 */
export function createShare(app, { tour, seen, shown }) {
  const { t, store, announce } = app;
  const copied = h('p', { class: 'fine', 'aria-hidden': 'true' });
  const saved = h('p', { class: 'fine', 'aria-hidden': 'true' });
  const field = h('input', {
    class: 'link-field',
    readonly: true,
    hidden: true,
    'aria-label': t('share.link'),
  });
  const copy = button(t('share.copy'), 'link', () => {
    const link = new URL(address(store.state), location.href).href;
    history.replaceState(null, '', link);
    toClipboard(link, t('share.copied'));
  });
  const embed = button(t('share.embed'), 'code', () =>
    toClipboard(frameOf(shown()), t('share.embedded')),
  );

  const keep = button(t('share.seen'), 'download', () => {
    const { blob, name, what } = seen();
    saveAs(blob, name);
    showStatus(copied, t('share.saved', { format: what }));
  });

  const code = h('figure', { class: 'qr', hidden: true });
  const show = button(
    t('share.qr'),
    'holes',
    async () => {
      code.hidden = !code.hidden;
      show.setAttribute('aria-expanded', String(!code.hidden));
      if (code.hidden) return;
      const link = new URL(address(store.state), location.href).href;
      const { qrCode } = await import('../lib/qr.js');
      code.replaceChildren(pictureOf(link, qrCode(link)));
    },
    { 'aria-expanded': 'false' },
  );

  const look = { theme: '', numbers: '', width: '' };
  const choose = (
    /** @type {keyof typeof look} */ name,
    /** @type {[string, string][]} */ choices,
  ) => select(t(`share.${name}`), choices, (value) => (look[name] = value)).element;
  const files = OFFERED_FORMATS.map((format) =>
    h(
      'button',
      {
        type: 'button',
        class: 'chip',
        'aria-label': t('share.as', { format: format.toUpperCase() }),
        onclick: () => download(format),
      },
      format.toUpperCase(),
    ),
  );
  const across = h('input', {
    type: 'number',
    min: 10,
    max: 2000,
    value: 200,
    inputmode: 'numeric',
  });
  const downloads = fold(
    t('share.download'),
    h(
      'div',
      { class: 'fields' },
      choose('theme', [
        ['', t('theme.screen')],
        ...THEMES.map((name) => /** @type {[string, string]} */ ([name, t(`theme.${name}`)])),
      ]),
      choose('numbers', [
        ['', t('numbers.auto')],
        ['always', t('numbers.always')],
        ['never', t('numbers.never')],
      ]),
      choose('width', [
        ['', t('width.usual')],
        ...['1200', '2400', '4000'].map(
          (width) =>
            /** @type {[string, string]} */ ([width, t('width.pixels', { n: Number(width) })]),
        ),
      ]),
    ),
    h('div', { class: 'downloads', role: 'group', 'aria-label': t('share.download') }, ...files),
    button(t('share.sheet'), 'download', saveWorksheet, { class: 'wide' }),
    h(
      'div',
      { class: 'row stroke' },
      h('label', { class: 'field' }, h('span', {}, t('share.millimetres')), across),
      button(t('share.stroke'), 'download', stroke),
    ),
    saved,
  );
  const element = h(
    'section',
    { class: 'share' },
    h('div', { class: 'actions two' }, copy, show, keep, embed),
    field,
    copied,
    code,
    downloads.element,
  );
  copied.hidden = saved.hidden = true;
  return {
    element,
    render() {
      downloads.element.hidden = !tour();
    },
  };

  /** Copies a text, or shows it in a field if the clipboard is not available. @param {string} text @param {string} done  the status after copying */
  async function toClipboard(text, done) {
    try {
      await navigator.clipboard.writeText(text);
      field.hidden = true;
      showStatus(copied, done);
    } catch {
      field.hidden = false;
      field.value = text;
      field.select();
      showStatus(copied, t('share.select'));
    }
  }

  /** The frame that shows a board in another page. @param {Record<string, string>} parameters */
  function frameOf(parameters) {
    const [files, ranks = files] = parameters.board.split('x').map(Number);
    const height = Math.min(900, Math.round((EMBED_WIDTH * ranks) / files) + EMBED_PANEL_HEIGHT);
    const link = new URL(embedLink(parameters), location.href).href.replaceAll('&', '&amp;');
    return `<iframe src="${link}" title="${t('shell.name')}" width="${EMBED_WIDTH}" height="${height}" loading="lazy"></iframe>`;
  }

  /** A link to be read by a camera; dark on light in every theme, with a margin. @param {string} link @param {boolean[][]|null} rows  of its code @returns {Node|string} */
  function pictureOf(link, rows) {
    if (!rows) return t('share.long');
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute(
      'd',
      rows
        .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
        .join(''),
    );
    svg.setAttribute('viewBox', `-4 -4 ${rows.length + 8} ${rows.length + 8}`);
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', t('share.code', { link }));
    svg.append(path);
    return svg;
  }

  /** The path alone in one line, for machines that draw and cut. */
  function stroke() {
    if (across.value && across.checkValidity())
      download('svg', { stroke: true, size: `${across.value}mm` });
    else showStatus(saved, t('share.range', { least: 10, most: 2000 }));
  }

  /** @param {import('../types.js').Board} board */
  function titleOf(board) {
    return t('share.title', { board: `${board.files}×${board.ranks}` });
  }

  /** The picture on the screen in a format. @param {'svg'|'png'|'pdf'} format @param {string} title @returns {Promise<Blob>} */
  async function seenAs(format, title) {
    const { blob, svg } = seen();
    if (format === 'pdf' && svg) return (await import('../lib/pdf.js')).pdf([{ svg }], title);
    const width = look.width ? Number(look.width) : undefined;
    return pictureFile(blob, format === 'png' ? 'png' : 'svg', title, width);
  }

  /** An empty board and its solution, for a class. */
  async function saveWorksheet() {
    const what = tour();
    if (!what) return;
    const { worksheet } = await import('./worksheet.js');
    const blob = worksheet(
      t,
      { ...what, showNumbers: look.numbers !== 'never' },
      titleOf(what.board),
    );
    saveAs(blob, `knights-tour-${boardName(what.board)}-worksheet.pdf`);
    showStatus(saved, t('share.saved', { format: 'PDF' }));
  }

  /** @param {string} format @param {Record<string, any>} [more] */
  async function download(format, more = {}) {
    const what = tour();
    if (!what) return;
    const { board, squares, path } = what;
    const isPicture = format === 'svg' || format === 'png' || format === 'pdf';
    if (isPicture && !look.theme && !look.numbers && !Object.keys(more).length) {
      saveAs(await seenAs(format, titleOf(board)), `knights-tour-${boardName(board)}.${format}`);
      return showStatus(saved, t('share.saved', { format: format.toUpperCase() }));
    }
    const drawn = PICTURES.includes(format)
      ? {
          theme: look.theme || (isNight() && SCREEN.includes(format) ? 'dark' : ''),
          numbers: look.numbers,
          width: format === 'png' && look.width ? Number(look.width) : '',
          path: format === 'gif' || more.stroke ? '' : path,
        }
      : {};
    const parameters = Object.fromEntries(
      Object.entries({ leaper: board.leaper, ...drawn, ...more }).filter(([, value]) => value),
    );
    try {
      const { blob, name } = await file('render', {
        format,
        board: { files: board.files, ranks: board.ranks, holes: board.holes },
        squares,
        ...parameters,
      });
      saveAs(blob, more.stroke ? name.replace(/(\.\w+)$/, '-stroke$1') : name);
      showStatus(saved, t('share.saved', { format: format.toUpperCase() }));
    } catch (error) {
      showStatus(saved, refusal(t, /** @type {any} */ (error)));
    }
  }

  /** @param {HTMLElement} place  next to the pressed button @param {string} sentence */
  function showStatus(place, sentence) {
    place.hidden = false;
    setText(place, sentence);
    announce(sentence);
  }
}
