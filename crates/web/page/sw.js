/**
 * The page without a network: all of its files, kept by version. `cargo xtask site` writes which; nothing else registers this.
 *
 * A new version is fetched beside the old one and waits until the page says that the reader wants it.
 */

const VERSION = '%VERSION%';
const FILES = ['%FILES%'];

const scope = /** @type {any} */ (self).registration.scope;
/** Other pages of the same host have caches of their own. */
const NAME = `ktour ${scope} ${VERSION}`;

addEventListener('install', (/** @type {any} */ event) => event.waitUntil(keep()));
addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(tidy()));
addEventListener('message', (event) => event.data === 'take over' && /** @type {any} */ (self).skipWaiting());
addEventListener('fetch', (/** @type {any} */ event) => {
  const { method, url } = event.request;
  if (method === 'GET' && url.startsWith(scope)) event.respondWith(answer(event.request));
});

async function keep() {
  const cache = await caches.open(NAME);
  // A file named by its contents is good as it lies there; of others the host is asked whether they are still the same.
  await cache.addAll(FILES.map((file) => new Request(file, { cache: /-[0-9a-f]{12,}\./.test(file) ? 'force-cache' : 'no-cache' })));
}

async function tidy() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(`ktour ${scope} `) && name !== NAME).map((name) => caches.delete(name)));
}

/** Every state of the page is the one page with other words. @param {Request} request */
async function answer(request) {
  const cache = await caches.open(NAME);
  const isPage = request.mode === 'navigate' && /\/(?:index\.html)?$/.test(new URL(request.url).pathname);
  return (await cache.match(isPage ? './' : request, { ignoreSearch: true })) ?? fetch(request);
}
