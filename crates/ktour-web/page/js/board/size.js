/** What depends on how large a board is on the screen: letters along the edge keep their size, numbers that nobody could read fade. */

/** Pixels between two letters of the edge, at least. */
const APART = 17;
/** A number is three tenths of a square high; below nine pixels it is noise. */
const LEGIBLE = 9 / 0.27;

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
    svg.style.setProperty('--legible', String(Math.min(1, Math.max(0, side - LEGIBLE + 1))));
    const every = [1, 2, 5, 10, 20, 50].find((n) => n * side >= APART) ?? 100;
    svg.querySelectorAll('.coordinates text').forEach((text) => {
      const number = text.classList.contains('rank')
        ? Number(text.textContent)
        : Number(text.getAttribute('x'));
      text.toggleAttribute('hidden', number % every !== 0 && every > 1 && number !== 1);
    });
  }
}
