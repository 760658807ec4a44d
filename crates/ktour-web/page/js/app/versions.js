/** The page kept for the time without a network, and its next version: offered when it is there, never forced. */

import { isThere } from '../engine/engine.js';
import { isServed } from './home.js';

/** How long the engine is waited for, in milliseconds. */
const PATIENCE = 5_000;
/** Milliseconds after which the rest of the page is kept as well, so that a glance at the page fetches little. */
const QUIET_MS = 3_000;

/** @param {(update: () => void) => void} offer  is given what loads the new version */
export async function watchVersions(offer) {
  // Behind its server the page has no use for copies of itself.
  if (isServed || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  // Copies are made when the page has what it needs itself.
  await Promise.race([isThere, new Promise((done) => setTimeout(done, PATIENCE))]);
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
