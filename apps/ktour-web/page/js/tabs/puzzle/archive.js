/** The archive: a week of days, any other day, the solved puzzles, and the streak. */

import { button, fold, h, setText } from '../../lib/dom.js';
import { icon } from '../../lib/icons.js';
import {
  dateName,
  dayAfter,
  dayBegins,
  DIFFICULTIES,
  FIRST_DAY,
  keyOf,
  streak,
  today,
} from './day.js';

const WEEK = 7;

/**
 * @param {import('../../lib/i18n.js').Translate} t
 * @param {(date: string) => void} go
 */
export function createArchive(t, go) {
  let shown = today();
  const field = h('input', {
    type: 'date',
    min: FIRST_DAY,
    max: today(),
    required: true,
    onchange: () => field.value && go(field.value),
  });
  const step = (
    /** @type {string} */ picture,
    /** @type {string} */ name,
    /** @type {number} */ days,
  ) =>
    h(
      'button',
      { type: 'button', 'aria-label': name, title: name, onclick: () => go(dayAfter(shown, days)) },
      icon(picture),
    );
  const before = step('back', t('archive.before'), -1);
  const after = step('step', t('archive.after'), 1);
  const now = button(t('archive.today'), 'puzzle', () => go(today()), { class: 'wide' });
  const week = h('div', { class: 'week', role: 'group', 'aria-label': t('archive.week') });
  const row = h('p', { class: 'fine' });
  const box = fold(
    t('archive.title'),
    week,
    h(
      'div',
      { class: 'row days' },
      before,
      h('label', { class: 'field' }, h('span', { class: 'unseen' }, t('archive.date')), field),
      after,
    ),
    now,
    row,
    h(
      'p',
      { class: 'fine' },
      t('archive.midnight', { time: dayBegins(t.language) }),
      ' ',
      t('archive.kept'),
    ),
  );
  return { element: box.element, render };

  /** @param {import('./game.js').Part} part */
  function render({ date, done }) {
    shown = date;
    const last = today();
    field.max = last;
    if (document.activeElement !== field) field.value = date;
    before.disabled = date <= FIRST_DAY;
    after.disabled = date >= last;
    now.hidden = date === last;
    const length = streak(done, last);
    setText(box.value, length.now ? t('archive.streak', { n: length.now }) : '');
    setText(row, t('archive.best', { now: length.now, n: length.best }));
    const end = dayAfter(date, 3) > last ? last : dayAfter(date, 3);
    drawWeek(
      Array.from({ length: WEEK }, (_, at) => dayAfter(end, at - WEEK + 1)),
      date,
      done,
    );
  }

  /** @param {string[]} days @param {string} date @param {Record<string, import('./day.js').Done>} done */
  function drawWeek(days, date, done) {
    const focused = /** @type {HTMLElement|null} */ (document.activeElement)?.closest('.week')
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.day
      : '';
    week.replaceChildren(
      ...days.map((day) => {
        const solved = DIFFICULTIES.filter((difficulty) => keyOf(day, difficulty) in done);
        const name = [
          dateName(t.language, day),
          ...solved.map((difficulty) => t('archive.done', { what: t(`difficulty.${difficulty}`) })),
        ].join(', ');
        return h(
          'button',
          {
            type: 'button',
            'data-day': day,
            'aria-label': name,
            title: name,
            'aria-pressed': day === date,
            disabled: day < FIRST_DAY,
            onclick: () => go(day),
          },
          h('span', { class: 'weekday' }, dateName(t.language, day, { weekday: 'narrow' })),
          h('span', {}, String(Number(day.slice(8)))),
          h(
            'span',
            { class: 'marks' },
            ...DIFFICULTIES.map((difficulty) =>
              h('i', { class: solved.includes(difficulty) && 'done' }),
            ),
          ),
        );
      }),
    );
    if (focused)
      /** @type {HTMLElement|null} */ (week.querySelector(`[data-day="${focused}"]`))?.focus();
  }
}
