/**
 * The page without a network: all of its files, cached by version. `cargo xtask site` writes the list; only the page as plain files registers this.
 *
 * The common files are cached at the first visit; the heavy part of the engine, other languages and the files of single tabs
 * when first requested, or shortly after the first visit. A new version is fetched besides the old one and waits until the reader
 * accepts it.
 */

const VERSION = '%VERSION%';
const FILES = ['%FILES%'];
const LATER = ['%LATER%'];

const scope = /** @type {any} */ (self).registration.scope;
/** Other pages of the same host have caches of their own. */
const NAME = `ktour ${scope} ${VERSION}`;

/** The texts of languages that the reader's browser does not prefer. */
const OTHER_LANGUAGES = FILES.filter((file) => {
  const codes = FILES.map((file) => /^i18n\/(\w+)\.json$/.exec(file)?.[1] ?? '');
  const own = navigator.languages
    .map((tag) => tag.split('-')[0])
    .find((tag) => codes.includes(tag));
  return file.startsWith('i18n/') && file !== `i18n/${own ?? 'en'}.json`;
});

addEventListener('install', (/** @type {any} */ event) =>
  event.waitUntil(keep(FILES.filter((file) => !OTHER_LANGUAGES.includes(file)))),
);
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
  // At a first visit the browser has just fetched what the page needs.
  const isFirst = !(await caches.keys()).some((name) => name.startsWith(`ktour ${scope} `));
  const cache = await caches.open(NAME);
  const there = await Promise.all(files.map((file) => cache.match(file)));
  // A file named by its contents is never stale; others are revalidated.
  const fresh = (/** @type {string} */ file) =>
    new Request(file, {
      cache: isFirst || /-(?:[0-9a-f]{16}|[0-9A-Z]{8})\./.test(file) ? 'force-cache' : 'no-cache',
    });
  await cache.addAll(files.filter((_, at) => !there[at]).map(fresh));
}

/** Caches the files of the tabs, then the rest of the engine, which is larger. */
async function keepRest() {
  const isEngine = (/** @type {string} */ file) => file.endsWith('.wasm');
  await keep(OTHER_LANGUAGES.concat(LATER.filter((file) => !isEngine(file)))).catch(() => {});
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

/** Every state of the page is the same file with other parameters. @param {Request} request */
async function answer(request) {
  const cache = await caches.open(NAME);
  const isPage =
    request.mode === 'navigate' && /\/(?:index\.html)?$/.test(new URL(request.url).pathname);
  const there = await cache.match(isPage ? './' : request, { ignoreSearch: true });
  if (there) return there;
  const response = await fetch(request);
  if (response.ok && LATER.concat(OTHER_LANGUAGES).some((file) => request.url === scope + file))
    await cache.put(request, response.clone());
  return response;
}
