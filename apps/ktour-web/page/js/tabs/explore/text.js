/** The texts of Explore about a board or a square. */

import { sentence } from '../../lib/reason.js';
import { refusal } from '../../engine/refused.js';
import { boardKey, boardName } from '../../lib/square.js';

/** @typedef {import('../../lib/i18n.js').Translate} Translate */

/**
 * What Explore knows; answers by the names of their questions.
 * @typedef {import('../../types.js').Reason} Reason
 * @typedef {{answer: string, reason?: Reason}} Verdict
 * @typedef {{closed?: Verdict, open?: Verdict, closed_with_one_missing?: {missing?: string[], reason?: {code: string}}}} Exists
 * @typedef {{yes: string[], no: {square: string, reason?: Reason}[]}} Starts
 * @typedef {{table?: {rows: string[][]}, figures?: Record<string, string[]>}
 *   & {[question: `exists ${string}`]: Exists|undefined} & {[question: `starts ${string}` | `ends ${string}`]: Starts|undefined}} Data
 * @typedef {'table'|'starts'|'ends'|'missing'} View
 * @typedef {{view: View, board: import('../../types.js').Board, start: string, square: string, cell: {files: number, ranks: number}, hasFigures: boolean,
 *   isEditing: boolean, undrawnBoard: string, data: Data, refused: import('../../engine/refused.js').Refusal|null}} Part
 */

/**
 * For every square of the view yes, or the reason why not; nothing while the answer is on its way.
 * @param {Part} part
 * @returns {Map<string, true|import('../../types.js').Reason|null>|null}
 */
export function endsOf({ view, board, start, data }) {
  if (view === 'table') return null;
  if (view === 'missing') {
    const answer = data[`exists ${boardKey(board)}`];
    if (!answer) return null;
    return new Map((answer.closed_with_one_missing?.missing ?? []).map((square) => [square, true]));
  }
  const answer = data[`${view} ${boardKey(board)} ${view === 'ends' ? start : ''}`];
  if (!answer) return null;
  /** @type {[string, true|Reason|null][]} */
  const all = [
    ...answer.yes.map((square) => /** @type {[string, true]} */ ([square, true])),
    ...answer.no.map(
      ({ square, reason }) => /** @type {[string, Reason|null]} */ ([square, reason ?? null]),
    ),
  ];
  return new Map(all);
}

/** @param {Part} part */
export function tintsOf(part) {
  const tints = new Map();
  const answers = endsOf(part);
  if (!answers) return tints;
  for (const [square, answer] of answers)
    if (square !== part.start || part.view !== 'ends')
      tints.set(square, answer === true ? 'yes' : 'no');
  return tints;
}

/** The squares of the answer yes, which get a dot. @param {Part} part @returns {Map<string, number>} */
export function yesOf(part) {
  return new Map(
    [...(endsOf(part) ?? [])]
      .filter(([square, answer]) => answer === true && square !== part.start)
      .map(([square]) => [square, 0]),
  );
}

/**
 * The sentence in the panel, whether there is a tour to open, and the question whose answer is no.
 * @param {Translate} t
 * @param {Part} part
 * @returns {{title: string, kind?: string, text: string, isOpen: boolean, no?: Record<string, any>}}
 */
export function infoOf(t, part) {
  if (part.refused) return { title: '', text: refusal(t, part.refused), isOpen: false };
  return part.view === 'table' ? cellInfo(t, part) : squareInfo(t, part);
}

/** @param {Translate} t @param {Part} part */
function cellInfo(t, { cell, data, hasFigures }) {
  if (!cell) return { title: '', text: t('explore.table.about'), isOpen: false };
  const title = `${cell.ranks} × ${cell.files}`;
  const kind = data.table?.rows[cell.ranks - 1]?.[cell.files - 1];
  if (!kind) return { title, text: '', isOpen: false };
  const answer = data[`exists ${boardName(cell)}`];
  const parts = [t(`class.${kind}`)];
  // The class says that there is no tour; the reason follows.
  const reason = kind === 'x' ? answer?.open?.reason : kind !== 'c' && answer?.closed?.reason;
  if (reason) parts.push(sentence(t, reason));
  if (kind === 'e' && answer?.closed_with_one_missing?.missing)
    parts.push(t('explore.without', { squares: few(answer.closed_with_one_missing.missing) }));
  if (hasFigures && data.figures) {
    for (const figure of ['1', '3.1']) {
      const printed = data.figures[`figure ${figure}`][cell.ranks - 1][cell.files - 1];
      if (printed !== kind) parts.push(t('explore.printed', { figure, printed }));
    }
  }
  const no =
    kind === 'c'
      ? undefined
      : { board: { ...cell, holes: [] }, kind: kind === 'x' ? 'open' : 'closed' };
  return { title, kind, text: parts.join(' '), isOpen: kind !== 'x', no };
}

/** Why a board of the table has no tour, or none that is closed; why a square is no answer. @param {Part} part @returns {import('../../types.js').Reason|null} */
export function reasonOf(part) {
  const { view, cell, square, data } = part;
  if (view !== 'table') {
    const answer = endsOf(part)?.get(square);
    return answer && answer !== true ? answer : null;
  }
  const answer = cell ? data[`exists ${boardName(cell)}`] : null;
  return answer?.open?.reason ?? answer?.closed?.reason ?? null;
}

/** @param {string[]} squares */
const few = (squares) =>
  squares.length > 12 ? `${squares.slice(0, 12).join(', ')} …` : squares.join(', ');

/** @param {Translate} t @param {Part} part */
function squareInfo(t, part) {
  const { view, square, start } = part;
  if (view === 'ends' && !start)
    return { title: '', text: t('explore.ends.choose'), isOpen: false };
  const answers = endsOf(part);
  if (!answers) return { title: '', text: t('explore.wait'), isOpen: false };
  const yes = [...answers.values()].filter((answer) => answer === true).length;
  const summary = t(`explore.${view}.count`, { n: yes, start });
  const answer = answers.get(square);
  if (!square || square === start || (answer === undefined && view !== 'missing'))
    return { title: summary, text: noneBecause(t, part, yes), isOpen: false };
  if (answer === true)
    return { title: summary, text: t(`explore.${view}.yes`, { square, start }), isOpen: true };
  return {
    title: summary,
    text: `${t(`explore.${view}.no`, { square, start })} ${answer ? sentence(t, answer) : ''}`,
    isOpen: false,
    no: noOf(part),
  };
}

/** The question to which a square is no answer. @param {Part} part */
function noOf({ view, board, square, start }) {
  if (view === 'missing')
    return { board: { ...board, holes: [...board.holes, square] }, kind: 'closed' };
  return { board, start: square, end: view === 'ends' ? start : '', kind: 'open' };
}

/** @param {Translate} t @param {Part} part @param {number} yes */
function noneBecause(t, { view, board, data }, yes) {
  const reason =
    view === 'missing' && !yes
      ? data[`exists ${boardKey(board)}`]?.closed_with_one_missing?.reason
      : null;
  return reason ? t(`missing.${reason.code}`) : t('explore.look');
}
