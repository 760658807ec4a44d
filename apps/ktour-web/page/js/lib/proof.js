/** The button that downloads the proof of a negative answer. */

import { file, puzzleParameters } from '../engine/engine.js';
import { refusal } from '../engine/refused.js';
import { button, h, saveAs, setText } from './dom.js';
import { createRemedy } from './remedy.js';

/** @param {import('./i18n.js').Translate} t */
export function createProof(t) {
  /** @type {Record<string, any>|null} */
  let request = null;
  const get = button(t('proof.download'), 'download', download, { title: t('proof.about') });
  const status = h('p', { class: 'fine', role: 'status', hidden: true });
  const remedy = createRemedy(t, download);
  const element = h('div', { class: 'proof', hidden: true }, get, status, remedy.element);
  return { element, render };

  /** @param {Record<string, any>|null|undefined} puzzle  the puzzle, if it has no solution */
  function render(puzzle) {
    const before = JSON.stringify(request);
    request = puzzle ? puzzleParameters(puzzle) : null;
    if (JSON.stringify(request) !== before) showStatus('');
    element.hidden = !request;
  }

  async function download() {
    if (!request) return;
    get.disabled = true;
    try {
      const { blob, name } = await file('proof', request);
      saveAs(blob, name);
      showStatus(t('proof.saved'));
    } catch (error) {
      showStatus(refusal(t, /** @type {any} */ (error)), /** @type {any} */ (error));
    }
    get.disabled = false;
  }

  /** @param {string} sentence @param {import('../engine/refused.js').Refusal} [refused] */
  function showStatus(sentence, refused) {
    status.hidden = !sentence;
    setText(status, sentence);
    remedy.render(refused);
  }
}
