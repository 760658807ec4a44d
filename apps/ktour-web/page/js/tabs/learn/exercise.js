/** An exercise: a question, controls to answer it, and a verdict by the engine. Solved exercises are remembered. */

import { h, setText } from '../../lib/dom.js';
import { createFigure } from './figure.js';
import { prose } from './prose.js';

/** @typedef {ReturnType<typeof createExercise>} Exercise */

/** @param {import('./lesson.js').Lesson} lesson @param {string} task */
export function createExercise(lesson, task) {
  const { t, chapter, part, store, announce } = lesson;
  const name = `${chapter}.${task}`;
  const figure = createFigure(lesson, task);
  const verdict = h('p', { class: 'note verdict' });
  const mark = h(
    'span',
    { class: 'solved', hidden: !part().solved.includes(name) },
    `✓ ${t('lesson.done')}`,
  );
  figure.element.classList.add('exercise');
  figure.element.dataset.exercise = task;
  figure.element.prepend(h('h3', {}, t(`${name}.title`), ' ', mark), h('p', {}, ...prose(t(name))));
  figure.element.querySelector('figcaption')?.append(verdict);
  return { ...figure, judge, clearVerdict };

  /** Clears the verdict. */
  function clearVerdict() {
    setText(verdict, '');
    delete figure.element.dataset.judged;
  }

  /** @param {boolean} isRight @param {string} sentence */
  function judge(isRight, sentence) {
    setText(verdict, sentence);
    verdict.className = `note verdict ${isRight ? 'glad' : 'sad'}`;
    figure.element.dataset.judged = isRight ? 'right' : 'wrong';
    announce(sentence);
    if (!isRight || part().solved.includes(name)) return;
    mark.hidden = false;
    store.change('learn', ({ solved }) => ({ solved: [...solved, name] }));
  }
}
