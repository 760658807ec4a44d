/** The colour of a step along the tour: the gradients of `ktour render`, by day and by night. */

import { interpolateRgb, piecewise, quantize } from 'd3-interpolate';
import { DAY, NIGHT } from './names.js';

const SHADES = 240;

// The engine's colours are so near each other that between two of them any way is the right one.
const shades = {
  day: quantize(piecewise(interpolateRgb, DAY), SHADES),
  night: quantize(piecewise(interpolateRgb, NIGHT), SHADES),
};
let current = shades.day;

/** @param {boolean} isDark */
export function setNight(isDark) {
  current = isDark ? shades.night : shades.day;
}

/** Whether the page is dark now. */
export const isNight = () => current === shades.night;

/** @param {number} along  0 at the first step, 1 at the last */
export function stepColour(along) {
  return current[Math.round(Math.min(1, Math.max(0, along)) * (SHADES - 1))];
}
