/** The button beside a refusal that may pass: ask again. */

import { isPassing } from '../engine/refused.js';
import { button } from './dom.js';

/** @param {import('./i18n.js').Translate} t @param {() => void} again */
export function createRetry(t, again) {
  const element = button(t('engine.retry'), 'restart', again, { class: 'retry' });
  return {
    element,
    /** @param {import('../engine/refused.js').Refusal|null|undefined} refused */
    render(refused) {
      element.hidden = !isPassing(refused);
    },
  };
}
