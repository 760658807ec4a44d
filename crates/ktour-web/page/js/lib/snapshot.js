/** The picture of a board as it is on the screen, as a file that needs no page around it. */

/** Style properties that are copied from the style sheets into the file. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'r',
  'transform',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'paint-order',
  'fill-rule',
  'display',
];
/** Attributes that a picture does not need. */
const ACCESSIBILITY_ATTRIBUTES = /^(aria-|data-|role$|tabindex$|class$)/;

/** @param {SVGSVGElement} svg */
export function snapshot(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const [seen, made] = [svg, copy].map((root) => [root, ...root.querySelectorAll('*')]);
  seen.forEach((element, at) => {
    const style = getComputedStyle(element);
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      const isWritten = (value && value !== 'none') || name === 'fill' || name === 'stroke';
      // A transform that is an attribute must not be applied twice.
      if (
        isWritten &&
        !(name === 'transform' && element.hasAttribute('transform')) &&
        !(name === 'r' && element.tagName !== 'circle')
      )
        made[at].setAttribute(name, value.replace(/px\b/g, ''));
      if (name === 'display' && value === 'none') made[at].setAttribute('display', 'none');
    }
  });
  for (const element of made)
    for (const { name } of [...element.attributes])
      if (ACCESSIBILITY_ATTRIBUTES.test(name)) element.removeAttribute(name);
  copy.removeAttribute('style');
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(80 * width));
  copy.setAttribute('height', String(80 * height));
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' });
}
