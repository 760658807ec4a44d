/** The picture of a board as it is on the screen, as a file that needs no page around it: SVG, PNG or PDF. */

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
/** Pixels of a square in the SVG, and width of a PNG and of the picture in a PDF. */
const SQUARE_PX = 80;
const PNG_WIDTH = 1600;
const PDF_WIDTH = 2400;
/** Width of a page of a PDF, A4 without margins, in points. */
const PAGE_POINTS = 500;

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

/** A snapshot in a format for pictures. @param {Blob} svg @param {'svg'|'png'|'pdf'} format @param {string} title @param {number} [width]  of a PNG, in pixels @returns {Promise<Blob>} */
export async function pictureFile(svg, format, title, width = PNG_WIDTH) {
  if (format === 'svg') return titled(svg, title);
  if (format === 'png') return (await pixels(svg, width, 'image/png')).blob;
  const { blob, canvas } = await pixels(svg, PDF_WIDTH, 'image/jpeg');
  return pdf(new Uint8Array(await blob.arrayBuffer()), canvas.width, canvas.height, title);
}

/** @param {Blob} svg @param {string} title */
async function titled(svg, title) {
  const text = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return new Blob([(await svg.text()).replace('>', `><title>${text}</title>`)], { type: svg.type });
}

/** @param {Blob} svg @param {number} width @param {string} type */
async function pixels(svg, width, type) {
  const address = URL.createObjectURL(svg);
  const image = new Image();
  image.src = address;
  await image.decode();
  URL.revokeObjectURL(address);
  const height = Math.round((width * image.naturalHeight) / image.naturalWidth);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  const blob = await new Promise((done) => canvas.toBlob(done, type, 0.93));
  return { blob: /** @type {Blob} */ (blob), canvas };
}

/** A document of one page with a JPEG. @param {Uint8Array} jpeg @param {number} width @param {number} height @param {string} title */
function pdf(jpeg, width, height, title) {
  const [wide, high] = [PAGE_POINTS, Math.round((PAGE_POINTS * height) / width)];
  const draw = `q ${wide} 0 0 ${high} 0 0 cm /I Do Q`;
  const name = [...`\ufeff${title}`]
    .map((sign) => sign.charCodeAt(0).toString(16).padStart(4, '0'))
    .join('');
  const objects = [
    ['<</Type/Catalog/Pages 2 0 R>>'],
    ['<</Type/Pages/Kids[3 0 R]/Count 1>>'],
    [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${wide} ${high}]/Resources<</XObject<</I 5 0 R>>>>/Contents 4 0 R>>`,
    ],
    [`<</Length ${draw.length}>>stream\n${draw}\nendstream`],
    [
      `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length ${jpeg.length}>>stream\n`,
      jpeg,
      '\nendstream',
    ],
    [`<</Title<${name}>/Creator(ktour)>>`],
  ];
  /** @type {BlobPart[]} */
  const parts = ['%PDF-1.4\n'];
  let length = 9;
  const offsets = objects.map((object, at) => {
    const offset = length;
    for (const part of [`${at + 1} 0 obj`, ...object, '\nendobj\n']) {
      parts.push(/** @type {BlobPart} */ (part));
      length += part.length;
    }
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  parts.push(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`,
    `trailer<</Size ${objects.length + 1}/Root 1 0 R/Info 6 0 R>>\nstartxref\n${length}\n%%EOF\n`,
  );
  return new Blob(parts, { type: 'application/pdf' });
}
