/** The button beside a no: its proof as a file, for those who trust nothing of ours. */

import { file, words } from '../engine/engine.js';
import { refusal } from '../engine/refused.js';
import { button, h, saveAs, setText } from './dom.js';
import { createRemedy } from './remedy.js';

/** @param {import('./i18n.js').Translate} t */
export function createProof(t) {
  /** @type {Record<string, any>|null} */
  let asked = null;
  const get = button(t('proof.download'), 'download', download, { title: t('proof.about') });
  const told = h('p', { class: 'fine', role: 'status', hidden: true });
  const remedy = createRemedy(t, download);
  const element = h('div', { class: 'proof', hidden: true }, get, told, remedy.element);
  return { element, render };

  /** @param {Record<string, any>|null|undefined} puzzle  what was asked, where the answer is no */
  function render(puzzle) {
    const before = JSON.stringify(asked);
    asked = puzzle ? words(puzzle) : null;
    if (JSON.stringify(asked) !== before) tell('');
    element.hidden = !asked;
  }

  async function download() {
    if (!asked) return;
    get.disabled = true;
    try {
      const { blob, name } = await file('proof', asked);
      saveAs(blob, name);
      tell(t('proof.saved'));
    } catch (error) {
      tell(refusal(t, /** @type {any} */ (error)), /** @type {any} */ (error));
    }
    get.disabled = false;
  }

  /** @param {string} sentence @param {import('../engine/refused.js').Refusal} [refused] */
  function tell(sentence, refused) {
    told.hidden = !sentence;
    setText(told, sentence);
    remedy.render(refused);
  }
}
