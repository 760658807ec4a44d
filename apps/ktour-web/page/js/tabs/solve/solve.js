/** Solve: a tour found, its search watched, methods raced, and a large tour put together from small ones. */

import { createBoard } from '../../board/board.js';
import { createPainter } from '../../board/painter.js';
import { takeFiles } from '../../board/setup.js';
import { details, h, option } from '../../lib/dom.js';
import { createFrame } from '../../board/frame.js';
import { createGhost } from '../../board/ghost.js';
import { createMeasures } from '../../board/measures.js';
import { createMoves } from '../../board/moves.js';
import { createPlayer, SPEEDS } from './player.js';
import { createLanes, raceFile } from './race.js';
import { createShare } from '../../app/share.js';
import { caption, isIdle, reelOf, spec, tourOf } from './film.js';
import { createSolveForm } from './form.js';
import { createSolveReport } from './report.js';
import { runner } from './run.js';
import { fresh, isExpensive, MERGED, plain, PUZZLE, RACED, WATCHED, GOALS } from './state.js';
import { snapshot } from '../../lib/snapshot.js';
import { boardKey, boardName, isOn, readBoard, writeBoard } from '../../lib/square.js';

/** @typedef {import('./state.js').Part} Part */

/** @type {import('../../types.js').Tab<'solve'>} */
export const solve = {
  name: 'solve',
  mount,
  read,
  write,
  keep: ({ speeds }) => ({ speeds }),
  withOptions: ({ board, speeds }, options) => ({
    ...fresh(options.board ?? board, speeds),
    ...options,
  }),
};

/** Maximum number of squares of a tour in a link. */
const MAX_LINKED_SQUARES = 400;
/** @type {('start'|'end')[]} */
const ENDS = ['start', 'end'];
/** @type {import('./state.js').View[]} */
const VIEWS = ['search', 'race', 'merge'];

/** @param {URLSearchParams} query @param {any} saved */
function read(query, saved) {
  const isMerge = query.get('view') === 'merge';
  const side = isMerge ? MERGED.usual : 8;
  const { board, undrawnBoard } = readBoard(query, { files: side, ranks: side, holes: [] });
  // Without parameters the tab starts with a tour; a seed says that the sender had one.
  const isPending = query.has('seed') || [...query.keys()].every((name) => name === 'tab');
  const speeds = Object.fromEntries(
    Object.entries(Object(saved?.speeds)).filter(([, speed]) => Number(speed) in SPEEDS),
  );
  const part = { ...fresh(board, speeds), undrawnBoard, isPending };
  for (const name of PUZZLE) part[name] = query.get(name) ?? part[name];
  for (const name of ENDS) if (part[name] && !isOn(board, part[name])) part[name] = '';
  if (!Object.hasOwn(GOALS, part.beauty)) part.beauty = '';
  part.view = VIEWS.find((view) => view === query.get('view')) ?? part.view;
  if (part.view === 'search' && !WATCHED.includes(part.method)) part.method = 'backtrack';
  const methods = (query.get('methods') ?? '')
    .split(',')
    .filter((method) => RACED.includes(method));
  if (methods.length > 1) part.methods = methods.slice(0, 4);
  if (query.has('squares'))
    part.given = (query.get('squares') ?? '').split(',').filter((square) => isOn(board, square));
  part.initialFrame = query.has('at') ? Math.max(0, Number(query.get('at')) || 0) : null;
  return part;
}

/** @param {Part} part */
function write(part) {
  const { board, view, methods, film, at, given, initialFrame } = part;
  const parameters = Object.fromEntries(
    PUZZLE.filter((name) => part[name] !== plain[name]).map((name) => [name, part[name]]),
  );
  return {
    ...writeBoard(board),
    ...parameters,
    view: view === 'tour' ? '' : view,
    methods: view === 'race' ? methods.join() : '',
    squares: (
      given ??
      (isExpensive(part) && film?.type === 'tour' && film.squares.length <= MAX_LINKED_SQUARES
        ? film.squares
        : [])
    ).join(),
    at: film ? String(at) : initialFrame != null ? String(initialFrame) : '',
  };
}

/** @param {HTMLElement} root @param {import('../../types.js').App} app */
function mount(root, app) {
  const { store, t, announce } = app;
  const part = () => store.state.solve;
  const change = (/** @type {import('../../app/store.js').Change<Part>} */ next) =>
    store.change('solve', next);
  const run = runner(app);

  const painter = createPainter(
    () => part().board,
    (board) => set({ board }),
  );
  const board = createBoard(t, t('board.name'), { pick, paint: painter });
  const frame = createFrame(t, board);
  const lanes = createLanes(t, () => run.start());
  const player = createPlayer(
    t,
    {
      seek: (at) => {
        change({ at });
        const { film, isPlaying } = part();
        if (!isPlaying && film?.type === 'tour')
          announce(t('solve.at', { n: at, square: film.squares[at - 1] }));
      },
      play: (isPlaying) =>
        (part().isPlaying !== isPlaying || part().isDrawing) &&
        change({ isPlaying, isDrawing: false }),
      speed: (speed) => change(({ speeds, view }) => ({ speeds: { ...speeds, [view]: speed } })),
    },
    (at, last) => caption(t, part().film, at, last),
  );
  const report = createSolveReport(t, {
    go: app.go,
    seek: (at) => change({ at, isPlaying: false, isDrawing: false }),
    again: run.start,
    hole: (square) => {
      set({ board: { ...part().board, holes: [square] } });
      run.start();
    },
  });
  const form = createSolveForm(
    app,
    {
      set,
      goal: applyGoal,
      pick: (picking) => change({ picking, isEditing: false }),
      run: run.toggle,
      board: (board) => set({ board }),
      edit: (isEditing) => change({ isEditing }),
    },
    player.element,
    report.element,
  );
  const moves = createMoves(app);
  const measures = createMeasures(t);
  const share = createShare(app, {
    tour: () => {
      const { board, film, shows } = part();
      const squares = tourOf(film);
      const isClosed = film?.type === 'tour' && film.kind === 'closed';
      return squares?.length
        ? { board, squares, isClosed, path: shows.woven ? 'woven' : '' }
        : null;
    },
    seen: () => {
      const { film, at, board: shape } = part();
      if (film?.type === 'race')
        return {
          blob: raceFile(film),
          svg: null,
          name: `race-${boardName(shape)}.csv`,
          what: 'CSV',
        };
      return {
        blob: snapshot(board.element),
        svg: board.element,
        name: `board-${boardName(shape)}${film ? `-${film.type}-${at}` : ''}.svg`,
        what: 'SVG',
      };
    },
    shown: () => ({ ...writeBoard(part().board), after: tourOf(part().film)?.join() ?? '' }),
  });
  const ghost = createGhost((squares, key) => change({ ghost: { key, squares } }));
  let ghostRequestedFor = '';
  /** @type {(keyof Part['shows'])[]} */
  const names = ['numbers', 'path', 'woven'];
  // Beads would lie on the band.
  const also = (/** @type {string} */ name, /** @type {boolean} */ isOn) =>
    name === 'woven' ? { numbers: !isOn, path: true } : {};
  const shows = names.map((name) => ({
    name,
    ...option(t(`option.${name}`), name, (isOn) =>
      change((now) => ({ shows: { ...now.shows, ...also(name, isOn), [name]: isOn } })),
    ),
  }));
  const options = h('div', { class: 'options' }, ...shows.map(({ element }) => element));
  const stage = h(
    'section',
    { class: 'stage', 'aria-label': t('board.stage') },
    frame.element,
    lanes.element,
  );
  takeFiles(stage, form.open);
  const keys = (/** @type {KeyboardEvent} */ event) => {
    const isFree =
      event.target instanceof HTMLElement &&
      !event.target.closest('input, select, textarea, summary, a') &&
      !(event.key === ' ' && event.target.closest('button'));
    if (isFree && !event.ctrlKey && !event.metaKey && !event.altKey && player.press(event.key))
      event.preventDefault();
  };
  document.addEventListener('keydown', keys);
  root.append(
    stage,
    h(
      'aside',
      { class: 'panel' },
      form.element,
      options,
      moves.element,
      measures.element,
      share.element,
      details(t('keys.title'), t('keys.solve')),
    ),
  );
  // Leaving the tab cancels its requests.
  if (part().status?.type === 'wait') change({ status: { type: 'stopped' }, initialFrame: null });
  if (part().initialFrame != null || part().isPending || (part().given && !part().film))
    run.start();

  return {
    render,
    unmount() {
      run.stop();
      player.stop();
      measures.stop();
      ghost.stop();
      document.removeEventListener('keydown', keys);
    },
  };

  /** @param {import('../../types.js').State} state */
  function render({ solve: now }) {
    const race = now.film?.type === 'race' ? now.film : null;
    frame.element.hidden = !!race;
    lanes.element.hidden = !race;
    const drawn = spec(now, app.isStill());
    if (race) lanes.render(now, race, app.isStill());
    else {
      board.render(drawn);
      board.element.classList.toggle('editing', now.isEditing);
      frame.render(now.board, drawn.knight);
    }
    form.render(now);
    player.render(reelOf(now));
    report.render(now);
    options.hidden = !!race || now.film?.type === 'merge' || !now.film;
    for (const { name, input, element } of shows) {
      input.checked = now.shows[name];
      element.hidden = name === 'woven' && now.film?.type !== 'tour';
    }
    moves.render(race ? [] : (drawn.path ?? []), now.board);
    measures.render(now.board, now.status?.type === 'wait' ? null : tourOf(now.film));
    share.render();
    // An idle board shows a faint tour.
    if (isIdle(now) && ghostRequestedFor !== boardKey(now.board)) {
      ghostRequestedFor = boardKey(now.board);
      ghost.ask(now.board);
    }
  }

  /** Sets a goal, searches at once, and opens the measures. @param {Partial<Part>} next */
  function applyGoal(next) {
    set(next);
    if (next.beauty) measures.open();
    run.start();
  }

  /** Changes the puzzle and drops the results of the old one. @param {Partial<Part>} next */
  function set(next) {
    run.stop();
    change((now) => {
      const after = {
        ...now,
        ...next,
        film: null,
        given: null,
        initialFrame: null,
        at: 0,
        isPlaying: false,
        isDrawing: false,
        status: null,
        undrawnBoard: '',
      };
      for (const name of ENDS) {
        if (
          after[name] &&
          (!isOn(after.board, after[name]) || after.board.holes.includes(after[name]))
        )
          after[name] = '';
      }
      if (after.end && after.kind === 'closed') after.kind = '';
      if (after.view === 'search' && !WATCHED.includes(after.method)) after.method = 'backtrack';
      return after;
    });
  }

  /** @param {string} square */
  function pick(square) {
    const now = part();
    if (now.isEditing) {
      painter(square, true);
      announce(part().board.holes.includes(square) ? t('board.hole', { square }) : square);
    } else if (!now.board.holes.includes(square)) {
      const other = now.picking === 'start' ? 'end' : 'start';
      set({
        [now.picking]: now[now.picking] === square ? '' : square,
        [other]: now[other] === square ? '' : now[other],
      });
      announce(
        part()[now.picking]
          ? t(`solve.${now.picking}.is`, { square })
          : t(`solve.${now.picking}.any`),
      );
    }
  }
}
