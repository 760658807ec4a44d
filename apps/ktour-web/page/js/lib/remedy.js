/** The way out of a refusal: a button that retries, or the command line if the page's limits are too small. */

import { isForCommand, isPassing } from '../engine/refused.js';
import { createCommand } from './command.js';
import { button, h } from './dom.js';

/** @param {import('./i18n.js').Translate} t @param {() => void} again */
export function createRemedy(t, again) {
  const retry = button(t('engine.retry'), 'restart', again, { class: 'retry' });
  const command = createCommand(t);
  const element = h('div', { class: 'stack remedy', hidden: true }, retry, command.element);
  // A network that is back is noticed without a click.
  const retryOnline = () => {
    removeEventListener('online', retryOnline);
    if (element.isConnected && !retry.hidden) again();
  };
  return {
    element,
    /** @param {import('../engine/refused.js').Refusal|null|undefined} refused */
    render(refused) {
      retry.hidden = !isPassing(refused);
      removeEventListener('online', retryOnline);
      if (!retry.hidden) addEventListener('online', retryOnline);
      command.render(isForCommand(refused) ? refused?.request : null);
      element.hidden = retry.hidden && command.element.hidden;
    },
  };
}
