/**
 * The page without a network: all of its files, kept by version. `cargo xtask site` writes which; nothing else registers this.
 *
 * What everybody needs is kept when the page is first opened; the heavy part of the engine and what one tab alone reads when it is first asked
 * for, or when the page has a quiet moment. A new version is fetched beside the old one and waits until the page says that the
 * reader wants it.
 */

const VERSION = '%VERSION%';
const FILES = ['%FILES%'];
const LATER = ['%LATER%'];

const scope = /** @type {any} */ (self).registration.scope;
/** Other pages of the same host have caches of their own. */
const NAME = `ktour ${scope} ${VERSION}`;

addEventListener('install', (/** @type {any} */ event) => event.waitUntil(keep(FILES)));
addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(tidy()));
addEventListener('message', (/** @type {any} */ event) => {
  if (event.data === 'take over') /** @type {any} */ (self).skipWaiting();
  if (event.data === 'keep all') event.waitUntil(keepRest());
});
addEventListener('fetch', (/** @type {any} */ event) => {
  const { method, url } = event.request;
  if (method === 'GET' && url.startsWith(scope)) event.respondWith(answer(event.request));
});

/** @param {string[]} files */
async function keep(files) {
  const cache = await caches.open(NAME);
  const there = await Promise.all(files.map((file) => cache.match(file)));
  // A file named by its contents is good as it lies there; of others the host is asked whether they are still the same.
  const fresh = (/** @type {string} */ file) =>
    new Request(file, {
      cache: /-(?:[0-9a-f]{16}|[0-9A-Z]{8})\./.test(file) ? 'force-cache' : 'no-cache',
    });
  await cache.addAll(files.filter((_, at) => !there[at]).map(fresh));
}

/** Keeps what the tabs need, then the rest of the engine, which takes longer. */
async function keepRest() {
  const isEngine = (/** @type {string} */ file) => file.endsWith('.wasm');
  await keep(LATER.filter((file) => !isEngine(file))).catch(() => {});
  await keep(LATER.filter(isEngine)).catch(() => {});
}

async function tidy() {
  const names = await caches.keys();
  await Promise.all(
    names
      .filter((name) => name.startsWith(`ktour ${scope} `) && name !== NAME)
      .map((name) => caches.delete(name)),
  );
}

/** Every state of the page is the one page with other words. @param {Request} request */
async function answer(request) {
  const cache = await caches.open(NAME);
  const isPage =
    request.mode === 'navigate' && /\/(?:index\.html)?$/.test(new URL(request.url).pathname);
  const there = await cache.match(isPage ? './' : request, { ignoreSearch: true });
  if (there) return there;
  const response = await fetch(request);
  if (response.ok && LATER.some((file) => request.url === scope + file))
    await cache.put(request, response.clone());
  return response;
}
