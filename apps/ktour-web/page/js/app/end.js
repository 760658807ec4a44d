/** The end of a game: its kind, time, symmetry and number in a line, a way to share it, and a poster. */

import { ask, puzzleParameters } from '../engine/engine.js';
import { address } from './address.js';
import { button, h, saveAs, setText } from '../lib/dom.js';
import { readFile } from '../lib/files.js';
import { boardKey, boardName, squareCount } from '../lib/square.js';

/** Largest board whose tours have numbers that are found in a moment. */
const MAX_NUMBERED_SQUARES = 36;
const NUMBER_MAX_TIME = '2s';

/** @typedef {{board: import('../types.js').Board, squares: string[], isClosed: boolean, time: string}} Ended  a finished game */

/** @param {import('../types.js').App} app */
export function createEnd(app) {
  const { t, store, announce } = app;
  const line = h('p', { class: 'result' });
  const status = h('p', { class: 'fine', 'aria-hidden': 'true', hidden: true });
  const share = button(t('end.share'), 'link', sendOrCopy);
  const poster = button(t('end.poster'), 'download', savePoster);
  const element = h(
    'section',
    { class: 'card end', hidden: true, 'aria-label': t('end.title') },
    line,
    h('div', { class: 'actions two' }, share, poster),
    status,
  );
  /** @type {Ended|null} */
  let ended = null;
  let key = '';
  /** What the engine knows of the tour. @type {string[]} */
  let known = [];
  return { element, render };

  /** @param {Ended|null} next  a finished game, if there is one */
  function render(next) {
    ended = next;
    element.hidden = !next;
    if (!next) return void (key = '');
    const now = `${boardKey(next.board)} ${next.squares.join()}`;
    if (now !== key) {
      key = now;
      known = [];
      status.hidden = true;
      learn(next, now);
    }
    setText(line, text());
  }

  function text() {
    if (!ended) return '';
    const { board, isClosed, time } = ended;
    const kind = t(isClosed ? 'kind.closed' : 'kind.open');
    return [`${board.files}×${board.ranks}`, kind, time, ...known].filter(Boolean).join(' · ');
  }

  /** Asks for the symmetry of the tour and for its number. @param {Ended} tour @param {string} asked */
  async function learn({ board, squares, isClosed }, asked) {
    const parameters = puzzleParameters({ board, squares });
    const measured = await ask('measure', parameters).catch(() => null);
    const look = measured && t(`look.${measured.measures.symmetry.name}`).split(/[:：]/)[0];
    const kind = isClosed ? 'closed' : 'open';
    const isNumbered = squareCount(board) <= MAX_NUMBERED_SQUARES && !board.holes.length;
    const ranked = isNumbered
      ? await ask('rank', { ...parameters, kind, max_time: NUMBER_MAX_TIME }).catch(() => null)
      : null;
    const sides = [board.files, board.ranks].sort((a, b) => a - b).join('x');
    const all =
      ranked && !board.leaper
        ? (await readFile('data/counts.json').catch(() => ({})))[`${sides} ${kind}`]?.undirected
        : null;
    if (key !== asked) return;
    const number = ranked && t.number(BigInt(ranked.number));
    known = [
      look ?? '',
      number &&
        (all
          ? t('end.number.of', { number, all: t.number(BigInt(all)) })
          : t('end.number', { number })),
    ]
      .filter(Boolean)
      .map(String);
    setText(line, text());
  }

  async function sendOrCopy() {
    if (!ended) return;
    const link = new URL(address(store.state), location.href).href;
    const all = `♞ ${t('shell.name')} · ${text()}`;
    const copy = async () => {
      const isCopied = await navigator.clipboard?.writeText(`${all}\n${link}`).then(
        () => true,
        () => false,
      );
      showStatus(isCopied ? t('result.copied.link') : `${all}\n${link}`);
    };
    if (!navigator.share) return copy();
    // A cancelled share does not copy.
    navigator
      .share({ text: all, url: link })
      .catch((error) => (error.name === 'AbortError' ? undefined : copy()));
  }

  async function savePoster() {
    if (!ended) return;
    const { board, squares, isClosed } = ended;
    const { poster } = await import('./worksheet.js');
    const title = t('share.title', { board: `${board.files}×${board.ranks}` });
    const date = new Intl.DateTimeFormat(t.language, { dateStyle: 'long' }).format(new Date());
    const blob = poster(
      t,
      { board, squares, isClosed, showNumbers: false },
      title,
      `${text()} · ${date}`,
    );
    saveAs(blob, `knights-tour-${boardName(board)}-poster.pdf`);
    showStatus(t('share.saved', { format: 'PDF' }));
  }

  /** @param {string} sentence */
  function showStatus(sentence) {
    status.hidden = false;
    setText(status, sentence);
    announce(sentence);
  }
}
