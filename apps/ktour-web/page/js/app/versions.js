/** Offline copies of the page, and its next version, which is offered and never forced. */

import { isReady } from '../engine/engine.js';
import { isServed } from './home.js';

/** Longest wait for the engine before the offline copies are made, in milliseconds. */
const MAX_WAIT_MS = 5_000;
/** Delay before the rest of the page is cached, in milliseconds, so that a short visit fetches little. */
const QUIET_MS = 3_000;

/** @param {(update: () => void) => void} offer  receives the function that loads the new version */
export async function watchVersions(offer) {
  // Behind its server the page has no use for copies of itself.
  if (isServed || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  // Offline copies wait until the page itself is loaded.
  await Promise.race([isReady, new Promise((done) => setTimeout(done, MAX_WAIT_MS))]);
  const registration = await serviceWorker.register('sw.js').catch(() => null);
  if (!registration) return;
  serviceWorker.ready.then(({ active }) =>
    setTimeout(() => active?.postMessage('keep all'), QUIET_MS),
  );
  const show = () => {
    // Without a controller this is the first visit, and nothing is new.
    if (registration.waiting && serviceWorker.controller) offer(update);
  };
  show();
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', show),
  );

  function update() {
    serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    registration?.waiting?.postMessage('take over');
  }
}
