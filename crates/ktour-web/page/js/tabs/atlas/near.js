/** What is seen from near: blocks and the leaps that join them; then squares, leaps and numbers. */

import { ask } from '../../engine/engine.js';
import { createWanted } from '../../engine/wanted.js';
import { inSight } from './view.js';

/** Squares along a side of a piece of numbers. */
const PIECE = 32;
const MOST_PIECES = 160;
const MOST_BLOCKS = 4096;
const AT_ONCE = 4;
/** How long a part is looked at before its blocks are asked for, in milliseconds: a zoom passes over many. */
const REST = 120;

/**
 * @param {{board: string, method: string}} puzzle  the board and the tour
 * @param {{files: number, ranks: number, method: string}} board
 * @param {() => void} onload
 * @param {(error: any) => void} failed
 */
export function createNear(puzzle, board, onload, failed) {
  /** @type {Map<string, string[]>} steps of a piece, row by row; the latest seen last */
  const pieces = new Map();
  /** @type {{key: string, blocks: number[][], joins: number[][]}|null} */
  let blocks = null;
  const wantedPieces = createWanted(fetchPiece, { there: piece, failed }, AT_ONCE);
  const wantedBlocks = createWanted(fetchBlocks, {
    there(key, answer) {
      blocks = { key, ...answer };
      onload();
    },
    failed,
  });
  /** The part that is looked at, and the one that was looked at long enough. */
  let looked = '';
  let settled = '';
  let timer = 0;
  let shown = {
    key: '',
    leaps: /** @type {number[][]} */ ([]),
    numbers: /** @type {[number, number, string][]} */ ([]),
  };

  return { blocksFor, squaresFor, leave: wantedPieces.stop, again, stop };

  function again() {
    wantedPieces.again();
    wantedBlocks.again();
  }

  function stop() {
    clearTimeout(timer);
    wantedPieces.stop();
    wantedBlocks.stop();
  }

  /** Blocks that can be told apart at this scale. @param {import('./view.js').View} view @param {import('./view.js').Size} size */
  function blocksFor(view, size) {
    const scale = 2 ** view.zoom;
    // Rows know blocks of six to ten squares only.
    const side =
      board.method === 'parberry' ? 2 ** Math.max(0, Math.ceil(Math.log2(48 / scale))) : 1;
    if (side === 1 && scale * 6 < 14) {
      wantedBlocks.stop();
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
    if (key !== looked) rest(key);
    if (key === settled)
      wantedBlocks.want(width > 0 && height > 0 && blocks?.key !== key ? [key] : []);
    return blocks;
  }

  /** @param {string} key */
  function rest(key) {
    looked = key;
    wantedBlocks.stop();
    clearTimeout(timer);
    timer = window.setTimeout(
      () => {
        settled = key;
        onload();
      },
      blocks ? REST : 0,
    );
  }

  /** Numbers and leaps in sight. @param {import('./view.js').View} view @param {import('./view.js').Size} size */
  function squaresFor(view, size) {
    const sight = inSight(view, board, size, 2);
    const keys = [];
    for (let y = Math.floor(sight.top / PIECE); y * PIECE < sight.bottom; y++) {
      for (let x = Math.floor(sight.left / PIECE); x * PIECE < sight.right; x++)
        keys.push(`${x}/${y}`);
    }
    wantedPieces.want(keys.filter((key) => !pieces.has(key)));
    const there = keys.filter((key) => pieces.has(key));
    const all = there.join(' ');
    if (shown.key !== all) shown = { key: all, ...joined(there) };
    return shown;
  }

  /** @param {string} key @param {AbortSignal} signal */
  function fetchBlocks(key, signal) {
    const [x, y, width, height, side] = key.split('/').map(Number);
    return ask(
      'atlas/blocks',
      { ...puzzle, x, y, width, height, side, most: MOST_BLOCKS },
      { signal },
    );
  }

  /** @param {string} key @param {AbortSignal} signal @returns {Promise<string[]>} */
  async function fetchPiece(key, signal) {
    const [x, y] = key.split('/').map((at) => Number(at) * PIECE);
    const { steps } = await ask(
      'atlas/steps',
      {
        ...puzzle,
        x,
        y,
        width: Math.min(PIECE, board.files - x),
        height: Math.min(PIECE, board.ranks - y),
      },
      { signal },
    );
    return steps;
  }

  /** @param {string} key @param {string[]} steps */
  function piece(key, steps) {
    pieces.set(key, steps);
    for (const old of pieces.keys()) {
      if (pieces.size <= MOST_PIECES) break;
      pieces.delete(old);
    }
    onload();
  }

  /** The leaps between squares of these pieces. @param {string[]} keys */
  function joined(keys) {
    /** @type {Map<string, [number, number]>} */
    const places = new Map();
    for (const key of keys) {
      const [x, y] = key.split('/').map((at) => Number(at) * PIECE);
      const width = Math.min(PIECE, board.files - x);
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
