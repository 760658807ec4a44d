/**
 * A figure: a live picture, what the reader can change beside it, and a sentence that says what it shows now.
 *
 * Its numbers are the engine's. `data-ready` says that they are there, and `data-numbers` which they are.
 */

import { createBoard } from '../../board/board.js';
import { ask, listen, words } from '../../engine/engine.js';
import { isTakenBack } from '../../engine/latest.js';
import { refusal } from '../../engine/refused.js';
import { h, setText } from '../../lib/dom.js';
import { createRemedy } from '../../lib/remedy.js';

/** @typedef {ReturnType<typeof createFigure>} Figure */
/** @typedef {import('../../types.js').Spec} Spec */
/** @typedef {(question: string, puzzle: Record<string, any>) => Promise<any>} Ask  with a board as the page has it, or as a word */

let last = 0;

/** @param {import('./lesson.js').Lesson} lesson @param {string} name */
export function createFigure(lesson, name) {
  const { t, chapter } = lesson;
  const id = `told-${++last}`;
  const told = h('p', { class: 'told', id });
  const view = h('div', { class: 'view' });
  const side = h('div', { class: 'side stack' });
  const remedy = createRemedy(t, () => again());
  remedy.render(null);
  const element = h(
    'figure',
    { class: 'figure card', 'data-figure': name },
    view,
    h('figcaption', { class: 'stack' }, side, told, remedy.element),
  );
  let again = () => {};
  let abort = new AbortController();
  lesson.stops.push(() => abort.abort());
  return {
    lesson,
    t,
    name,
    element,
    view,
    side,
    board,
    run,
    hear,
    tell,
    wait,
    text: (/** @type {string} */ key, /** @type {Record<string, any>} */ values = {}) =>
      t(`${chapter}.${name}.${key}`, values),
  };

  /**
   * A board in the figure; one that nobody picks on is a picture, described by the sentence.
   * @param {{pick?: (square: string) => void, paint?: (square: string, isFirst: boolean) => void}} [on]
   */
  function board(on) {
    const board = createBoard(t, t(`${chapter}.${name}.title`), on ? on : { isPicture: true });
    board.element.setAttribute('aria-describedby', id);
    const holder = h('div', { class: 'figure-board' }, board.holder);
    view.append(holder);
    /** @type {Spec|null} */
    let drawn = null;
    lesson.redraws.push(() => drawn && board.render({ ...drawn, duration: 0 }));
    return {
      ...board,
      /** @param {Spec} spec */
      render(spec) {
        drawn = spec;
        holder.style.setProperty('--files', String(spec.board.files));
        holder.style.setProperty('--ranks', String(spec.board.ranks));
        board.render(lesson.isStill() ? { ...spec, duration: 0 } : spec);
      },
    };
  }

  /** Takes back what was asked before, and asks anew. @param {(ask: Ask) => Promise<void>} work */
  async function run(work) {
    abort.abort();
    const mine = (abort = new AbortController());
    again = () => run(work);
    remedy.render(null);
    try {
      await work((question, puzzle) =>
        ask(
          question,
          typeof puzzle.board === 'object' ? words(/** @type {any} */ (puzzle)) : puzzle,
          { signal: mine.signal },
        ),
      );
    } catch (error) {
      if (!isTakenBack(error)) fail(error);
    }
  }

  /** Listens to a stream, instead of whatever was asked before. @param {string} question @param {Record<string, any>} puzzle @param {Record<string, (data: any) => void>} on */
  function hear(question, puzzle, on) {
    abort.abort();
    const mine = (abort = new AbortController());
    again = () => hear(question, puzzle, on);
    remedy.render(null);
    const hush = listen(
      question,
      typeof puzzle.board === 'object' ? words(/** @type {any} */ (puzzle)) : puzzle,
      { error: fail, ...on },
    );
    mine.signal.addEventListener('abort', hush);
    return () => mine.abort();
  }

  /** @param {any} error */
  function fail(error) {
    setText(told, refusal(t, error));
    remedy.render(error);
  }

  /** What is seen now, and the numbers it is made of. @param {string} sentence @param {Record<string, any>} numbers */
  function tell(sentence, numbers) {
    const isNew = !('ready' in element.dataset);
    setText(told, sentence);
    element.dataset.numbers = JSON.stringify(numbers);
    element.dataset.ready = '';
    // What the reader did is answered; what was there when the chapter opened is read where it stands.
    if (!isNew) lesson.say(sentence);
  }

  /** What is so for the moment: the numbers are not there yet, or run. @param {string} sentence */
  function wait(sentence) {
    delete element.dataset.ready;
    setText(told, sentence);
  }
}
