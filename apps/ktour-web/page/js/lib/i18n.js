/** The page's texts in four languages. A text may have placeholders, such as `{n}`; one that counts has plural forms. */

import { readFile } from './files.js';

/** @type {[string, string][]} */
export const LANGUAGES = [
  ['en', 'English'],
  ['vi', 'Tiếng Việt'],
  ['zh', '中文'],
  ['it', 'Italiano'],
];

/** Sentences for the case that the texts cannot be loaded. */
export const UNREAD = /** @type {Record<string, [sentence: string, retry: string]>} */ ({
  en: ['The texts of this page could not be loaded: check the connection.', 'Try again'],
  vi: ['Không tải được văn bản của trang này: hãy kiểm tra kết nối.', 'Thử lại'],
  zh: ['无法加载本页面的文字：请检查网络连接。', '再试一次'],
  it: ['I testi di questa pagina non si sono caricati: controlla la connessione.', 'Riprova'],
});

/**
 * @typedef {((key: string, values?: Record<string, any>) => string) & {language: string, has: (key: string) => boolean,
 *   number: (n: number|bigint|string, options?: Intl.NumberFormatOptions) => string, list: (names: string[]) => string}} Translate
 */

/**
 * The first language of the reader's that the page speaks.
 * @param {unknown[]} preferred
 */
export function chooseLanguage(preferred) {
  const spoken = LANGUAGES.map(([code]) => code);
  return (
    preferred
      .map((tag) => (typeof tag === 'string' ? tag : '').toLowerCase().split('-')[0])
      .find((code) => spoken.includes(code)) ?? 'en'
  );
}

/** Where the texts are that every tab has. @param {string} language */
export const textsIn = (language) => `i18n/${language}.json`;

/** Requested catalogues by file. @type {Map<string, Promise<Record<string, any>>>} */
const catalogues = new Map();

/** Loads the texts of a language: the common ones, and those of the given tabs. @param {string} language @param {string[]} tabs */
export async function loadLanguage(language, tabs = []) {
  const files = [textsIn(language), ...tabs.map((tab) => `i18n/${tab}/${language}.json`)];
  return translator(language, Object.assign({}, ...(await Promise.all(files.map(catalogue)))));
}

/** @param {string} file */
function catalogue(file) {
  const texts = catalogues.get(file) ?? readFile(file);
  catalogues.set(file, texts);
  texts.catch(() => catalogues.delete(file));
  return texts;
}

/**
 * @param {string} language
 * @param {Record<string, any>} texts
 * @returns {Translate}
 */
export function translator(language, texts) {
  /** Plural rules are expensive to create, so they are created when first needed, and reused. @type {Intl.PluralRules|undefined} */
  let plural;
  /** @type {Intl.ListFormat|undefined} */
  let lists;
  /** @type {Map<string, Intl.NumberFormat>} */
  const formats = new Map();
  const number = (/** @type {any} */ n, /** @type {any} */ options = {}) => {
    const key = JSON.stringify(options);
    // Italian leaves four digits together, and then 9862 stands beside 19.724.
    const format =
      formats.get(key) ?? new Intl.NumberFormat(language, { useGrouping: 'always', ...options });
    formats.set(key, format);
    return format.format(n);
  };
  const list = (/** @type {string[]} */ names) =>
    (lists ??= new Intl.ListFormat(language, { type: 'conjunction' })).format(names);
  const shown = (/** @type {any} */ value) =>
    typeof value === 'number' ? number(value) : Array.isArray(value) ? list(value) : String(value);

  /**
   * @param {string} key
   * @param {Record<string, any>} [values]
   */
  function t(key, values = {}) {
    let text = texts[key];
    if (text && typeof text === 'object')
      text =
        text[(plural ??= new Intl.PluralRules(language)).select(Number(values.n ?? 0))] ??
        text.other;
    if (text == null) return key;
    return text.replace(/\{(\w+)\}/g, (/** @type {string} */ whole, /** @type {string} */ name) =>
      name in values ? shown(values[name]) : whole,
    );
  }
  return Object.assign(t, {
    language,
    number,
    has: (/** @type {string} */ key) => key in texts,
    list,
  });
}
