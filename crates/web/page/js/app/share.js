/** Taking it along: a link to this very state, and the tour as a file. */

import { file } from '../engine/engine.js';
import { address } from './address.js';
import { isNight } from '../lib/colour.js';
import { button, h, saveAs } from '../lib/dom.js';
import { refusal } from '../engine/refused.js';

const FORMATS = ['svg', 'png', 'gif', 'pdf', 'json', 'csv'];
/** Those that look as the page does, dark by night; paper is always light. */
const COLOURED = ['svg', 'png', 'gif'];

/**
 * @param {import('../types.js').App} app
 * @param {() => {board: import('../types.js').Board, squares: string[]}|null} tour  what a download holds
 */
export function createShare(app, tour) {
  const { t, store, say } = app;
  const copied = h('p', { class: 'fine', hidden: true });
  const field = h('input', { class: 'link-field', readonly: true, hidden: true, 'aria-label': t('share.link') });
  const copy = button(t('share.copy'), 'link', async () => {
    const link = new URL(address(store.state), location.href).href;
    history.replaceState(null, '', link);
    try {
      await navigator.clipboard.writeText(link);
      tell(t('share.copied'));
    } catch {
      // Without leave to write to the clipboard the link stands there to be copied.
      field.hidden = false;
      field.value = link;
      field.select();
      tell(t('share.select'));
    }
  }, { class: 'wide' });
  const files = FORMATS.map((format) =>
    h('button', { type: 'button', class: 'chip', 'aria-label': t('share.as', { format: format.toUpperCase() }), onclick: () => download(format) }, format.toUpperCase()));
  const downloads = h('div', { class: 'downloads', role: 'group', 'aria-label': t('share.download') }, h('span', { class: 'fine', 'aria-hidden': 'true' }, t('share.download')), ...files);
  const element = h('section', { class: 'share' }, copy, field, downloads, copied);
  return {
    element,
    render() {
      downloads.hidden = !tour();
    },
  };

  /** @param {string} format */
  async function download(format) {
    const what = tour();
    if (!what) return;
    try {
      const { board, squares } = what;
      const { blob, name } = await file('render', { format, board, squares, theme: isNight() && COLOURED.includes(format) ? 'dark' : undefined });
      saveAs(blob, name);
      tell(t('share.saved', { format: format.toUpperCase() }));
    } catch (error) {
      tell(refusal(t, /** @type {any} */ (error)));
    }
  }

  /** @param {string} sentence */
  function tell(sentence) {
    copied.hidden = false;
    copied.textContent = sentence;
    say(sentence);
  }
}
