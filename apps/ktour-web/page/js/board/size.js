/** Adapts a board to its size on the screen: coordinates keep their size, and numbers too small to read are hidden. */

/** Minimum distance between two coordinates, in pixels. */
const MIN_LABEL_GAP_PX = 17;
/** Minimum side of a square with coordinates inside, in pixels. */
const MIN_LABELLED_SQUARE_PX = 22;
/** Minimum side of a square whose number can be read, in pixels: the number has 0.27 of the side, and at least 9 pixels. */
const MIN_LEGIBLE_SQUARE_PX = 9 / 0.27;

/**
 * @param {SVGSVGElement} svg
 * @param {() => import('../types.js').Board} board
 */
export function watchSize(svg, board) {
  let width = 0;
  const observer = new ResizeObserver(([{ contentRect }]) => {
    width = contentRect.width;
    measure();
  });
  observer.observe(svg);
  return { measure };

  function measure() {
    const { files } = board();
    if (!width || !files) return;
    const side = width / files;
    svg.style.setProperty('--unit', String(1 / side));
    svg.style.setProperty(
      '--legible',
      String(Math.min(1, Math.max(0, side - MIN_LEGIBLE_SQUARE_PX + 1))),
    );
    svg.classList.toggle('tiny', side < MIN_LABELLED_SQUARE_PX);
    const every = [1, 2, 5, 10, 20, 50].find((n) => n * side >= MIN_LABEL_GAP_PX) ?? 100;
    svg.querySelectorAll('.coordinates text').forEach((text) => {
      const number = text.classList.contains('rank')
        ? Number(text.textContent)
        : Number(text.getAttribute('x'));
      text.toggleAttribute('hidden', number % every !== 0 && every > 1 && number !== 1);
    });
  }
}
