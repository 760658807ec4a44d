/** A chapter: sections of two sentences and a live picture, exercises with a check, sources, and a link to a tab. */

import { h } from '../../lib/dom.js';
import { createExercise } from './exercise.js';
import { createFigure } from './figure.js';
import { prose } from './prose.js';
import { SOURCES } from './sources.js';

/**
 * @typedef {import('./figure.js').Figure} Figure
 * @typedef {import('./exercise.js').Exercise} Exercise
 * @typedef {{sections: {name: string, figure?: (figure: Figure) => void}[], exercises: {name: string, make: (exercise: Exercise) => void}[],
 *   sources: string[], onward: keyof import('../../types.js').Parts}} Chapter  a figure is named as its section
 * @typedef {import('../../types.js').App & {chapter: string, part: () => import('./learn.js').Part, stops: (() => void)[], redraws: (() => void)[]}} Lesson  what figures and exercises are given
 */

/** @param {import('../../types.js').App} app @param {string} name @param {Chapter} chapter */
export function createLesson(app, name, chapter) {
  const { t, store } = app;
  /** @type {Lesson} */
  const lesson = { ...app, chapter: name, part: () => store.state.learn, stops: [], redraws: [] };
  const sections = chapter.sections.map(({ name: section, figure }) => {
    const element = h(
      'section',
      { 'data-section': section },
      h('h2', {}, t(`${name}.${section}.title`)),
      h('p', {}, ...prose(t(`${name}.${section}`))),
    );
    if (figure) {
      const made = createFigure(lesson, section);
      element.append(made.element);
      figure(made);
    }
    return element;
  });
  const exercises = chapter.exercises.map(({ name: task, make }) => {
    const made = createExercise(lesson, task);
    make(made);
    return made.element;
  });
  const onward = h(
    'p',
    {},
    h(
      'button',
      { type: 'button', onclick: () => app.go(chapter.onward) },
      t('lesson.onward', { tab: t(`tab.${chapter.onward}`) }),
    ),
  );
  const sources = h(
    'section',
    { class: 'sources' },
    h('h2', {}, t('lesson.sources')),
    h(
      'ul',
      {},
      ...chapter.sources.map((source) =>
        h('li', {}, SOURCES[source] ?? t(`lesson.source.${source}`)),
      ),
    ),
  );
  return {
    elements: [
      ...sections,
      h(
        'section',
        { 'data-section': 'exercises' },
        h('h2', {}, t('lesson.exercises')),
        ...exercises,
        onward,
      ),
      sources,
    ],
    /** Colours follow the light of the page. */
    redraw: () => lesson.redraws.forEach((redraw) => redraw()),
    stop: () => lesson.stops.forEach((stop) => stop()),
  };
}
