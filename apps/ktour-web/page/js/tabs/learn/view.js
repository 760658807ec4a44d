/** The view of Learn: the contents, the chapter, and the link to the next. */

import { linkTo } from '../../app/address.js';
import { h, setText } from '../../lib/dom.js';
import { readFile } from '../../lib/files.js';
import { translator } from '../../lib/i18n.js';
import { CHAPTERS } from '../../lib/chapters.js';
import { markEdges } from '../../lib/edges.js';
import { createLesson } from './lesson.js';

/** @typedef {import('./learn.js').Part} Part */
/** @typedef {import('../../lib/i18n.js').Translate} Translate */

/** The lessons' own texts, before those of the page. @param {Translate} page @returns {Promise<Translate>} */
export async function loadLessons(page) {
  const [texts] = await Promise.all([
    readFile(`learn/${page.language}.json`),
    loadStyle('learn/learn.css'),
  ]);
  const own = translator(page.language, texts);
  const t = (/** @type {string} */ key, /** @type {Record<string, any>|undefined} */ values) =>
    (own.has(key) ? own : page)(key, values);
  return Object.assign(t, {
    language: page.language,
    number: page.number,
    list: page.list,
    has: (/** @type {string} */ key) => own.has(key) || page.has(key),
  });
}

/** @type {Map<string, Promise<void>>} */
const styles = new Map();

/** Loads a style sheet; after a failure the next call fetches it again. @param {string} href */
function loadStyle(href) {
  const there =
    styles.get(href) ??
    new Promise((done, failed) => {
      document.head.append(
        h('link', { rel: 'stylesheet', href, onload: () => done(undefined), onerror: failed }),
      );
    });
  styles.set(href, there);
  there.catch(() => styles.delete(href));
  return there;
}

/** The modules of the chapters, each fetched when it is opened. @type {Record<string, () => Promise<import('./lesson.js').Chapter>>} */
const MODULES = {
  puzzle: async () => (await import('./chapters/puzzle.js')).thePuzzle,
  backtracking: async () => (await import('./chapters/backtracking.js')).backtracking,
  warnsdorff: async () => (await import('./chapters/warnsdorff.js')).warnsdorff,
  none: async () => (await import('./chapters/none.js')).none,
  divide: async () => (await import('./chapters/divide.js')).divide,
  any: async () => (await import('./chapters/any.js')).any,
  many: async () => (await import('./chapters/many.js')).many,
  growth: async () => (await import('./chapters/growth.js')).growth,
};

/** @param {HTMLElement} root @param {import('../../types.js').App} app */
export function createView(root, app) {
  const { t, store } = app;
  let shown = '';
  let shownSection = '';
  /** @type {ReturnType<typeof createLesson>|null} */
  let lesson = null;
  const article = h('article', { class: 'stage lesson', 'aria-label': t('tab.learn') });
  const marks = CHAPTERS.map(() => h('span', { class: 'fine', role: 'img' }));
  const links = CHAPTERS.map((name, at) =>
    link(name, h('span', {}, t(`${name}.title`)), marks[at]),
  );
  const contents = h(
    'aside',
    { class: 'panel contents' },
    h('h2', {}, t('lesson.contents')),
    h('ol', {}, ...links.map((each) => h('li', {}, each))),
  );
  markEdges(/** @type {HTMLElement} */ (contents.lastElementChild));
  root.replaceChildren(contents, article);
  return { render, stop: () => lesson?.stop() };

  /** @param {Part} part */
  function render({ chapter, section, solved }) {
    const name = chapter || CHAPTERS[0];
    if (shown !== name) show(name);
    else lesson?.redraw();
    CHAPTERS.forEach((each, at) => {
      if (each === name) links[at].setAttribute('aria-current', 'page');
      else links[at].removeAttribute('aria-current');
      const n = solved.filter((exercise) => exercise.startsWith(`${each}.`)).length;
      setText(marks[at], '✓'.repeat(n));
      marks[at].hidden = !n;
      marks[at].setAttribute('aria-label', t('lesson.solved', { n }));
    });
    seek(`${name} ${section}`);
  }

  /** @param {string} name */
  async function show(name) {
    shown = name;
    lesson?.stop();
    const chapter = await MODULES[name]().catch(() => null);
    if (shown !== name || !root.contains(article)) return;
    // A browser may cache a failed import, so the link loads the page again.
    if (!chapter)
      return article.replaceChildren(
        h(
          'p',
          { role: 'alert' },
          t('engine.file'),
          ' ',
          h('a', { href: linkTo('learn', { chapter: name }) }, t('engine.retry')),
        ),
      );
    const at = CHAPTERS.indexOf(name);
    lesson = createLesson(app, name, chapter);
    const next = CHAPTERS[at + 1];
    const top = h(
      'header',
      {},
      h('p', { class: 'fine' }, t('lesson.chapter', { n: at + 1, of: CHAPTERS.length })),
      h('h1', {}, t(`${name}.title`)),
      h('p', { class: 'lead' }, t(`${name}.lead`)),
    );
    article.replaceChildren(
      top,
      ...lesson.elements,
      h(
        'p',
        { class: 'onward' },
        next && link(next, t('lesson.next', { title: t(`${next}.title`) })),
      ),
    );
    article.dataset.chapter = name;
    document.title = `${t(`${name}.title`)} · ${t('shell.name')}`;
    links[at].scrollIntoView({ block: 'nearest', inline: 'center' });
    shownSection = '';
    seek(`${name} ${store.state.learn.section}`);
  }

  /** Brings a section into sight, once. @param {string} place */
  function seek(place) {
    if (shownSection === place || article.dataset.chapter !== shown) return;
    shownSection = place;
    const section = place.split(' ')[1];
    const target = section && article.querySelector(`[data-section="${CSS.escape(section)}"]`);
    if (target) target.scrollIntoView();
    else scrollTo(0, 0);
  }

  /** @param {string} name @param {...(Node|string)} children */
  function link(name, ...children) {
    return h(
      'a',
      {
        href: linkTo('learn', { chapter: name }),
        onclick: (/** @type {MouseEvent} */ event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
          event.preventDefault();
          app.go('learn', { chapter: name, section: '' });
        },
      },
      ...children,
    );
  }
}
