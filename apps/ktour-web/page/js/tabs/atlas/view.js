/**
 * The view of the map: the middle of the picture in squares from the top left, and the zoom, the binary
 * logarithm of a square's size in pixels.
 *
 * @typedef {{x: number, y: number, zoom: number}} View
 * @typedef {{files: number, ranks: number}} Sides
 * @typedef {{width: number, height: number}} Size  of the picture, in pixels
 */

/** A square is never drawn larger than 2^7 pixels: its number, of up to 18 digits, is then legible. */
const MAX_ZOOM = 7;

/** Pixels a square. @param {View} view */
export const scaleOf = (view) => 2 ** view.zoom;

/** The zoom at which the whole board is seen. @param {Sides} sides @param {Size} size */
export function wholeZoom(sides, size) {
  return Math.log2(Math.min(size.width / sides.files, size.height / sides.ranks) * 0.92);
}

/** The whole board. @param {Sides} sides @param {Size} size @returns {View} */
export function whole(sides, size) {
  return {
    x: sides.files / 2,
    y: sides.ranks / 2,
    zoom: Math.min(MAX_ZOOM, wholeZoom(sides, size)),
  };
}

/** The view, clamped to the board. @param {View} view @param {Sides} sides @param {Size} size @returns {View} */
export function clamped(view, sides, size) {
  const farthest = Math.min(MAX_ZOOM, wholeZoom(sides, size));
  const zoom = Math.min(MAX_ZOOM, Math.max(farthest, view.zoom));
  const within = (/** @type {number} */ at, /** @type {number} */ most) =>
    Math.min(most, Math.max(0, at));
  return { zoom, x: within(view.x, sides.files), y: within(view.y, sides.ranks) };
}

/** Nearer or farther, with the place under the pointer staying where it is. @param {View} view @param {number} by @param {number} px @param {number} py @param {Size} size @returns {View} */
export function zoomed(view, by, px, py, size) {
  const at = placeAt(view, px, py, size);
  const scale = 2 ** (view.zoom + by);
  return {
    zoom: view.zoom + by,
    x: at.x - (px - size.width / 2) / scale,
    y: at.y - (py - size.height / 2) / scale,
  };
}

/** The view, moved by `px` and `py` pixels. @param {View} view @param {number} px @param {number} py @returns {View} */
export function moved(view, px, py) {
  return { ...view, x: view.x - px / scaleOf(view), y: view.y - py / scaleOf(view) };
}

/** The place under a pixel. @param {View} view @param {number} px @param {number} py @param {Size} size */
export function placeAt(view, px, py, size) {
  const scale = scaleOf(view);
  return { x: view.x + (px - size.width / 2) / scale, y: view.y + (py - size.height / 2) / scale };
}

/** The squares in sight, cut off at the board's edge. @param {View} view @param {Sides} sides @param {Size} size @param {number} [margin]  in squares */
export function inSight(view, sides, size, margin = 0) {
  const first = placeAt(view, 0, 0, size);
  const last = placeAt(view, size.width, size.height, size);
  return {
    left: Math.max(0, Math.floor(first.x) - margin),
    top: Math.max(0, Math.floor(first.y) - margin),
    right: Math.min(sides.files, Math.ceil(last.x) + margin),
    bottom: Math.min(sides.ranks, Math.ceil(last.y) + margin),
  };
}
