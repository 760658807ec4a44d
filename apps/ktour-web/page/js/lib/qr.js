/**
 * A link as a QR code: bytes, the lowest grade of correction, as small as it goes.
 *
 * A code is a square of dark and light modules: three finders, timing lines and alignment marks that never change, a code word with
 * how the rest is masked, and the data in a zigzag of two columns, interleaved from blocks with Reed–Solomon remainders.
 *
 * Reference: ISO/IEC 18004.
 */

/** Correction bytes per block and number of blocks, by version. */
const REMAINDERS = [
  7,
  10,
  15,
  20,
  26,
  18,
  20,
  24,
  30,
  18,
  20,
  24,
  26,
  30,
  22,
  24,
  28,
  30,
  28,
  28,
  28,
  28,
  30,
  30,
  26,
  28,
  ...Array(14).fill(30),
];
const BLOCKS = [
  1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15,
  16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
];

/** Which modules a mask turns over. @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Rows of modules, dark or light; nothing where the text is too long for any code. @param {string} text @param {number} [mask]  the best one by default */
export function qrCode(text, mask) {
  const bytes = [...new TextEncoder().encode(text)];
  const version =
    BLOCKS.findIndex((_, at) => bytes.length + (at < 9 ? 2 : 3) <= capacity(at + 1)) + 1;
  if (!version) return null;
  const codewords = corrected(packed(bytes, version), version);
  const codes = (mask == null ? MASKS.map((_, at) => at) : [mask]).map((mask) =>
    drawn(codewords, version, mask),
  );
  return codes.reduce((best, code) => (ugliness(code) < ugliness(best) ? code : best));
}

/** Modules that are not part of a pattern. @param {number} version */
function modules(version) {
  const marks = version > 1 ? Math.floor(version / 7) + 2 : 0;
  return (
    (16 * version + 128) * version +
    64 -
    (marks ? (25 * marks - 10) * marks - 55 : 0) -
    (version > 6 ? 36 : 0)
  );
}

/** Bytes of data. @param {number} version */
function capacity(version) {
  return Math.floor(modules(version) / 8) - REMAINDERS[version - 1] * BLOCKS[version - 1];
}

/** Four bits for bytes, the length, the bytes, and padding. @param {number[]} bytes @param {number} version */
function packed(bytes, version) {
  const bits = [
    ...binary(4, 4),
    ...binary(bytes.length, version < 10 ? 8 : 16),
    ...bytes.flatMap((byte) => binary(byte, 8)),
    ...binary(0, 4),
  ];
  const codewords = Array.from(
    { length: Math.min(capacity(version), Math.ceil(bits.length / 8)) },
    (_, at) =>
      Array.from({ length: 8 }, (_, bit) => bits[8 * at + bit] ?? 0).reduce(
        (word, bit) => 2 * word + bit,
        0,
      ),
  );
  for (let pad = 0xec; codewords.length < capacity(version); pad ^= 0xec ^ 0x11)
    codewords.push(pad);
  return codewords;
}

/** @param {number} number @param {number} length */
function binary(number, length) {
  return Array.from({ length }, (_, at) => (number >> (length - 1 - at)) & 1);
}

/** The blocks with their remainders, interleaved. @param {number[]} codewords @param {number} version */
function corrected(codewords, version) {
  const [count, size] = [BLOCKS[version - 1], REMAINDERS[version - 1]];
  const short = Math.floor(codewords.length / count);
  const divisor = generator(size);
  let from = 0;
  const blocks = Array.from({ length: count }, (_, at) =>
    codewords.slice(from, (from += short + (at >= count - (codewords.length % count) ? 1 : 0))),
  );
  const rests = blocks.map((block) => remainder(block, divisor));
  const across = (/** @type {number[][]} */ lists) =>
    Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, at) =>
      lists.flatMap((list) => (at < list.length ? [list[at]] : [])),
    ).flat();
  return [...across(blocks), ...across(rests)];
}

/** A product in the field of 256 elements. @param {number} a @param {number} b */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--)
    product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  return product;
}

/** @param {number} size */
function generator(size) {
  const terms = [...Array(size - 1).fill(0), 1];
  for (let at = 0, root = 1; at < size; at++, root = times(root, 2)) {
    for (let term = 0; term < size; term++)
      terms[term] = times(terms[term], root) ^ (terms[term + 1] ?? 0);
  }
  return terms;
}

/** @param {number[]} block @param {number[]} divisor */
function remainder(block, divisor) {
  let rest = divisor.map(() => 0);
  for (const word of block) {
    const factor = word ^ rest[0];
    rest = [...rest.slice(1), 0].map((each, at) => each ^ times(divisor[at], factor));
  }
  return rest;
}

/** @param {number[]} codewords @param {number} version @param {number} mask */
function drawn(codewords, version, mask) {
  const side = 4 * version + 17;
  /** @type {(boolean|null)[][]} nothing where data goes */
  const code = Array.from({ length: side }, () => Array(side).fill(null));
  const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {unknown} */ isDark) => {
    if (x >= 0 && y >= 0 && x < side && y < side) code[y][x] = !!isDark;
  };
  for (let at = 0; at < side; at++) {
    set(at, 6, at % 2 === 0);
    set(6, at, at % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [side - 4, 3],
    [3, side - 4],
  ])
    mark(x, y, 4, [0, 1, 3]);
  const places = alignments(version, side);
  for (const x of places)
    for (const y of places)
      if (!(x === 6 && (y === 6 || y === side - 7)) && !(x === side - 7 && y === 6))
        mark(x, y, 2, [0, 2]);
  if (version > 6) {
    const bits = checked(version, 12, 0x1f25);
    for (let at = 0; at < 18; at++) {
      set(side - 11 + (at % 3), Math.floor(at / 3), (bits >> at) & 1);
      set(Math.floor(at / 3), side - 11 + (at % 3), (bits >> at) & 1);
    }
  }
  // The grade is 1, the lowest.
  const form = checked(8 | mask, 10, 0x537) ^ 0x5412;
  const bit = (/** @type {number} */ at) => (form >> at) & 1;
  for (let at = 0; at < 15; at++) {
    set(8, at < 6 ? at : at < 8 ? at + 1 : side - 15 + at, bit(at));
    set(at < 8 ? side - 1 - at : at === 8 ? 7 : 14 - at, 8, bit(at));
  }
  set(8, side - 8, true);

  let next = 0;
  for (let right = side - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < side; step++) {
      const y = ((right + 1) & 2) === 0 ? side - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (code[y][x] !== null) continue;
        const isDark = ((codewords[next >> 3] ?? 0) >> (7 - (next & 7))) & 1;
        next++;
        code[y][x] = !!isDark !== MASKS[mask](x, y);
      }
    }
  }
  return code.map((row) => row.map(Boolean));

  /** Rings around a place. @param {number} x @param {number} y @param {number} far @param {number[]} dark */
  function mark(x, y, far, dark) {
    for (let dy = -far; dy <= far; dy++)
      for (let dx = -far; dx <= far; dx++)
        set(x + dx, y + dy, dark.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  }
}

/** @param {number} version @param {number} side */
function alignments(version, side) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((4 * version + 4) / (2 * count - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => side - 7 - at * step).reverse()];
}

/** A number with its remainder behind it. @param {number} number @param {number} bits @param {number} divisor */
function checked(number, bits, divisor) {
  let rest = number;
  for (let at = 0; at < bits; at++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * divisor);
  return (number << bits) | rest;
}

/** Long runs and blocks of one shade are hard to read. @param {boolean[][]} code */
function ugliness(code) {
  let sum = 0;
  code.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (x > 3 && [1, 2, 3, 4].every((back) => row[x - back] === isDark)) sum++;
      if (y > 3 && [1, 2, 3, 4].every((back) => code[y - back][x] === isDark)) sum++;
      if (
        x &&
        y &&
        row[x - 1] === isDark &&
        code[y - 1][x] === isDark &&
        code[y - 1][x - 1] === isDark
      )
        sum += 3;
    }),
  );
  return sum;
}
