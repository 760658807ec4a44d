/** Asking the engine for a tour, a search, a race or a merge, and putting the answer into the state. */

import { ask, listen, puzzleParameters } from '../../engine/engine.js';
import { isCancelled } from '../../engine/latest.js';
import { lastOf } from './film.js';
import { scenes } from './merge.js';
import { clockFrames } from './race.js';
import { Search } from './search.js';
import { optionsOf, puzzleOf, WATCHED, goalOf } from './state.js';
import { rows } from '../../lib/square.js';
import { statusText } from './report.js';

/** @typedef {import('./state.js').Part} Part */

/** Time limit of each method in a race. */
const RACE_MAX_TIME = '4s';
/** Time limit of a watched search. */
const SEARCH_MAX_TIME = '10s';
/** Total time of an optimisation, and of its first and longest rounds, in milliseconds; each round doubles the time. */
const IMPROVE_MS = 30_000;
const ROUND_MS = { first: 500, longest: 8000 };

/** @param {import('../../types.js').App} app */
export function runner(app) {
  const { store, t, announce } = app;
  const part = () => store.state.solve;
  const change = (/** @type {import('../../app/store.js').Change<Part>} */ next) =>
    store.change('solve', next);
  /** @type {(() => void)[]} */
  let stops = [];

  return { toggle: () => (part().status?.type === 'wait' ? halt() : afresh()), start, stop };

  /** Another tour than the one that came with a link. */
  function afresh() {
    change({ given: null });
    start();
  }

  function stop() {
    for (const each of stops) each();
    stops = [];
  }

  /** Stops, and keeps the best result so far. */
  function halt() {
    stop();
    const { status } = part();
    if (status?.type === 'wait' && status.best) finish({ status: status.best, initialFrame: null });
    else change({ status: { type: 'stopped' } });
  }

  function start() {
    stop();
    const { view, given } = part();
    change((now) => ({
      status: { type: 'wait', view },
      film: null,
      isPlaying: false,
      isDrawing: false,
      isPending: false,
      at: 0,
      seed: seedOf(now),
    }));
    const kinds = {
      tour: given ? show : goalOf(part())?.best?.startsWith('fewest') ? improve : find,
      search: watch,
      race,
      merge,
    };
    kinds[/** @type {'tour'} */ (view)]().catch(failed);
  }

  /** A new seed for each tour, unless one has just been entered. @param {Part} now */
  function seedOf(now) {
    const { seed, status, initialFrame, method, view } = now;
    if (view !== 'tour' || !(goalOf(now) || optionsOf(method).seed) || initialFrame != null)
      return seed;
    return seed && !status ? seed : String(Math.floor(Math.random() * 1e6));
  }

  /** @param {any} error */
  function failed(error) {
    if (isCancelled(error)) return;
    finish({ status: { type: 'refused', refused: error } });
  }

  /** @param {Partial<Part>} next */
  function finish(next) {
    change(next);
    announce(statusText(t, part()));
  }

  /**
   * @template {keyof import('../../documents.js').Documents} Question
   * @param {Question} name @param {{board: import('../../types.js').Board} & Record<string, any>} puzzle @param {import('../../engine/engine.js').Options['onProgress']} [onProgress]
   */
  function question(name, puzzle, onProgress) {
    const abort = new AbortController();
    stops.push(() => abort.abort());
    return ask(name, puzzleParameters(puzzle), { signal: abort.signal, onProgress });
  }

  async function find() {
    const answer = await question('solve', puzzleOf(part()), ({ done }) =>
      change({ status: { type: 'wait', view: 'tour', trials: done } }),
    );
    present(answer);
  }

  /** Better and better tours, until none can be better, it is enough, or the time is over. */
  async function improve() {
    const [puzzle, began] = [puzzleOf(part()), performance.now()];
    /** @type {import('./state.js').Found|null} */
    let best = null;
    for (
      let time = ROUND_MS.first, round = 0;
      performance.now() - began < IMPROVE_MS;
      time = Math.min(2 * time, ROUND_MS.longest), round++
    ) {
      const answer = await question('solve', {
        ...puzzle,
        seed: Number(puzzle.seed) + round,
        max_time: `${time}ms`,
      });
      const { squares, kind = 'open', best: reached } = answer;
      if (!squares || !reached) return present(answer);
      if (!best?.best || reached.value < best.best.value) {
        const found = { type: /** @type {'found'} */ ('found'), ...answer, squares };
        best = found;
        change({
          film: { type: 'tour', squares, kind },
          at: squares.length,
          status: { type: 'wait', view: 'tour', best: found },
        });
      }
      if (reached.is_proven) break;
    }
    if (best) finish({ status: best, initialFrame: null });
  }

  /** A tour that came with the link. */
  async function show() {
    const { board, given } = part();
    const answer = await question('verify', { board, squares: given });
    if (answer.valid) present({ outcome: 'found', kind: answer.kind, squares: given });
    else finish({ status: { type: 'refused', refused: answer } });
  }

  /** @param {any} answer */
  function present(answer) {
    if (answer.outcome !== 'found') return finish({ status: { type: answer.outcome, ...answer } });
    const film = {
      type: /** @type {'tour'} */ ('tour'),
      squares: answer.squares,
      kind: answer.kind,
    };
    const isDrawing = part().initialFrame == null && !app.isStill();
    const at = part().initialFrame ?? (isDrawing ? 1 : film.squares.length);
    finish({
      film,
      at: Math.min(film.squares.length, Math.max(1, at)),
      initialFrame: null,
      isDrawing,
      isPlaying: isDrawing,
      status: { type: 'found', ...answer },
    });
  }

  async function merge() {
    const { board } = part();
    const answer = await question('merge', { board });
    const film = { type: /** @type {'merge'} */ ('merge'), scenes: scenes(answer) };
    finish({
      film,
      at: Math.min(part().initialFrame ?? 0, film.scenes.length - 1),
      isPlaying: part().initialFrame == null && film.scenes.length > 1 && !app.isStill(),
      initialFrame: null,
      status: { type: 'merged' },
    });
  }

  /** The default start of a search. */
  function first() {
    const { start, end, board } = part();
    return (
      start ||
      rows(board)
        .reverse()
        .flat()
        .find((square) => square !== end && !board.holes.includes(square)) ||
      'a1'
    );
  }

  async function watch() {
    const search = new Search([first()]);
    const { initialFrame } = part();
    change({ film: { type: 'search', search }, isPlaying: initialFrame == null && !app.isStill() });
    follow(search, part().method, SEARCH_MAX_TIME, (answer) => {
      const last = search.length;
      const at =
        initialFrame != null ? Math.min(initialFrame, last) : app.isStill() ? last : part().at;
      // Of a search that was refused there is no film.
      finish({
        status: { type: answer.outcome, ...answer },
        at,
        initialFrame: null,
        ...(answer.refused && !last && { film: null, isPlaying: false }),
      });
    });
  }

  async function race() {
    const { methods, initialFrame } = part();
    const lanes = methods.map((method) => ({ method, search: new Search([first()]) }));
    /** @type {import('./state.js').Race} */
    const film = { type: 'race', lanes, last: 0 };
    change({ film, isPlaying: initialFrame == null && !app.isStill() });
    let left = lanes.length;
    const grow = () => {
      film.last = clockFrames(Math.max(...lanes.map(({ search }) => search.clock)));
    };
    for (const { method, search } of lanes) {
      follow(
        search,
        method,
        RACE_MAX_TIME,
        () => {
          grow();
          if (--left) return change({ film: { ...film } });
          const last = lastOf(film);
          const at =
            initialFrame != null ? Math.min(initialFrame, last) : app.isStill() ? last : part().at;
          finish({ film: { ...film }, status: { type: 'raced' }, at, initialFrame: null });
        },
        grow,
      );
    }
  }

  /**
   * Fills a search with events of the engine.
   * @param {Search} search
   * @param {string} method
   * @param {string} time
   * @param {(answer: any) => void} done
   * @param {() => void} [grown]
   */
  function follow(search, method, time, done, grown) {
    const body = { ...puzzleOf({ ...part(), start: first() }, method), max_time: time };
    const end = (/** @type {any} */ answer) => {
      search.end(answer);
      grown?.();
      done(answer);
    };
    const refuse = (/** @type {any} */ refused) => end({ outcome: 'refused', refused });
    if (!WATCHED.includes(method)) {
      question('solve', body).then(end, (error) => isCancelled(error) || refuse(error));
      return;
    }
    // Events are drawn at most once a frame.
    let frame = 0;
    const update = () => {
      grown?.();
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        change({});
      });
    };
    stops.push(() => cancelAnimationFrame(frame));
    stops.push(
      listen('trace', puzzleParameters(body), {
        begin: ({ squares }) => search.begin(squares),
        step: (batch) => {
          search.add(batch);
          update();
        },
        skip: (batch) => {
          search.skip(batch);
          update();
        },
        end,
        error: refuse,
      }),
    );
  }
}
