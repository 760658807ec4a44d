/** The numbers that have no square yet, in one line: tap one for the chosen square, or drag it to a square. */

import { h } from '../../lib/dom.js';
import { watchDrag } from './drag.js';

/**
 * @param {import('../../lib/i18n.js').Translate} t
 * @param {{take: (n: number) => void, drop: (n: number, square: string) => void}} on
 */
export function createTray(t, on) {
  const element = h('div', { class: 'tray', role: 'group', 'aria-label': t('puzzle.tray') });
  let shown = '';
  let scrolledTo = 0;
  watchDrag(element, { number: numberOf, drop: (n, square) => square && on.drop(n, square) });
  return { element, render };

  /** @param {number[]} numbers @param {number} hand  the one that waits for a square @param {number} next  the one that comes next along the tour */
  function render(numbers, hand, next) {
    if (numbers.join() !== shown) {
      const chips = new Map([...element.children].map((chip) => [numberOf(chip), chip]));
      // Chips are reused, so that the focus is not lost.
      for (const [n, chip] of chips) if (!numbers.includes(n)) chip.remove();
      numbers.forEach((n, at) => {
        if (!chips.has(n))
          element.insertBefore(
            h(
              'button',
              { type: 'button', class: 'chip', 'data-number': n, onclick: () => on.take(n) },
              String(n),
            ),
            element.children[at] ?? null,
          );
      });
      shown = numbers.join();
    }
    for (const chip of element.children) {
      chip.setAttribute('aria-pressed', String(numberOf(chip) === hand));
      chip.classList.toggle('next', numberOf(chip) === next);
    }
    const chip = /** @type {HTMLElement|null} */ (element.querySelector('.next'));
    if (chip && next !== scrolledTo)
      element.scrollLeft = chip.offsetLeft - element.clientWidth / 2 + chip.offsetWidth / 2;
    scrolledTo = next;
  }

  /** @param {Element} chip */
  function numberOf(chip) {
    return Number(/** @type {HTMLElement} */ (chip).dataset.number ?? 0);
  }
}
