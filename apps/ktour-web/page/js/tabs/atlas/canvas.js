/** The picture of the map: tiles, then blocks and joins, then squares, leaps and numbers, then the knight. */

import { h } from '../../lib/dom.js';
import { KNIGHT } from '../../lib/icons.js';
import { rowOf } from '../../lib/square.js';
import { inSight, scaleOf } from './view.js';

/** Pixels a square from which leaps are drawn one by one, and from which squares are. */
const MIN_LEAP_SCALE = 9;
const MIN_SQUARE_SCALE = 14;
/** Digits of a number on one line. */
const DIGITS_PER_LINE = 6;

/**
 * @param {CanvasRenderingContext2D} ink
 * @param {{view: import('./view.js').View, size: import('./view.js').Size, board: {files: number, ranks: number},
 *   tiles: ReturnType<typeof import('./tiles.js').createTiles>, details: ReturnType<typeof import('./details.js').createDetails>, follower: {behind: number[][], knight: number[]|null}, colours: Record<string, string>}} scene
 */
export function draw(ink, { view, size, board, tiles, details, follower, colours }) {
  const scale = scaleOf(view);
  const px = (/** @type {number} */ x) => size.width / 2 + (x - view.x) * scale;
  const py = (/** @type {number} */ y) => size.height / 2 + (y - view.y) * scale;
  ink.fillStyle = colours.around;
  ink.fillRect(0, 0, size.width, size.height);
  const isNear = scale >= MIN_SQUARE_SCALE;
  if (isNear) {
    tiles.leave();
    squares();
  } else tiles.draw(ink, view, size);
  const blocks = details.blocksFor(view, size);
  if (blocks) {
    lines(isNear ? colours.block : 'rgba(255,255,255,.55)', isNear ? 1.5 : 1, () => {
      for (const [x, y, width, height] of blocks.blocks)
        ink.rect(
          Math.round(px(x)) + 0.5,
          Math.round(py(y)) + 0.5,
          Math.round(width * scale),
          Math.round(height * scale),
        );
    });
  }
  if (scale >= MIN_LEAP_SCALE) {
    const { leaps, numbers } = details.squaresFor(view, size);
    lines(
      isNear ? colours.leap : 'rgba(255,255,255,.8)',
      Math.max(1, Math.min(3, scale / 14)),
      () => leaps.forEach(leap),
    );
    if (isNear) digits(numbers);
  } else details.leave();
  if (blocks && scale >= 3)
    lines(colours.join, Math.max(1.5, Math.min(4, scale / 7)), () => blocks.joins.forEach(leap));
  drawFollower();

  /** @param {number[]} places */
  function leap([x, y, toX, toY]) {
    ink.moveTo(px(x + 0.5), py(y + 0.5));
    ink.lineTo(px(toX + 0.5), py(toY + 0.5));
  }

  /** @param {string} colour @param {number} width @param {() => void} trace */
  function lines(colour, width, trace) {
    ink.beginPath();
    trace();
    ink.strokeStyle = colour;
    ink.lineWidth = width;
    ink.lineCap = ink.lineJoin = 'round';
    ink.stroke();
  }

  function squares() {
    const { left, top, right, bottom } = inSight(view, board, size);
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        // The lower left square is dark.
        ink.fillStyle = (x + rowOf(board, y)) % 2 ? colours.light : colours.dark;
        const [a, b] = [Math.round(px(x)), Math.round(py(y))];
        ink.fillRect(a, b, Math.round(px(x + 1)) - a, Math.round(py(y + 1)) - b);
      }
    }
  }

  /** Draws numbers in lines of six digits, so that a long one fits its square. @param {[number, number, string][]} numbers */
  function digits(numbers) {
    const longest = numbers.reduce((most, [, , step]) => Math.max(most, step.length), 1);
    const lines = Math.ceil(longest / DIGITS_PER_LINE);
    const height = Math.min(
      scale * 0.3,
      (scale * 0.72) / ((Math.min(longest, DIGITS_PER_LINE) + 1) * 0.58),
      (scale * 0.8) / (lines * 1.15),
    );
    if (height < 7) return;
    ink.font = `600 ${height}px system-ui, sans-serif`;
    ink.textAlign = 'center';
    ink.textBaseline = 'middle';
    ink.lineWidth = height / 4;
    ink.strokeStyle = colours.halo;
    ink.fillStyle = colours.number;
    for (const [x, y, step] of numbers) {
      inLines(step).forEach((text, line, { length }) => {
        const at = /** @type {[number, number]} */ ([
          px(x + 0.5),
          py(y + 0.5) + (line - (length - 1) / 2) * height * 1.15,
        ]);
        ink.strokeText(text, ...at);
        ink.fillText(text, ...at);
      });
    }
  }

  function drawFollower() {
    const { behind, knight } = follower;
    if (!knight) return;
    lines(colours.knight, Math.max(2, scale / 8), () => {
      behind.forEach(([x, y], at) =>
        at ? ink.lineTo(px(x + 0.5), py(y + 0.5)) : ink.moveTo(px(x + 0.5), py(y + 0.5)),
      );
      if (behind.length) ink.lineTo(px(knight[0] + 0.5), py(knight[1] + 0.5));
    });
    const side = Math.max(18, scale * 0.92);
    ink.save();
    ink.translate(px(knight[0] + 0.5) - side / 2, py(knight[1] + 0.5) - side / 2);
    ink.scale(side / 100, side / 100);
    const shape = new Path2D(KNIGHT);
    ink.lineWidth = 9;
    ink.strokeStyle = colours.halo;
    ink.stroke(shape);
    ink.fillStyle = colours.knight;
    ink.fill(shape);
    ink.restore();
  }
}

/** A number in lines, its groups of three kept together. @param {string} step */
function inLines(step) {
  const lines = [];
  for (let end = step.length; end > 0; end -= DIGITS_PER_LINE)
    lines.unshift(step.slice(Math.max(0, end - DIGITS_PER_LINE), end));
  return lines.map((line) => line.replace(/\B(?=(\d{3})+$)/g, '\u2009'));
}

/** The colours of the page as they are now, by day or by night. @param {HTMLElement} root */
export function inks(root) {
  const probe = h('i', { hidden: true });
  root.append(probe);
  const named = (/** @type {string} */ name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    around: named('sunk'),
    light: named('light'),
    dark: named('dark'),
    leap: named('soft'),
    block: named('accent'),
    join: named('bad'),
    number: named('ink'),
    halo: named('card'),
    knight: named('knight'),
  };
  probe.remove();
  return colours;
}
