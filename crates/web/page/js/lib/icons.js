/** The pictures on buttons: strokes on a grid of 24. */

const PICTURES = /** @type {Record<string, string>} */ ({
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  redo: 'm15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3',
  restart: 'M4 4v6h6M4.5 10a8 8 0 1 1-.3 5',
  hint: 'M9 18h6M10 21h4M8.5 14.5a6 6 0 1 1 7 0c-.5.5-.5 1-.5 1.5H9c0-.5 0-1-.5-1.5Z',
  finish: 'M5 21V4M5 4h13l-3 4 3 4H5',
  play: 'M8 5v14l11-7z',
  pause: 'M8 5v14M16 5v14',
  step: 'm9 5 7 7-7 7',
  back: 'm15 5-7 7 7 7',
  first: 'M18 5 9 12l9 7zM6 5v14',
  last: 'm6 5 9 7-9 7zM18 5v14',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7l-1.5 1.5M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5',
  download: 'M12 4v11m-5-5 5 5 5-5M5 20h14',
  holes: 'M4 4h7v7H4zM13 13h7v7h-7zM13 4h7v7h-7z',
  stop: 'M6 6h12v12H6z',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5 19 19M5 19l1.5-1.5M17.5 6.5 19 5',
  moon: 'M20 14.5A8 8 0 1 1 9.5 4a6.5 6.5 0 0 0 10.5 10.5Z',
  auto: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 3v18M12 7l6 -1M12 12h9M12 17l6 1',
  star: 'm12 3 2.7 5.7 6.3.8-4.6 4.3 1.2 6.2-5.6-3.1L6.4 20l1.2-6.2L3 9.5l6.3-.8z',
});

/** The knight on a grid of a hundred, as the pictures of `ktour render` have it. */
export const KNIGHT =
  'M22 95L82 95L82 87C82 83 80 80 77 78C88 50 78 20 50 15L46 4L38 16C29 21 24 32 19 43' +
  'C15 50 10 55 10 61C10 67 15 72 21 70C26 68 28 64 33 62C38 60 44 60 49 54C50 64 32 68 28 78C24 80 22 83 22 87Z' +
  'M36 33C36 30 41 28 43 31C44 34 38 37 36 33Z';

/** @param {string} name */
export function icon(name) {
  return drawn('0 0 24 24', PICTURES[name], 'icon');
}

/** The knight's head, filled with the colour of the text. */
export function knightIcon() {
  return drawn('0 0 100 100', KNIGHT, 'icon knight-icon');
}

/**
 * @param {string} viewBox
 * @param {string} d
 * @param {string} className
 */
function drawn(viewBox, d, className) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', d);
  svg.setAttribute('viewBox', viewBox);
  svg.setAttribute('class', className);
  svg.setAttribute('aria-hidden', 'true');
  svg.append(path);
  return svg;
}
