/**
 * Tiles: the colours of the map. A tile of level l is 128 by 128 samples, each 2^l squares from the next.
 *
 * A colour is a place on a ring of colours. At the top the ring is the whole tour; nearer it is a
 * shorter stretch of it, or all that is in sight would have one colour.
 */

import { interpolateRgb, piecewise, quantize } from 'd3-interpolate';
import { bytes } from '../../engine/engine.js';
import { createRequestQueue } from '../../engine/request-queue.js';

const TILE_SIDE = 128;
const NONE = 65535;
const SHADES = 512;
const MAX_TILES = 320;
const MAX_CONCURRENT = 6;
/** Delay before the tiles of a level are requested, in milliseconds, because a zoom passes through many levels. */
const REST_MS = 140;
/** Levels that share a stretch. */
const BAND = 3;

const RING = piecewise(interpolateRgb, [
  '#16407a',
  '#6a3796',
  '#b02f62',
  '#d8702a',
  '#d9b64a',
  '#4f9b76',
  '#16407a',
]);

/** Red, green and blue of every shade. */
const shades = quantize(RING, SHADES).map(
  (colour) => colour.match(/\d+/g)?.map(Number) ?? [0, 0, 0],
);

/** The ring as a background for a legend. */
export const legend = quantize(RING, 13);

/**
 * @param {{board: string, method: string}} puzzle  the board and the tour
 * @param {{files: number, ranks: number, squares: string, method: string}} board
 * @param {() => void} onload
 * @param {(error: any) => void} onFailed
 */
export function createTiles(puzzle, board, onload, onFailed) {
  /** @type {Map<string, HTMLCanvasElement>} the latest seen last */
  const tiles = new Map();
  const queue = createRequestQueue(fetchTile, { onLoaded, onFailed }, MAX_CONCURRENT);
  const whole = createRequestQueue(fetchTile, { onLoaded, onFailed });
  let rest = 0;
  let restLevel = -1;
  const longest = Math.max(board.files, board.ranks);
  const top = Math.max(0, Math.ceil(Math.log2(longest / TILE_SIDE)));

  return { draw, retryFailed, leave, stop, levelFor, overview };

  function retryFailed() {
    queue.retryFailed();
    whole.retryFailed();
  }

  /** The whole board on one tile. */
  function overview() {
    const key = `${top}/0/0`;
    const picture = tiles.get(key);
    whole.request(picture ? [] : [key]);
    return picture
      ? { picture, width: board.files / 2 ** top, height: board.ranks / 2 ** top }
      : null;
  }

  /** From near, tiles are not seen. */
  function leave() {
    clearTimeout(rest);
    queue.stop();
  }

  function stop() {
    leave();
    whole.stop();
  }

  /** @param {number} zoom */
  function levelFor(zoom) {
    return Math.min(top, Math.max(0, Math.ceil(-zoom)));
  }

  /** Number of steps for one turn of the colour ring. @param {number} level */
  function period(level) {
    const band = Math.min(top, Math.ceil((level + 1) / BAND) * BAND);
    const part = Math.min(1, (TILE_SIDE * 2 ** band) / longest);
    const share = board.method === 'parberry' ? part * part : part;
    return Math.max(2048, Math.round(Number(board.squares) * share));
  }

  /** Draws the loaded tiles and requests the missing ones. @param {CanvasRenderingContext2D} ink @param {import('./view.js').View} view @param {import('./view.js').Size} size */
  function draw(ink, view, size) {
    const scale = 2 ** view.zoom;
    const level = levelFor(view.zoom);
    ink.imageSmoothingEnabled = false;
    const missing = layer(ink, view, size, scale, level, true);
    // Missing tiles are replaced by coarser ones with the same colours.
    if (missing.length) {
      for (const far of [level + 1, level + 2]) {
        if (far <= top && period(far) === period(level))
          layer(ink, view, size, scale, far, false, true);
      }
      layer(ink, view, size, scale, level, false);
    }
    const middle = (/** @type {{level: number, x: number, y: number}} */ tile) =>
      Math.hypot(
        (tile.x + 0.5) * TILE_SIDE * 2 ** tile.level - view.x,
        (tile.y + 0.5) * TILE_SIDE * 2 ** tile.level - view.y,
      );
    const keys = missing.sort((a, b) => middle(a) - middle(b)).map(({ key }) => key);
    if (restLevel === level) queue.request(keys);
    else {
      queue.stop();
      clearTimeout(rest);
      rest = window.setTimeout(
        () => {
          restLevel = level;
          onload();
        },
        restLevel < 0 ? 0 : REST_MS,
      );
    }
  }

  /** @param {CanvasRenderingContext2D} ink @param {import('./view.js').View} view @param {import('./view.js').Size} size @param {number} scale @param {number} level @param {boolean} isRequesting @param {boolean} [isUnder] */
  function layer(ink, view, size, scale, level, isRequesting, isUnder) {
    const span = TILE_SIDE * 2 ** level;
    const half = { x: size.width / 2 / scale, y: size.height / 2 / scale };
    const across = [view.x - half.x, view.x + half.x].map((at) =>
      Math.floor(Math.min(board.files - 1, Math.max(0, at)) / span),
    );
    const down = [view.y - half.y, view.y + half.y].map((at) =>
      Math.floor(Math.min(board.ranks - 1, Math.max(0, at)) / span),
    );
    const missing = [];
    for (let y = down[0]; y <= down[1]; y++) {
      for (let x = across[0]; x <= across[1]; x++) {
        const key = `${level}/${x}/${y}`;
        const picture = tiles.get(key);
        if (picture) {
          tiles.delete(key);
          tiles.set(key, picture);
          const left = Math.round(size.width / 2 + (x * span - view.x) * scale);
          const upper = Math.round(size.height / 2 + (y * span - view.y) * scale);
          const right = Math.round(size.width / 2 + ((x + 1) * span - view.x) * scale);
          const lower = Math.round(size.height / 2 + ((y + 1) * span - view.y) * scale);
          ink.drawImage(picture, left, upper, right - left, lower - upper);
        } else if (isRequesting && !isUnder) {
          missing.push({ key, level, x, y });
        }
      }
    }
    return missing;
  }

  /** @param {string} key @param {AbortSignal} signal */
  async function fetchTile(key, signal) {
    const [level, x, y] = key.split('/').map(Number);
    const stride = 2 ** level;
    return paint(
      new Uint16Array(
        await bytes(
          'atlas/tile',
          {
            ...puzzle,
            x: x * TILE_SIDE * stride,
            y: y * TILE_SIDE * stride,
            stride,
            side: TILE_SIDE,
            period: period(level),
          },
          { signal },
        ),
      ),
    );
  }

  /** @param {string} key @param {HTMLCanvasElement} picture */
  function onLoaded(key, picture) {
    tiles.set(key, picture);
    for (const old of tiles.keys()) {
      if (tiles.size <= MAX_TILES) break;
      tiles.delete(old);
    }
    onload();
  }
}

/** A tile as a picture. @param {Uint16Array} phases  128 by 128 of them */
export function paint(phases) {
  const picture = document.createElement('canvas');
  picture.width = picture.height = TILE_SIDE;
  const ink = /** @type {CanvasRenderingContext2D} */ (picture.getContext('2d'));
  const image = ink.createImageData(TILE_SIDE, TILE_SIDE);
  for (let at = 0; at < phases.length; at++) {
    if (phases[at] === NONE) continue;
    const [red, green, blue] = shades[Math.floor((phases[at] / NONE) * SHADES)];
    image.data.set([red, green, blue, 255], 4 * at);
  }
  ink.putImageData(image, 0, 0);
  return picture;
}
