/** The picture of a board as it is on the screen, as a file that needs no page around it: SVG or PNG. */

/** Style properties that are copied from the style sheets into the file, with the values that need no attribute. */
const STYLES = /** @type {Record<string, string[]>} */ ({
  fill: [],
  'fill-opacity': ['1'],
  stroke: ['none'],
  'stroke-width': ['1'],
  'stroke-opacity': ['1'],
  'stroke-dasharray': ['none'],
  'stroke-linecap': ['butt'],
  'stroke-linejoin': ['miter'],
  opacity: ['1'],
  r: ['auto', '0px'],
  transform: ['none'],
  'font-family': [],
  'font-size': [],
  'font-weight': [],
  'text-anchor': ['start'],
  'paint-order': ['normal'],
  'fill-rule': ['nonzero'],
  'shape-rendering': ['auto'],
  display: ['inline', 'block'],
});
/** Attributes that a picture does not need. */
const ACCESSIBILITY_ATTRIBUTES = /^(aria-|data-|role$|tabindex$|class$)/;
/** Pixels of a square in the SVG, and width of a PNG. */
const SQUARE_PX = 80;
const PNG_WIDTH = 1600;

/** @param {SVGSVGElement} svg */
export function snapshot(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const [seen, made] = [svg, copy].map((root) => [root, ...root.querySelectorAll('*')]);
  seen.forEach((element, at) => {
    const style = getComputedStyle(element);
    for (const [name, defaults] of Object.entries(STYLES)) {
      const value = style.getPropertyValue(name);
      const isFont = name.startsWith('font') || name === 'text-anchor';
      // A transform that is an attribute must not be applied twice.
      if (
        value &&
        !defaults.includes(value) &&
        !(isFont && element.tagName !== 'text') &&
        !(name === 'transform' && element.hasAttribute('transform')) &&
        !(name === 'r' && element.tagName !== 'circle')
      )
        made[at].setAttribute(name, value.replace(/px\b/g, ''));
    }
  });
  for (const element of made)
    for (const { name } of [...element.attributes])
      if (ACCESSIBILITY_ATTRIBUTES.test(name)) element.removeAttribute(name);
  for (const element of copy.querySelectorAll('[display="none"]')) element.remove();
  copy.removeAttribute('style');
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(SQUARE_PX * width));
  copy.setAttribute('height', String(SQUARE_PX * height));
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' });
}

/** A snapshot with a title, or as pixels. @param {Blob} svg @param {'svg'|'png'} format @param {string} title @param {number} [width]  of a PNG, in pixels @returns {Promise<Blob>} */
export async function pictureFile(svg, format, title, width = PNG_WIDTH) {
  return format === 'png' ? pixels(svg, width) : titled(svg, title);
}

/** @param {Blob} svg @param {string} title */
async function titled(svg, title) {
  const text = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return new Blob([(await svg.text()).replace('>', `><title>${text}</title>`)], { type: svg.type });
}

/** @param {Blob} svg @param {number} width @returns {Promise<Blob>} */
async function pixels(svg, width) {
  const address = URL.createObjectURL(svg);
  const image = new Image();
  image.src = address;
  await image.decode();
  URL.revokeObjectURL(address);
  const height = Math.round((width * image.naturalHeight) / image.naturalWidth);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  return new Promise((done) => canvas.toBlob((blob) => done(/** @type {Blob} */ (blob))));
}
