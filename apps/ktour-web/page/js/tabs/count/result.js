/** The result of Count: a large number with its convention and source, or the reason why there is no tour; the progress of a count. */

import { button, h, setText } from '../../lib/dom.js';
import { createRemedy } from '../../lib/remedy.js';
import { isForCommand, refusal } from '../../engine/refused.js';
import { sentence } from '../../lib/reason.js';
import { createWhy } from '../../lib/why.js';
import { pictureOf } from '../../lib/picture.js';
import { createBoard } from '../../board/board.js';
import { memoryOf, sizeInWords, timeOf } from './size.js';

/** Smallest side of a board whose tours have never been counted. */
const MIN_UNKNOWN = 10;
/** Shorter side of the boards of which Knuth has counted the closed tours for every length. */
const KNUTH_SIDE = 8;

/** @param {import('../../lib/i18n.js').Translate} t @param {{announce: (sentence: string) => void, again: () => void, go: import('../../types.js').App['go']}} on */
export function createResult(t, on) {
  const big = h('p', { class: 'big-number' });
  const convention = h('p', {});
  const why = h('p', {});
  const lesson = createWhy(t, on.go);
  const picture = createBoard(t, t('explore.picture'), { isPicture: true });
  picture.holder.classList.add('reason-picture');
  const classes = h('p', {});
  const size = h('div', { class: 'stack sizes' });
  const bar = h('progress', { 'aria-label': t('count.progress') });
  const how = h('p', { class: 'fine' });
  const price = h('p', { class: 'fine' });
  const error = h('p', { class: 'note sad', role: 'alert' });
  const remedy = createRemedy(t, on.again);
  let number = '';
  const copied = h('span', { class: 'fine' });
  const copy = button(t('count.copy'), 'copy', async () => {
    await navigator.clipboard?.writeText(number).catch(() => {});
    setText(copied, t('moves.copied'));
    on.announce(t('moves.copied'));
  });
  const take = h('div', { class: 'row' }, copy, copied);
  const element = h(
    'div',
    { class: 'card counted' },
    big,
    bar,
    convention,
    why,
    lesson.element,
    picture.holder,
    classes,
    size,
    how,
    price,
    take,
    error,
    remedy.element,
  );
  return { element, render };

  /** @param {import('./count.js').Part} now */
  function render(now) {
    const { counted, progress, board } = now;
    const name = `${board.files}×${board.ranks}`;
    bar.hidden = !progress && !now.isDrawing;
    if (progress?.layers) {
      bar.max = 1;
      bar.value = progress.share ?? (progress.layer ?? 0) / progress.layers;
    } else bar.removeAttribute('value');
    if (number !== (counted?.undirected ?? '')) setText(copied, '');
    number = counted?.undirected ?? '';
    take.hidden = !counted || number === '0';
    setText(big, counted ? t.number(BigInt(counted.undirected)) : progress ? '…' : '?');
    big.classList.toggle('long', number.length > 14);
    setText(
      convention,
      number === '0'
        ? t(`count.none.${now.kind}`, { board: name })
        : counted
          ? t(`count.convention.${now.kind}`, {
              directed: t.number(BigInt(counted.directed)),
              board: name,
            })
          : '',
    );
    setText(why, counted?.reason ? sentence(t, counted.reason) : '');
    lesson.render(counted?.reason);
    const marks = pictureOf(board, counted?.reason);
    picture.holder.hidden = !marks.size;
    if (marks.size) picture.render({ board, tints: marks });
    setText(
      classes,
      counted?.classes
        ? t('count.classes', { n: Number(counted.classes.all) })
        : counted && now.unclassed
          ? refusal(t, now.unclassed)
          : '',
    );
    size.replaceChildren(
      ...(counted ? sizeInWords(t, Number(counted.undirected)) : []).map((sentence) =>
        h('p', {}, sentence),
      ),
    );
    setText(how, progress ? working(progress) : counted ? from(counted) : '');
    const cost =
      now.estimate && (!counted || counted.source)
        ? {
            time: timeOf(t, Math.max(0.1, now.estimate.seconds)),
            memory: memoryOf(t, Number(now.estimate.bytes)),
          }
        : null;
    setText(
      price,
      cost ? t(progress ? 'count.estimate' : 'count.long', { board: name, ...cost }) : '',
    );
    // Where the number is known, it does not matter that it cannot be counted here.
    const refused = counted?.source && isForCommand(now.refused) ? null : now.refused;
    error.hidden = !refused && !now.isStopped;
    const side = Math.min(board.files, board.ranks);
    const isUnknown = isForCommand(refused) && side >= MIN_UNKNOWN;
    const isElsewhere = isForCommand(refused) && side === KNUTH_SIDE && now.kind === 'closed';
    setText(
      error,
      isUnknown
        ? t('count.nobody')
        : isElsewhere
          ? t('count.elsewhere')
          : refused
            ? refusal(t, refused)
            : t('count.stopped'),
    );
    remedy.render(isUnknown ? null : refused);
    for (const line of [convention, why, classes, how, price]) line.hidden = !line.textContent;
  }

  /** @param {import('./count.js').Progress} progress */
  function working({ layer = 0, layers = 0, share = layer / layers, states = 0, seconds = 0 }) {
    return layers
      ? t('count.working', {
          share: t.number(share, { style: 'percent' }),
          states,
          seconds: Math.round(seconds),
        })
      : t('count.beginning');
  }

  /** Where a number is from. @param {import('./count.js').Counted} counted */
  function from({ states, seconds, source }) {
    if (source) return t('count.known', { source });
    return states && seconds != null
      ? t('count.how', {
          states: t.number(BigInt(states)),
          seconds: t.number(seconds, { maximumSignificantDigits: 2 }),
        })
      : '';
  }
}
