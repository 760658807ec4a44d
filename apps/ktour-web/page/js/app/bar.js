/** The bar of tabs, each with a sentence about it; on a phone all after the first few are behind *More*. */

import { h } from '../lib/dom.js';
import { icon, knightIcon } from '../lib/icons.js';
import { tabLink } from './address.js';
import { FIRST_TABS, TABS } from './tabs.js';

/** @typedef {keyof import('../types.js').Parts} Name */

/**
 * @param {import('../lib/i18n.js').Translate} t
 * @param {Name} current
 * @param {(name: Name) => void} go
 */
export function createBar(t, current, go) {
  const links = TABS.map(({ name }) => {
    const title = t(`tab.${name}`);
    return h(
      'a',
      {
        href: tabLink(name),
        'aria-current': name === current && 'page',
        'aria-describedby': `tip-${name}`,
        onclick: (/** @type {MouseEvent} */ event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
          event.preventDefault();
          if (name !== current) go(name);
        },
      },
      name === 'play' ? knightIcon() : icon(name),
      h('span', { class: 'name', 'data-name': title }, title),
      h('span', { class: 'tip', id: `tip-${name}`, 'aria-hidden': 'true' }, t(`about.${name}`)),
    );
  });
  const isLater = TABS.findIndex(({ name }) => name === current) >= FIRST_TABS;
  const more = h(
    'button',
    {
      type: 'button',
      class: 'more',
      'aria-expanded': 'false',
      'aria-current': isLater && 'true',
      onclick: () => open(!bar.classList.contains('open')),
    },
    icon('more'),
    h('span', {}, t('shell.more')),
  );
  const bar = h(
    'nav',
    { 'aria-label': t('shell.tabs') },
    ...links.slice(0, FIRST_TABS),
    h('div', { class: 'later' }, ...links.slice(FIRST_TABS)),
    more,
  );
  bar.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !bar.classList.contains('open')) return;
    open(false);
    more.focus();
  });
  bar.addEventListener(
    'focusout',
    (event) => bar.contains(/** @type {Node|null} */ (event.relatedTarget)) || open(false),
  );
  return bar;

  /** @param {boolean} isOpen */
  function open(isOpen) {
    bar.classList.toggle('open', isOpen);
    more.setAttribute('aria-expanded', String(isOpen));
  }
}
