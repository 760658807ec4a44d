/** The atlas: a map of a tour too large to store, of up to a billion by a billion squares. */

import { createLatest, isCancelled } from '../../engine/latest.js';
import { draw, inks } from './canvas.js';
import { listenForGestures } from './gestures.js';
import { createDetails } from './details.js';
import { createFollower } from './follow.js';
import { createFlight } from './flight.js';
import { createMinimap } from './minimap.js';
import { createAtlasPanel, PACES } from './panel.js';
import { placeName } from './text.js';
import { read, structureOf, write } from './state.js';
import { createTiles } from './tiles.js';
import { clamped, placeAt, scaleOf, whole, zoomed } from './view.js';
import { h } from '../../lib/dom.js';
import { icon } from '../../lib/icons.js';
import { sentence } from '../../lib/reason.js';
import { isPassing, refusal } from '../../engine/refused.js';

/** Pixels a square when the knight is followed or a place is gone to. */
const CLOSE_ZOOM = 5.2;

/** @type {import('../../types.js').Tab<'atlas'>} */
export const atlas = {
  name: 'atlas',
  mount,
  read,
  write,
  keep: ({ files, ranks }) => ({ board: `${files}x${ranks}` }),
};

/** @param {HTMLElement} root @param {import('../../types.js').App} app */
function mount(root, { store, t, announce, isStill }) {
  const canvas = h('canvas', {
    class: 'map',
    tabindex: 0,
    role: 'application',
    'aria-label': t('atlas.map'),
    'aria-describedby': 'atlas-keys',
  });
  const ink = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { alpha: false }));
  const size = { width: 1, height: 1 };
  let part = store.state.atlas;
  /** @type {import('./view.js').View} */
  let view = { x: 0, y: 0, zoom: 0 };
  /**
   * @type {{puzzle: {board: string, method: string}, board: {files: number, ranks: number, squares: string, method: string}, tour: {squares: string, kind: string},
   *   tiles: ReturnType<typeof createTiles>, details: ReturnType<typeof createDetails>, follower: ReturnType<typeof createFollower>}|null}
   */
  let map = null;
  let loaded = '';
  let frame = 0;
  let settleTimer = 0;
  const flight = createFlight({ view: () => view, size: () => size, set, isStill });
  const tours = createLatest();
  const looks = createLatest();
  const refuse = (/** @type {import('../../engine/refused.js').Refusal} */ error) => {
    if (isCancelled(error)) return;
    panel.showNote(refusal(t, error), error);
    paint();
  };

  const panel = createAtlasPanel(t, {
    choose,
    goTo,
    follow: () => follower(),
    pace: () => map?.follower.isFollowing && follower(true),
    retry,
  });
  const minimap = createMinimap(t('atlas.minimap'));
  const tool = (
    /** @type {string} */ picture,
    /** @type {string} */ name,
    /** @type {() => void} */ act,
  ) =>
    h(
      'button',
      { type: 'button', class: 'quiet', title: name, 'aria-label': name, onclick: act },
      icon(picture),
    );
  const zoomBy = (/** @type {number} */ by) => () =>
    set(zoomed(view, by, size.width / 2, size.height / 2, size));
  const tools = h(
    'div',
    { class: 'zoom', role: 'group', 'aria-label': t('zoom.title') },
    tool('minus', t('zoom.out'), zoomBy(-1)),
    tool('fit', t('zoom.fit'), all),
    tool('plus', t('zoom.in'), zoomBy(1)),
  );

  root.append(
    h(
      'section',
      { class: 'stage', 'aria-label': t('atlas.map') },
      h(
        'div',
        { class: 'atlas-frame' },
        canvas,
        h('div', { class: 'cross', 'aria-hidden': 'true' }),
        minimap.element,
      ),
      tools,
    ),
    panel.element,
  );

  listenForGestures(canvas, {
    view: () => view,
    size: () => size,
    set: (next) => (flight.stop(), set(next)),
    whole: all,
    pick,
  });
  const watch = new ResizeObserver(() => {
    const ratio = devicePixelRatio || 1;
    size.width = Math.max(1, canvas.clientWidth);
    size.height = Math.max(1, canvas.clientHeight);
    canvas.width = Math.round(size.width * ratio);
    canvas.height = Math.round(size.height * ratio);
    if (map) set(view);
    else paint();
  });
  watch.observe(canvas);
  let colours = inks(root);

  return {
    /** @param {import('../../types.js').State} state */
    render(state) {
      part = state.atlas;
      const { around } = colours;
      colours = inks(root);
      // The theme has changed.
      if (colours.around !== around) paint();
      const puzzle = { board: `${part.files}x${part.ranks}`, method: part.method };
      panel.render(part);
      if (Object.values(puzzle).join() !== loaded) open(puzzle);
      else if (part.view && part.view !== view && !frame) {
        view = clamped(part.view, part, size);
        paint();
      }
    },
    unmount() {
      watch.disconnect();
      cancelAnimationFrame(frame);
      flight.stop();
      clearTimeout(settleTimer);
      close();
    },
  };

  /** Cancels all requests. */
  function close() {
    for (const each of [tours, looks, map?.follower, map?.tiles, map?.details]) each?.stop();
    map = null;
  }

  /** Repeats failed requests. */
  function retry() {
    panel.showNote('');
    if (!map) return open({ board: `${part.files}x${part.ranks}`, method: part.method });
    map.tiles.retryFailed();
    map.details.retryFailed();
    lookAround();
  }

  /** Another board or another tour of it. @param {{board: string, method: string}} puzzle */
  async function open(puzzle) {
    close();
    loaded = Object.values(puzzle).join();
    try {
      const { reason, squares = '0', kind = 'open' } = await tours.ask('atlas', puzzle);
      if (reason) return panel.showNote(sentence(t, reason));
      const tour = { squares, kind };
      const board = { files: part.files, ranks: part.ranks, squares, method: part.method };
      map = {
        puzzle,
        board,
        tour,
        tiles: createTiles(puzzle, board, paint, refuse),
        details: createDetails(puzzle, board, paint, refuse),
        follower: createFollower(puzzle, tour, { leapt, failed: refuse }),
      };
      panel.showNote('');
      view = clamped(part.view ?? whole(part, size), part, size);
      showFollowing();
      paint();
      lookAround();
    } catch (error) {
      refuse(/** @type {import('../../engine/refused.js').Refusal} */ (error));
    }
  }

  /** @param {Partial<import('./state.js').Part>} change */
  function choose(change) {
    const next = { ...part, ...change };
    store.change('atlas', {
      ...change,
      method: structureOf(next, next.method),
      view: null,
      undrawnBoard: '',
    });
  }

  /** @param {import('./view.js').View} next */
  function set(next) {
    view = clamped(next, part, size);
    paint();
    clearTimeout(settleTimer);
    settleTimer = window.setTimeout(() => {
      store.change('atlas', { view });
      if (!map?.follower.isFollowing) lookAround();
    }, 200);
  }

  function all() {
    flight.to(whole(part, size));
  }

  function paint() {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      // A map that is not there yet, or never comes, is paper and not a hole.
      ink.fillStyle = colours.around;
      if (!map) return ink.fillRect(0, 0, canvas.width, canvas.height);
      const ratio = canvas.width / size.width;
      ink.setTransform(ratio, 0, 0, ratio, 0, 0);
      draw(ink, {
        view,
        size,
        board: map.board,
        tiles: map.tiles,
        details: map.details,
        follower: map.follower,
        colours,
      });
      minimap.render(view, size, map.board, colours, map.tiles.overview());
      panel.readout.scale(1 / scaleOf(view));
    });
  }

  /** Shows the square in the middle of the map. */
  function lookAround() {
    pick(size.width / 2, size.height / 2, true);
  }

  /** @param {number} px @param {number} py @param {boolean} [isQuiet] */
  async function pick(px, py, isQuiet) {
    if (!map) return;
    const at = placeAt(view, px, py, size);
    const x = Math.min(part.files - 1, Math.max(0, Math.floor(at.x)));
    const y = Math.min(part.ranks - 1, Math.max(0, Math.floor(at.y)));
    try {
      const { steps } = await looks.ask('atlas/steps', {
        ...map.puzzle,
        x,
        y,
        width: 1,
        height: 1,
      });
      show(x, y, steps[0]);
      if (!isQuiet)
        announce(
          t('atlas.said', { place: placeName(t, x, y), step: t.number(BigInt(steps[0] ?? 0)) }),
        );
    } catch (error) {
      refuse(/** @type {import('../../engine/refused.js').Refusal} */ (error));
    }
  }

  /** @param {number} x @param {number} y @param {string|null} at */
  function show(x, y, at) {
    if (map) panel.readout.place(x, y, at, map.tour.squares);
  }

  /** @param {{square: string}|{step: string}} target @param {import('./panel.js').Field} field  where a wrong target was typed */
  async function goTo(target, field) {
    if (!map) return;
    field.show('');
    try {
      const { step: at = '1' } = await looks.ask('at', { ...map.puzzle, ...target });
      const { places } = await looks.ask('atlas/path', { ...map.puzzle, step: at, count: 1 });
      const [x, y] = places[0];
      panel.showNote('');
      flight.to({ x: x + 0.5, y: y + 0.5, zoom: Math.max(view.zoom, CLOSE_ZOOM) });
      show(x, y, at);
      announce(t('atlas.said', { place: placeName(t, x, y), step: t.number(BigInt(at)) }));
    } catch (error) {
      const refused = /** @type {import('../../engine/refused.js').Refusal} */ (error);
      if (isCancelled(error)) return;
      if (isPassing(refused)) return refuse(refused);
      field.show(
        'square' in target
          ? t('atlas.off', { last: placeName(t, part.files - 1, part.ranks - 1) })
          : t('atlas.noStep', { last: t.number(BigInt(map?.tour.squares ?? 0)) }),
      );
    }
  }

  /** Begins the ride where the map looks, or ends it. @param {boolean|Event} [retry] */
  async function follower(retry) {
    if (!map) return;
    if (map.follower.isFollowing && retry !== true) {
      map.follower.stop();
      return showFollowing();
    }
    const at = {
      x: Math.min(part.files - 1, Math.floor(view.x)),
      y: Math.min(part.ranks - 1, Math.floor(view.y)),
    };
    try {
      const { steps } = await looks.ask('atlas/steps', {
        ...map.puzzle,
        ...at,
        width: 1,
        height: 1,
      });
      set({ x: at.x + 0.5, y: at.y + 0.5, zoom: Math.max(view.zoom, CLOSE_ZOOM) });
      await map.follower.start(BigInt(steps[0] ?? 1), isStill() ? PACES.slow : panel.pace());
      showFollowing();
    } catch (error) {
      refuse(/** @type {import('../../engine/refused.js').Refusal} */ (error));
    }
  }

  function showFollowing() {
    panel.showFollowing(Boolean(map?.follower.isFollowing));
  }

  /** @param {number} x @param {number} y @param {bigint} at */
  function leapt(x, y, at) {
    show(x, y, String(at));
    const pull = isStill() ? 1 : 0.25;
    set({ ...view, x: view.x + (x + 0.5 - view.x) * pull, y: view.y + (y + 0.5 - view.y) * pull });
  }
}
