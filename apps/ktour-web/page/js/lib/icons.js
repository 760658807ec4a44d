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
  code: 'm8 6-6 6 6 6M16 6l6 6-6 6M14 4l-4 16',
  sound: 'M4 9.5v5h4l5 4v-13l-5 4zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11',
  silence: 'M4 9.5v5h4l5 4v-13l-5 4zM16.5 9.5l5 5M21.5 9.5l-5 5',
  download: 'M12 4v11m-5-5 5 5 5-5M5 20h14',
  holes: 'M4 4h7v7H4zM13 13h7v7h-7zM13 4h7v7h-7z',
  stop: 'M6 6h12v12H6z',
  close: 'M6 6l12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5 19 19M5 19l1.5-1.5M17.5 6.5 19 5',
  moon: 'M20 14.5A8 8 0 1 1 9.5 4a6.5 6.5 0 0 0 10.5 10.5Z',
  auto: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 3v18M12 7l6 -1M12 12h9M12 17l6 1',
  question:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 16.8v.2',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  puzzle:
    'M10 4.5a2 2 0 0 1 4 0V6h4v4h-1.5a2 2 0 0 0 0 4H18v5h-5v-1.5a2 2 0 0 0-4 0V19H5v-5h1.5a2 2 0 0 0 0-4H5V6h5z',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 8v4l3 2',
  check: 'm5 13 4.5 4.5L19 7.5',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  solve: 'M5 19l4-9 6 4 4-9M5 19h.01M19 5h.01',
  learn:
    'M12 6.5C9.5 4.8 6.5 4.3 3 4.5V18c3.5-.2 6.5.3 9 2 2.5-1.7 5.5-2.2 9-2V4.5c-3.5-.2-6.5.3-9 2ZM12 6.5V20',
  explore: 'M4 4h16v16H4zM4 9.3h16M4 14.6h16M9.3 4v16M14.6 4v16',
  count: 'M18 5H6l6 7-6 7h12',
  atlas: 'm3 6 6-2 6 2 6-2v14l-6 2-6-2-6 2zM9 4v14M15 6v14',
  lab: 'M9 3h6M10 3v6L5 19a1.5 1.5 0 0 0 1.4 2h11.2A1.5 1.5 0 0 0 19 19L14 9V3M7.5 15h9',
  numbers: 'M5 8l2-1.5V14M11 8.5c0-2.5 4-2.5 4 0 0 2-4 3-4 5.5h4M5 19h14',
  path: 'M4 19l5-11 5 6 6-10',
  woven: 'M7 3v10M7 19v2M17 3v0M17 9v12M3 8h1M10 8h11M3 16h11M20 16h1',
  onward: 'M4 12h9M13 12l6-6M13 12l6 6M19 6h-4M19 6v4M19 18h-4M19 18v-4',
  deadEnd: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM8 12h8',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  dice: 'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM8.5 8.5h.01M15.5 15.5h.01M12 12h.01M15.5 8.5h.01M8.5 15.5h.01',
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
