/**
 * A figure: a live picture, its controls, and a sentence about its current state.
 *
 * Its numbers come from the engine. `data-ready` marks a figure that has them, and `data-numbers` holds them.
 */

import { createBoard } from '../../board/board.js';
import { ask, listen, puzzleParameters } from '../../engine/engine.js';
import { isCancelled } from '../../engine/latest.js';
import { refusal } from '../../engine/refused.js';
import { h, setText } from '../../lib/dom.js';
import { createRemedy } from '../../lib/remedy.js';

/** @typedef {ReturnType<typeof createFigure>} Figure */
/** @typedef {import('../../types.js').Spec} Spec */
/** @typedef {import('../../documents.js').Documents} Documents */
/**
 * @template {keyof Documents} Question
 * @typedef {Required<Documents[Question]>} Known  a document in which a lesson finds what it reads, because its questions are chosen so
 */
/** @typedef {<Question extends keyof Documents>(question: Question, puzzle: Record<string, any>) => Promise<Known<Question>>} Ask  the board is an object of the page or a name */

let last = 0;

/** @param {import('./lesson.js').Lesson} lesson @param {string} name */
export function createFigure(lesson, name) {
  const { t, chapter } = lesson;
  const id = `caption-${++last}`;
  const status = h('p', { class: 'caption', id });
  const view = h('div', { class: 'view' });
  const side = h('div', { class: 'side stack' });
  const remedy = createRemedy(t, () => again());
  remedy.render(null);
  const element = h(
    'figure',
    { class: 'figure card', 'data-figure': name },
    view,
    h('figcaption', { class: 'stack' }, side, status, remedy.element),
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
    stream,
    report,
    wait,
    text: (/** @type {string} */ key, /** @type {Record<string, any>} */ values = {}) =>
      t(`${chapter}.${name}.${key}`, values),
  };

  /**
   * A board in the figure; without a `pick` callback it is a picture, described by the sentence.
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

  /** Cancels the previous requests and starts new ones. @param {(ask: Ask) => Promise<void>} work */
  async function run(work) {
    abort.abort();
    const current = (abort = new AbortController());
    again = () => run(work);
    remedy.render(null);
    try {
      await work(async (question, puzzle) => {
        const parameters = typeof puzzle.board === 'object' ? puzzleParameters(puzzle) : puzzle;
        const answer = await ask(question, parameters, { signal: current.signal });
        return /** @type {any} */ (answer);
      });
    } catch (error) {
      if (!isCancelled(error)) fail(error);
    }
  }

  /** Cancels the previous requests and opens a stream. @param {string} question @param {Record<string, any>} puzzle @param {Record<string, (data: any) => void>} on */
  function stream(question, puzzle, on) {
    abort.abort();
    const current = (abort = new AbortController());
    again = () => stream(question, puzzle, on);
    remedy.render(null);
    const stopListening = listen(
      question,
      typeof puzzle.board === 'object' ? puzzleParameters(/** @type {any} */ (puzzle)) : puzzle,
      { error: fail, ...on },
    );
    current.signal.addEventListener('abort', stopListening);
    return () => current.abort();
  }

  /** @param {any} error */
  function fail(error) {
    setText(status, refusal(t, error));
    remedy.render(error);
  }

  /** Shows a sentence about the figure, and stores its numbers. @param {string} sentence @param {Record<string, any>} numbers */
  function report(sentence, numbers) {
    const isNew = !('ready' in element.dataset);
    setText(status, sentence);
    element.dataset.numbers = JSON.stringify(numbers);
    element.dataset.ready = '';
    // Changes are announced; the first sentence is read in its place.
    if (!isNew) lesson.announce(sentence);
  }

  /** Shows a sentence while the numbers are missing or changing. @param {string} sentence */
  function wait(sentence) {
    delete element.dataset.ready;
    setText(status, sentence);
  }
}
