/** What this is, on one page: the puzzle in three sentences, and what each tab is for. */

import { button, h } from '../lib/dom.js';
import { tabLink } from './address.js';
import { TABS } from './tabs.js';

/**
 * @param {import('../lib/i18n.js').Translate} t
 * @param {(name: keyof import('../types.js').Parts) => void} go
 */
export function createGuide(t, go) {
  const tabs = TABS.flatMap(({ name }) => [
    h(
      'dt',
      {},
      h(
        'a',
        {
          href: tabLink(name),
          onclick: (/** @type {MouseEvent} */ event) => {
            event.preventDefault();
            element.close();
            go(name);
          },
        },
        t(`tab.${name}`),
      ),
    ),
    h('dd', {}, t(`about.${name}`)),
  ]);
  const element = h(
    'dialog',
    { class: 'guide', 'aria-labelledby': 'guide-title' },
    h('h1', { id: 'guide-title' }, t('guide.title')),
    ...['leap', 'kinds', 'rule', 'none'].map((name) => h('p', {}, t(`guide.${name}`))),
    h('dl', {}, ...tabs),
    h('p', { class: 'fine' }, t('guide.keys')),
    button(t('guide.close'), null, () => element.close(), { class: 'primary' }),
  );
  // A click beside the page closes it.
  element.addEventListener('click', (event) => event.target === element && element.close());
  return { element, open: () => element.showModal() };
}
