/** The link from a reason to the lesson that explains it. */

import { linkTo } from '../app/address.js';
import { lessonOf } from './chapters.js';
import { h } from './dom.js';

/** @param {import('./i18n.js').Translate} t @param {import('../types.js').App['go']} go */
export function createWhy(t, go) {
  let lesson = { chapter: '', section: '' };
  const element = h(
    'a',
    {
      class: 'why',
      href: linkTo('learn', { chapter: 'none' }),
      hidden: true,
      onclick: (/** @type {MouseEvent} */ event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
        event.preventDefault();
        go('learn', lesson);
      },
    },
    t('learn.why'),
  );
  return {
    element,
    /** @param {import('../types.js').Reason|null|undefined} reason  the reason that is shown */
    render(reason) {
      element.hidden = !reason;
      if (!reason) return;
      lesson = lessonOf(reason);
      element.setAttribute('href', linkTo('learn', lesson));
    },
  };
}
