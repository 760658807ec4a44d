/** The result of Solve: the answer as a sentence, the counters, the stages of a merge. */

import { button, h, setText } from '../../lib/dom.js';
import { eventOf, leftOut, LINES } from './events.js';
import { createProof } from '../../lib/proof.js';
import { createWhy } from '../../lib/why.js';
import { sentence } from '../../lib/reason.js';
import { refusal } from '../../engine/refused.js';
import { createRemedy } from '../../lib/remedy.js';
import { squareCount } from '../../lib/square.js';
import { puzzleOf, goalOf } from './state.js';

/** @typedef {import('./state.js').Part} Part */

/** @typedef {import('../../lib/i18n.js').Translate} Translate */

const COUNTS = ['trials', 'moves', 'backtracks', 'depth'];
/** Refusals that one square less would cure. */
const CORNER = ['search-not-structured'];

/** @param {Translate} t @param {{seek: (at: number) => void, again: () => void, hole: (square: string) => void, go: import('../../types.js').App['go']}} on */
export function createSolveReport(t, on) {
  const note = h('p', { class: 'note' });
  const remedy = createRemedy(t, on.again);
  const proof = createProof(t);
  const why = createWhy(t, on.go);
  const counts = Object.fromEntries(COUNTS.map((name) => [name, h('dd')]));
  const table = h(
    'dl',
    { class: 'counts' },
    ...COUNTS.map((name) => h('div', {}, h('dt', {}, t(`count.${name}`)), counts[name])),
  );
  const stages = h('ol', { class: 'stages', 'aria-label': t('merge.title') });
  const happens = h('p', { class: 'happens' });
  const unseen = h('p', { class: 'fine' });
  const lines = LINES.map((name, at) =>
    h('li', { class: ['', 'in', 'in', 'within', 'in'][at] }, t(`code.${name}`)),
  );
  const program = h('ol', { class: 'pseudocode', 'aria-label': t('code.title') }, ...lines);
  const corner = button(t('solve.corner', { square: 'a1' }), 'holes', () => on.hole('a1'), {
    class: 'primary',
  });
  const element = h(
    'section',
    { class: 'card' },
    note,
    why.element,
    proof.element,
    remedy.element,
    corner,
    happens,
    program,
    table,
    unseen,
    stages,
  );
  /** @type {import('./state.js').Film|null} */
  let listed = null;
  return { element, render };

  /** @param {Part} part */
  function render(part) {
    const { film, at, status } = part;
    setText(note, statusText(t, part));
    note.className = `note ${status?.type === 'impossible' || status?.type === 'refused' ? 'sad' : ''}`;
    why.render(status?.type === 'impossible' ? status.reason : null);
    // A proof covers all tours, not only those with the chosen goal.
    proof.render(status?.type === 'impossible' && !goalOf(part) ? puzzleOf(part) : null);
    remedy.render(status?.type === 'refused' ? status.refused : null);
    const odd = part.board.files % 2 && part.board.ranks % 2 && !part.board.holes.length;
    corner.hidden = !(
      odd &&
      status?.type === 'refused' &&
      CORNER.includes(status.refused.code ?? '')
    );
    table.hidden = program.hidden = happens.hidden = unseen.hidden = film?.type !== 'search';
    element.classList.toggle('watching', film?.type === 'search');
    if (film?.type === 'search') {
      const tally = { ...film.search.tally(at), depth: film.search.path.length };
      for (const name of COUNTS)
        setText(counts[name], t.number(tally[/** @type {'depth'} */ (name)]));
      const { text, line } = eventOf(t, film.search, at);
      setText(happens, text);
      lines.forEach((item, n) =>
        LINES[n] === line
          ? item.setAttribute('aria-current', 'step')
          : item.removeAttribute('aria-current'),
      );
      setText(unseen, leftOut(t, film.search));
    }
    stages.hidden = film?.type !== 'merge';
    if (film?.type !== 'merge') return;
    if (listed !== film) {
      listed = film;
      const many = (film.scenes.at(-1)?.level ?? 0) + 1;
      stages.replaceChildren(
        ...film.scenes.map(({ stage, level }, n) => {
          const name =
            t(`stage.${stage}`) +
            (many > 1 && stage !== 'split' ? ` · ${t('merge.level', { n: level + 1 })}` : '');
          return h(
            'li',
            {},
            h('button', { type: 'button', class: 'stage-button', onclick: () => on.seek(n) }, name),
          );
        }),
      );
    }
    [...stages.querySelectorAll('button')].forEach((button, n) => {
      if (n === at) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
    });
  }
}

/** @param {Translate} t @param {Part} part @returns {string} */
export function statusText(t, part) {
  const { status, film, at, board, view } = part;
  if (film?.type === 'merge') {
    const scene = film.scenes[at];
    return t(`stage.${scene.stage}.about`, { n: scene.n, total: squareCount(board) });
  }
  switch (status?.type) {
    case 'wait':
      if (status.best?.best)
        return t(`sofar.${status.best.best.aim}`, { n: status.best.best.value });
      return status.trials ? t('solve.wait.trials', { n: status.trials }) : t(`solve.wait.${view}`);
    case 'found':
      return found(t, status);
    case 'impossible':
      return `${t('solve.impossible')} ${sentence(t, status.reason)}`;
    case 'unknown':
      return t('solve.unknown', { n: Number(status.spent?.trials ?? status.stats?.trials ?? 0) });
    case 'raced':
      return t(film?.type === 'race' && at < film.last ? 'race.running.on' : 'race.over');
    case 'stopped':
      return t('solve.stopped');
    case 'refused':
      return refusal(t, status.refused);
    default:
      return t('solve.idle');
  }
}

/** @param {Translate} t @param {import('./state.js').Found} status */
function found(t, { kind, squares, stats, best }) {
  const tour = t(kind === 'closed' ? 'solve.found.closed' : 'solve.found.open', {
    n: squares.length,
    from: squares[0],
    to: squares[squares.length - 1],
  });
  if (best)
    return `${tour} ${t(`best.${best.aim}`, { n: best.value })} ${t(best.is_proven ? 'best.proven' : 'best.found')}`;
  if (!stats) return tour;
  const milliseconds = stats.seconds * 1000;
  const time = t.number(milliseconds, { maximumSignificantDigits: 2 });
  const method = t.has(`method.${stats.method}`) ? t(`method.${stats.method}`) : stats.method;
  // A constructed tour has no counters, only a time.
  return `${tour} ${t(stats.trials ? 'solve.stats' : 'solve.built', { method, time, trials: stats.trials, moves: stats.moves, backtracks: stats.backtracks })}`;
}
