/** The page kept for the time without a network, and its next version: offered when it is there, never forced. */

import { isServed } from './home.js';

/** @param {(update: () => void) => void} offer  is given what loads the new version */
export async function watchVersions(offer) {
  // Behind its server the page has no use for copies of itself.
  if (isServed || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register('sw.js').catch(() => null);
  if (!registration) return;
  const show = () => {
    // Without a controller this is the first visit, and nothing is new.
    if (registration.waiting && serviceWorker.controller) offer(update);
  };
  show();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', show));

  function update() {
    serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    registration?.waiting?.postMessage('take over');
  }
}
