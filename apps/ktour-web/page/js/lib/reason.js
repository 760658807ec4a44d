/** The server's reasons in the reader's language: it gives a code and the data by which a reason can be checked. */

/** @typedef {import('./i18n.js').Translate} Translate */
/** @typedef {[way: string, values: Record<string, any>][]} Sentences  sentences of a reason, each with its values */

/** Maximum number of squares or leaps in a sentence. */
const MAX_NAMES = 12;

/**
 * @param {Translate} t
 * @param {import('../types.js').Reason} reason
 */
export function sentence(t, { code, certificate }) {
  const sentences = WAYS[code]?.(certificate ?? {}, (names) => few(t, names), t);
  return sentences
    ? sentences.map(([way, values]) => t(`reason.${code}.${way}`, values)).join(' ')
    : t('reason.other');
}

/**
 * The sentences of each reason.
 * @type {Record<string, (facts: any, few: (names: string[]) => string[], t: Translate) => Sentences>}
 */
const WAYS = {
  'too-small': ({ squares }) => [['board', { n: Number(squares) }]],
  parity: (facts) => [
    ['colours', { dark: Number(facts.a1_colour), light: Number(facts.other_colour) }],
    parityEnding(facts),
  ],
  'few-neighbours'({ kind, squares }, few) {
    const lonely = squares.find((/** @type {any} */ { neighbours }) => neighbours === 0);
    if (lonely) return [['none', { square: lonely.square }]];
    const names = squares.map((/** @type {any} */ { square }) => square);
    const way = kind === 'closed' ? 'closed' : names.length === 1 ? 'given' : 'open';
    return [[way, { squares: few(names), n: names.length }]];
  },
  contested: ({ square, needed_by: by, gives }, few) => [
    [gives === 1 ? 'end' : 'inner', { by: few(by), square }],
  ],
  shortage({ squares, givers }, few) {
    const way = squares.length === 1 ? 'one' : (['leaps', 'giver'][givers.length] ?? 'givers');
    return [
      [way, { squares: few(squares), n: squares.length, givers: few(givers), many: givers.length }],
    ];
  },
  disconnected: ({ from, to }) => [['squares', { from, to }]],
  cut: ({ removed, pieces, joins }, few) => [
    [
      'pieces',
      { removed: few(removed), n: removed.length, pieces: pieces.length, of: few(pieces), joins },
    ],
  ],
  'outer-lines': ({ length, end, hole }) => [
    [hole ? 'hole' : end ? 'end' : 'closed', { size: `4×${length}`, square: hole ?? end }],
  ],
  schwenk: ({ short, long }) => [[short === 4 ? 'four' : 'three', { size: `${short}×${long}` }]],
  leaper: ({ leaper: [r, s], bound, is }) => [
    [bound.replace(' ', '-'), { r, s, n: Number(is ?? 0) }],
  ],
  forced({ steps, lost, apart }, few) {
    const taken = steps.flatMap((/** @type {any} */ { take }) => (take ? [take.join('–')] : []));
    const loop = steps.findLast(
      (/** @type {any} */ step) =>
        step.leave_loop && (step.leave_loop[0] === lost || step.leave_loop.at(-1) === lost),
    )?.leave_loop;
    /** @type {Sentences} */
    const sentences = taken.length ? [['take', { leaps: few(taken), n: taken.length }]] : [];
    if (!lost) return [...sentences, ['apart', { from: apart[0], to: apart[1] }]];
    return [
      ...sentences,
      loop
        ? ['loop', { square: lost, leap: `${loop[0]}–${loop.at(-1)}`, n: loop.length }]
        : ['lost', { square: lost }],
    ];
  },
  unkept: (all, _, t) =>
    all.flatMap((/** @type {any} */ unkept) =>
      unkeptBy(unkept, t(`reason.symmetry.${unkept.symmetry.replace('-back', '')}`)),
    ),
  exhausted(facts) {
    if (facts.nodes != null) return [['nodes', { n: Number(facts.nodes) }]];
    return [
      facts.leap
        ? ['leap', { n: cases(facts), leap: facts.leap.join('–') }]
        : ['ends', { n: cases(facts) }],
    ];
  },
};

/** The sentence about the conclusion from the colours. @param {any} facts @returns {[string, Record<string, any>]} */
function parityEnding({ kind, start, end, a1_colour: dark, other_colour: light }) {
  if (start && end) return [dark === light ? 'two' : 'same', { start, end }];
  return start || end ? ['end', { square: start ?? end }] : [kind, {}];
}

/** The sentences about a symmetry that no tour can have. @param {any} facts @param {string} symmetry  by name @returns {Sentences} */
function unkeptBy({ symmetry: which, kind, squares, stay, crossed, recolours, end }, symmetry) {
  const order = which.startsWith('quarter') ? 4 : 2;
  if (kind === 'open') {
    if (order === 4) return [['quarter', { symmetry }]];
    return [
      end
        ? ['ends', { symmetry, end }]
        : stay > 1
          ? ['open-stay', { symmetry, n: Number(stay) }]
          : ['open', { symmetry }],
    ];
  }
  if (stay > 2) return [['closed-stay', { symmetry, n: Number(stay) }]];
  const all = Number(squares);
  /** @type {Sentences} */
  const carried = [
    stay > 0
      ? ['reverse', { symmetry, n: Number(stay) }]
      : all % order
        ? ['divide', { symmetry, n: all, order }]
        : [recolours ? 'changes' : 'keeps', { symmetry, n: all / order }],
  ];
  return order === 2 ? [...carried, ['middles', { n: Number(stay) + Number(crossed) }]] : carried;
}

/** Number of cases of a proof. @param {any} proof @returns {number} */
export function cases({ ends, if_taken: taken, if_left: left }) {
  if (ends)
    return ends.reduce(
      (/** @type {number} */ sum, /** @type {any} */ { proof }) => sum + 1 + cases(proof),
      0,
    );
  return taken ? 2 + cases(taken) + cases(left) : 0;
}

/** The first names, and the number of the others. @param {Translate} t @param {string[]} names */
function few(t, names) {
  return names.length > MAX_NAMES
    ? [...names.slice(0, MAX_NAMES - 2), t('reason.more', { n: names.length - MAX_NAMES + 2 })]
    : names;
}
