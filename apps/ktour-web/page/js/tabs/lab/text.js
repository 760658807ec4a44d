/** Findings in the reader's language: a line is a code and figures, a figure is a number with its unit, or a name. */

/**
 * @typedef {{code: string, facts: Record<string, Figure>}} Line
 * @typedef {'nothing'|{name: string}|{method: string}|{tie: string}|{count: number}|{seconds: number}|{limit: number}
 *   |{percent: number}|{exact: number}|{times: number}|{number: number}|{decimal: {value: number, digits: number}}
 *   |{over: Figure}|{list: Figure[]}|{either: Figure[]}|{line: Line}} Figure
 * @typedef {import('../../lib/i18n.js').Translate} Translate
 */

/** A sentence, a caption, a heading or a label. @param {Translate} t @param {Line} line */
export function lineText(t, { code, facts }) {
  return t(
    `finding.${code}`,
    Object.fromEntries(
      Object.entries(facts).map(([name, figure]) => [name, figureText(t, figure)]),
    ),
  );
}

/** A cell of a table, or what fills a gap of a line. @param {Translate} t @param {Figure} figure @returns {string} */
export function figureText(t, figure) {
  if (figure === 'nothing') return '';
  if ('name' in figure) return figure.name.replace(/^(\d+)x(\d+)$/, '$1×$2');
  if ('method' in figure) return t(`method.${figure.method}`);
  if ('tie' in figure) return t(`tie.${figure.tie}`);
  if ('count' in figure) return t.number(figure.count);
  if ('seconds' in figure) return seconds(t, figure.seconds);
  if ('limit' in figure) return `${t.number(figure.limit)} s`;
  if ('percent' in figure) return share(t, figure.percent, 1);
  if ('exact' in figure) return share(t, figure.exact, 3);
  if ('times' in figure) return threeDigits(t, figure.times);
  if ('number' in figure) return threeDigits(t, figure.number);
  if ('decimal' in figure) return digits(t, figure.decimal.value, figure.decimal.digits);
  if ('over' in figure) return `> ${figureText(t, figure.over)}`;
  if ('list' in figure) return t.list(figure.list.map((one) => figureText(t, one)));
  if ('either' in figure)
    return new Intl.ListFormat(t.language, { type: 'disjunction' }).format(
      figure.either.map((one) => figureText(t, one)),
    );
  return lineText(t, figure.line);
}

/** A time with three digits and the unit that suits it. @param {Translate} t @param {number} time */
export function seconds(t, time) {
  const [unit, factor] =
    time <= 0 || time >= 1
      ? ['s', 1]
      : time >= 1e-3
        ? ['ms', 1e3]
        : time >= 1e-6
          ? ['µs', 1e6]
          : ['ns', 1e9];
  return `${threeDigits(t, time * factor)} ${unit}`;
}

/** @param {Translate} t @param {number} number */
function threeDigits(t, number) {
  return t.number(
    number,
    Math.abs(number) >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 },
  );
}

/** @param {Translate} t @param {number} value @param {number} after */
function digits(t, value, after) {
  return t.number(value, { minimumFractionDigits: after, maximumFractionDigits: after });
}

/** @param {Translate} t @param {number} value @param {number} after */
function share(t, value, after) {
  return t.number(value, {
    style: 'percent',
    minimumFractionDigits: after,
    maximumFractionDigits: after,
  });
}

/** Largest error on the largest boards with which a fitted law is trusted. */
const MAX_TRUSTED_ERROR = 0.1;

/** Returns the code of the law that the measured times support; undefined if noise may have decided. @param {any} line  the verdict on a growth law @returns {string|undefined} */
export function lawOf({ facts: { verdict, error, caution } }) {
  const isClear =
    verdict?.line.code !== 'law-rivalled' &&
    caution === 'nothing' &&
    error.line.facts.error.percent <= MAX_TRUSTED_ERROR;
  return isClear ? verdict?.line.facts.law.line.code : undefined;
}
