/** Marks the edges of a scrolling element behind which there is more, so that the style can fade them. */

/** @param {HTMLElement} element */
export function markEdges(element) {
  const update = () => {
    const { scrollLeft, clientWidth, scrollWidth } = element;
    element.classList.toggle('more-left', scrollLeft > 1);
    element.classList.toggle('more-right', scrollLeft + clientWidth < scrollWidth - 1);
  };
  element.addEventListener('scroll', update, { passive: true });
  new ResizeObserver(update).observe(element);
  for (const child of element.children) new ResizeObserver(update).observe(child);
}
