/** Details of the map at a large zoom: blocks and the leaps that join them; then squares, leaps and numbers. */

import { ask } from '../../engine/engine.js';
import { createRequestQueue } from '../../engine/request-queue.js';
import { inSight } from './view.js';

/** Squares along a side of a piece of numbers. */
const PIECE_SIDE = 32;
const MAX_PIECES = 160;
const MAX_BLOCKS = 4096;
const MAX_CONCURRENT = 4;
/** Delay before the blocks of a part are requested, in milliseconds, because a zoom passes over many parts. */
const REST_MS = 120;

/**
 * @param {{board: string, method: string}} puzzle  the board and the tour
 * @param {{files: number, ranks: number, method: string}} board
 * @param {() => void} onload
 * @param {(error: any) => void} onFailed
 */
export function createDetails(puzzle, board, onload, onFailed) {
  /** @type {Map<string, (string|null)[]>} steps of a piece, row by row; the latest seen last */
  const pieces = new Map();
  /** @type {{key: string, blocks: number[][], joins: number[][]}|null} */
  let blocks = null;
  const pieceQueue = createRequestQueue(fetchPiece, { onLoaded: piece, onFailed }, MAX_CONCURRENT);
  const blockQueue = createRequestQueue(fetchBlocks, {
    onLoaded(key, answer) {
      blocks = { key, ...answer };
      onload();
    },
    onFailed,
  });
  /** The part on the screen, and the one whose blocks are requested. */
  let seen = '';
  let settled = '';
  let timer = 0;
  let shown = {
    key: '',
    leaps: /** @type {number[][]} */ ([]),
    numbers: /** @type {[number, number, string][]} */ ([]),
  };

  return { blocksFor, squaresFor, leave: pieceQueue.stop, retryFailed, stop };

  function retryFailed() {
    pieceQueue.retryFailed();
    blockQueue.retryFailed();
  }

  function stop() {
    clearTimeout(timer);
    pieceQueue.stop();
    blockQueue.stop();
  }

  /** The blocks that are large enough at this scale. @param {import('./view.js').View} view @param {import('./view.js').Size} size */
  function blocksFor(view, size) {
    const scale = 2 ** view.zoom;
    // Rows know blocks of six to ten squares only.
    const side =
      board.method === 'parberry' ? 2 ** Math.max(0, Math.ceil(Math.log2(48 / scale))) : 1;
    if (side === 1 && scale * 6 < 14) {
      blockQueue.stop();
      return null;
    }
    const sight = inSight(view, board, size);
    const grain =
      2 **
      Math.max(
        5,
        Math.floor(Math.log2(Math.max(sight.right - sight.left, sight.bottom - sight.top, 1))) - 2,
      );
    const left = Math.floor(sight.left / grain) * grain;
    const top = Math.floor(sight.top / grain) * grain;
    const width = Math.min(board.files, Math.ceil(sight.right / grain) * grain) - left;
    const height = Math.min(board.ranks, Math.ceil(sight.bottom / grain) * grain) - top;
    const key = [left, top, width, height, side].join('/');
    if (key !== seen) rest(key);
    if (key === settled)
      blockQueue.request(width > 0 && height > 0 && blocks?.key !== key ? [key] : []);
    return blocks;
  }

  /** @param {string} key */
  function rest(key) {
    seen = key;
    blockQueue.stop();
    clearTimeout(timer);
    timer = window.setTimeout(
      () => {
        settled = key;
        onload();
      },
      blocks ? REST_MS : 0,
    );
  }

  /** Numbers and leaps in sight. @param {import('./view.js').View} view @param {import('./view.js').Size} size */
  function squaresFor(view, size) {
    const sight = inSight(view, board, size, 2);
    const keys = [];
    for (let y = Math.floor(sight.top / PIECE_SIDE); y * PIECE_SIDE < sight.bottom; y++) {
      for (let x = Math.floor(sight.left / PIECE_SIDE); x * PIECE_SIDE < sight.right; x++)
        keys.push(`${x}/${y}`);
    }
    pieceQueue.request(keys.filter((key) => !pieces.has(key)));
    const onLoaded = keys.filter((key) => pieces.has(key));
    const all = onLoaded.join(' ');
    if (shown.key !== all) shown = { key: all, ...joined(onLoaded) };
    return shown;
  }

  /** @param {string} key @param {AbortSignal} signal */
  function fetchBlocks(key, signal) {
    const [x, y, width, height, side] = key.split('/').map(Number);
    return ask(
      'atlas/blocks',
      { ...puzzle, x, y, width, height, side, most: MAX_BLOCKS },
      { signal },
    );
  }

  /** @param {string} key @param {AbortSignal} signal @returns {Promise<(string|null)[]>} */
  async function fetchPiece(key, signal) {
    const [x, y] = key.split('/').map((at) => Number(at) * PIECE_SIDE);
    const { steps } = await ask(
      'atlas/steps',
      {
        ...puzzle,
        x,
        y,
        width: Math.min(PIECE_SIDE, board.files - x),
        height: Math.min(PIECE_SIDE, board.ranks - y),
      },
      { signal },
    );
    return steps;
  }

  /** @param {string} key @param {(string|null)[]} steps */
  function piece(key, steps) {
    pieces.set(key, steps);
    for (const old of pieces.keys()) {
      if (pieces.size <= MAX_PIECES) break;
      pieces.delete(old);
    }
    onload();
  }

  /** The leaps between squares of these pieces. @param {string[]} keys */
  function joined(keys) {
    /** @type {Map<string, [number, number]>} */
    const places = new Map();
    for (const key of keys) {
      const [x, y] = key.split('/').map((at) => Number(at) * PIECE_SIDE);
      const width = Math.min(PIECE_SIDE, board.files - x);
      (pieces.get(key) ?? []).forEach((step, at) => {
        if (step) places.set(step, [x + (at % width), y + Math.floor(at / width)]);
      });
    }
    /** @type {number[][]} */
    const leaps = [];
    /** @type {[number, number, string][]} */
    const numbers = [];
    for (const [step, [x, y]] of places) {
      numbers.push([x, y, step]);
      const next = places.get(String(BigInt(step) + 1n));
      if (next) leaps.push([x, y, ...next]);
    }
    return { leaps, numbers };
  }
}
