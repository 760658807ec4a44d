/**
 * PDF in vectors: boards as they are on the screen, each on a page of its own, with an optional heading.
 *
 * Shapes are read from the live SVG with their computed styles, so that the page looks like the screen. Numbers and
 * coordinates are text in Helvetica, stretched to their width on the screen; a heading, which may be in any script, is
 * a picture.
 */

/** @typedef {{svg: SVGSVGElement, heading?: string, caption?: string, isPoster?: boolean}} Sheet  a poster is twice as large as a sheet */

/** Width and height of A4, and its margin, in points. */
const A4 = [595, 842];
const A3 = [842, 1191];
const MARGIN = 42;
/** Width of a page without a heading, in points. */
const BARE_WIDTH = 500;
/** Height of a heading and of its letters in points, and its pixels a point. */
const HEADING = { height: 34, size: 15, pixels: 4 };
/** Widths of digits and small letters in Helvetica Bold, in thousandths of its size. */
const DIGIT_WIDTH = 556;
const LETTER_WIDTHS = [
  556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556,
  333, 611, 556, 778, 556, 556, 500,
];
/** Distance of the control points of a quarter circle from its ends, in radii. */
const ROUND = 0.5523;

const number = (/** @type {number} */ value) => String(Number(value.toFixed(3)));
const line = (/** @type {(number|string)[]} */ ...words) =>
  words.map((word) => (typeof word === 'number' ? number(word) : word)).join(' ');

/**
 * @param {Sheet[]} sheets
 * @param {string} title
 */
export function pdf(sheets, title) {
  const pages = sheets.map(({ svg, heading, caption, isPoster }) => {
    const { width, height } = svg.viewBox.baseVal;
    const label = heading ? picture(heading) : null;
    const below = caption ? picture(caption) : null;
    const [wide, high] = isPoster ? A3 : label ? A4 : [BARE_WIDTH, (BARE_WIDTH * height) / width];
    const margin = label ? MARGIN : 0;
    const above = label ? HEADING.height : 0;
    const under = below ? HEADING.height : 0;
    const room = high - 2 * margin - above - under;
    const scale = Math.min((wide - 2 * margin) / width, room / height);
    const [left, top] = label ? [(wide - scale * width) / 2, high - margin - above] : [0, high];
    const { commands, opacities } = board(svg);
    const draw = [
      'q',
      line(scale, 0, 0, -scale, left, top, 'cm'),
      line(0, 0, width, height, 're W n'),
      ...commands,
      ...(label ? [line('0.4 G 0.02 w', 0, 0, width, height, 're S')] : []),
      'Q',
      ...(label
        ? [line('q', label.width, 0, 0, label.height, left, top + 10, 'cm /Heading Do Q')]
        : []),
      ...(below
        ? [
            line('q', below.width, 0, 0, below.height, left),
            line(top - scale * height - HEADING.height, 'cm /Caption Do Q'),
          ]
        : []),
    ].join('\n');
    return { wide, high, draw, opacities, images: [label, below] };
  });
  return assemble(pages, title);
}

/** The drawing commands of a board, in its own units with y down. @param {SVGSVGElement} svg */
function board(svg) {
  const toBoard = /** @type {DOMMatrix} */ (svg.getScreenCTM()).inverse();
  const inks = colours();
  /** @type {string[]} */
  const commands = [];
  /** The opacities in use, by the name of their graphics state. @type {Map<string, string>} */
  const opacities = new Map();
  walk(svg, 1);
  return { commands, opacities };

  /** @param {SVGElement} element @param {number} opacity */
  function walk(element, opacity) {
    const style = getComputedStyle(element);
    if (style.display === 'none') return;
    const visible = opacity * Number(style.opacity);
    if (visible === 0) return;
    if (element === svg) {
      const box = svg.viewBox.baseVal;
      const ground = inks(style.backgroundColor);
      if (ground) commands.push(ground.fill, line(0, 0, box.width, box.height, 're f'));
    } else if (element instanceof SVGGraphicsElement && element.tagName !== 'g')
      draw(element, style, visible);
    for (const child of element.children) if (child instanceof SVGElement) walk(child, visible);
  }

  /** @param {SVGGraphicsElement} element @param {CSSStyleDeclaration} style @param {number} opacity */
  function draw(element, style, opacity) {
    const [fill, stroke] = [inks(style.fill), inks(style.stroke)];
    const width = parseFloat(style.strokeWidth);
    const isStroked = !!stroke && width > 0;
    const isFilled = !!fill && element.tagName !== 'line';
    if (!isFilled && !isStroked) return;
    const { a, b, c, d, e, f } = toBoard.multiply(
      /** @type {DOMMatrix} */ (element.getScreenCTM()),
    );
    const state = alpha(
      opacity * (fill?.alpha ?? 1) * Number(style.fillOpacity),
      opacity * (stroke?.alpha ?? 1) * Number(style.strokeOpacity),
    );
    const dashes = style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(/[ ,]+/);
    commands.push(
      line('q', a, b, c, d, e, f, 'cm', `/${state} gs`),
      ...(isFilled ? [fill.fill] : []),
      ...(isStroked
        ? [
            stroke.stroke,
            line(width, 'w', style.strokeLinecap === 'round' ? '1 J' : '0 J', '1 j'),
            line('[', ...dashes.map(parseFloat), '] 0 d'),
          ]
        : []),
    );
    if (element instanceof SVGTextElement) {
      // The halo of a text lies below its letters.
      if (isStroked && !isFilled) write(element, style, 1);
      if (isStroked && isFilled) write(element, style, 1);
      if (isFilled) write(element, style, 0);
    } else {
      commands.push(shape(element));
      const rule = style.fillRule === 'evenodd' ? '*' : '';
      commands.push(isFilled && isStroked ? `B${rule}` : isFilled ? `f${rule}` : 'S');
    }
    commands.push('Q');
  }

  /** @param {SVGTextElement} text @param {CSSStyleDeclaration} style @param {number} mode  0 fills letters, 1 strokes them */
  function write(text, style, mode) {
    const letters = [...(text.textContent ?? '')].filter((letter) => /[\x20-\x7e]/.test(letter));
    if (!letters.length) return;
    const size = parseFloat(style.fontSize);
    const { x, y } = text.getStartPositionOfChar(0);
    const width = letters.reduce((sum, letter) => sum + widthOf(letter), 0) * (size / 1000);
    const stretch = (100 * text.getComputedTextLength()) / width;
    const shown = letters.join('').replace(/[\\()]/g, '\\$&');
    commands.push(
      line('BT /Bold', size, 'Tf', mode, 'Tr', stretch, 'Tz 1 0 0 -1', x, y, `Tm (${shown}) Tj ET`),
    );
  }

  /** @param {number} fill @param {number} stroke */
  function alpha(fill, stroke) {
    const value = `/ca ${number(fill)}/CA ${number(stroke)}`;
    const name = opacities.get(value) ?? `A${opacities.size}`;
    opacities.set(value, name);
    return name;
  }
}

/** @param {string} letter */
function widthOf(letter) {
  return LETTER_WIDTHS[letter.charCodeAt(0) - 97] ?? DIGIT_WIDTH;
}

/** The outline of a shape; the paths of a board have only absolute M, L, C and Z. @param {SVGGraphicsElement} element */
function shape(element) {
  const at = (/** @type {string} */ name) => Number(element.getAttribute(name) ?? 0);
  switch (element.tagName) {
    case 'rect':
      return line(at('x'), at('y'), at('width'), at('height'), 're');
    case 'line':
      return line(at('x1'), at('y1'), 'm', at('x2'), at('y2'), 'l');
    case 'circle': {
      const [x, y] = [at('cx'), at('cy')];
      const radius = parseFloat(getComputedStyle(element).r);
      const k = ROUND * radius;
      return [
        line(x + radius, y, 'm'),
        line(x + radius, y + k, x + k, y + radius, x, y + radius, 'c'),
        line(x - k, y + radius, x - radius, y + k, x - radius, y, 'c'),
        line(x - radius, y - k, x - k, y - radius, x, y - radius, 'c'),
        line(x + k, y - radius, x + radius, y - k, x + radius, y, 'c'),
      ].join(' ');
    }
    default: {
      const operators = /** @type {Record<string, string>} */ ({ M: 'm', L: 'l', C: 'c', Z: 'h' });
      const parts = (element.getAttribute('d') ?? '').match(/[MLCZ][^MLCZ]*/g) ?? [];
      return parts
        .map((part) => {
          const numbers = part.slice(1).match(/-?[\d.]+(?:e-?\d+)?/g) ?? [];
          const size = part[0] === 'C' ? 6 : 2;
          if (part[0] === 'Z') return 'h';
          const points = Array.from({ length: numbers.length / size }, (_, n) =>
            numbers.slice(n * size, (n + 1) * size).map(Number),
          );
          return points.map((point) => line(...point, operators[part[0]])).join(' ');
        })
        .join(' ');
    }
  }
}

/** Converts colours of the style sheet, in any of its notations, to operators. */
function colours() {
  const dot = /** @type {CanvasRenderingContext2D} */ (
    Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', {
      willReadFrequently: true,
    })
  );
  /** @type {Map<string, {fill: string, stroke: string, alpha: number}|null>} */
  const known = new Map();
  return (/** @type {string} */ colour) => {
    const found = known.get(colour);
    if (found !== undefined) return found;
    dot.clearRect(0, 0, 1, 1);
    dot.fillStyle = 'transparent';
    dot.fillStyle = colour;
    dot.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = dot.getImageData(0, 0, 1, 1).data;
    const ink = line(red / 255, green / 255, blue / 255);
    const made = alpha ? { fill: `${ink} rg`, stroke: `${ink} RG`, alpha: alpha / 255 } : null;
    known.set(colour, colour === 'none' ? null : made);
    return known.get(colour) ?? null;
  };
}

/** A heading as grey pixels, because no font of a PDF has all scripts. @param {string} text */
function picture(text) {
  const size = HEADING.size * HEADING.pixels;
  const canvas = document.createElement('canvas');
  const ink = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const font = `600 ${size}px ${getComputedStyle(document.body).fontFamily}`;
  ink.font = font;
  const room = (A4[0] - 2 * MARGIN) * HEADING.pixels;
  canvas.width = Math.ceil(Math.min(ink.measureText(text).width, room)) + 2;
  canvas.height = Math.ceil(1.4 * size);
  ink.fillStyle = '#fff';
  ink.fillRect(0, 0, canvas.width, canvas.height);
  ink.fillStyle = '#000';
  ink.font = font;
  ink.fillText(text, 0, 1.05 * size, room);
  const { data } = ink.getImageData(0, 0, canvas.width, canvas.height);
  const grey = Uint8Array.from({ length: data.length / 4 }, (_, at) => data[4 * at]);
  return {
    grey,
    columns: canvas.width,
    rows: canvas.height,
    width: canvas.width / HEADING.pixels,
    height: canvas.height / HEADING.pixels,
  };
}

/**
 * Writes the objects of the document and their table.
 * @param {{wide: number, high: number, draw: string, opacities: Map<string, string>, images: (ReturnType<typeof picture>|null)[]}[]} pages  `images`: the heading and the caption
 * @param {string} title
 */
function assemble(pages, title) {
  /** Objects by number, from 1: the catalogue, the pages, the font, the title, then four for each page. @type {(string|Uint8Array)[][]} */
  const objects = [];
  const [font, info, first] = [3, 4, 5];
  const numberOf = (/** @type {number} */ page, /** @type {number} */ part) =>
    first + 4 * page + part;
  const stream = (/** @type {string} */ dictionary, /** @type {string|Uint8Array} */ data) => [
    `<<${dictionary}/Length ${data.length}>>stream\n`,
    data,
    '\nendstream',
  ];
  objects.push(['<</Type/Catalog/Pages 2 0 R>>']);
  const kids = pages.map((_, page) => `${numberOf(page, 0)} 0 R`).join(' ');
  objects.push([`<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`]);
  objects.push(['<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>']);
  const name = [...`\ufeff${title}`]
    .flatMap((sign) => [...Array(sign.length).keys()].map((at) => sign.charCodeAt(at)))
    .map((unit) => unit.toString(16).padStart(4, '0'))
    .join('');
  objects.push([`<</Title<${name}>/Creator(ktour)>>`]);
  pages.forEach(({ wide, high, draw, opacities, images }, page) => {
    const states = [...opacities].map(([value, state]) => `/${state}<<${value}>>`).join('');
    const names = ['Heading', 'Caption']
      .map((name, at) => (images[at] ? `/${name} ${numberOf(page, 2 + at)} 0 R` : ''))
      .join('');
    const pictures = names ? `/XObject<<${names}>>` : '';
    objects.push([
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${number(wide)} ${number(high)}]` +
        `/Resources<</Font<</Bold ${font} 0 R>>/ExtGState<<${states}>>${pictures}>>` +
        `/Contents ${numberOf(page, 1)} 0 R>>`,
    ]);
    objects.push(stream('', draw));
    for (const image of images) {
      const { grey, columns, rows } = image ?? { grey: new Uint8Array(1), columns: 1, rows: 1 };
      objects.push(
        stream(
          `/Type/XObject/Subtype/Image/Width ${columns}/Height ${rows}/ColorSpace/DeviceGray/BitsPerComponent 8`,
          grey,
        ),
      );
    }
  });
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
  const count = objects.length + 1;
  parts.push(
    `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`,
    `trailer<</Size ${count}/Root 1 0 R/Info ${info} 0 R>>\nstartxref\n${length}\n%%EOF\n`,
  );
  return new Blob(parts, { type: 'application/pdf' });
}
