/** Values in the browser's own storage, which survive a reload. */

const RELOAD_LINK_KEY = 'ktour.left';

/** @param {string} name */
export function load(name) {
  try {
    return JSON.parse(localStorage.getItem(`ktour.${name}`) ?? 'null');
  } catch {
    return null;
  }
}

/** Returns the defaults, overwritten by saved values of the same type. @template {Record<string, any>} Defaults @param {Defaults} defaults @param {any} saved @returns {Defaults} */
export function withSaved(defaults, saved) {
  const isKept = (/** @type {string} */ name) => typeof saved?.[name] === typeof defaults[name];
  return /** @type {Defaults} */ (
    Object.fromEntries(
      Object.entries(defaults).map(([name, value]) => [name, isKept(name) ? saved[name] : value]),
    )
  );
}

/** @param {string} name @param {unknown} value */
export function save(name, value) {
  try {
    localStorage.setItem(`ktour.${name}`, JSON.stringify(value));
  } catch {
    // Without storage the game continues.
  }
}

/** Stores the link to a page that unloads, because its address changes too late for a reload. @param {string} from  the address that is reloaded @param {string} link  the address to show */
export function storeReloadLink(from, link) {
  try {
    if (from === link) sessionStorage.removeItem(RELOAD_LINK_KEY);
    else sessionStorage.setItem(RELOAD_LINK_KEY, JSON.stringify([from, link]));
  } catch {
    // Without storage the reload shows a state that is a moment old.
  }
}

/** Takes the link that the page before a reload has stored. @param {string} address @returns {string|null} */
export function takeReloadLink(address) {
  try {
    const [from, link] = JSON.parse(sessionStorage.getItem(RELOAD_LINK_KEY) ?? '[]');
    sessionStorage.removeItem(RELOAD_LINK_KEY);
    return from === address && new URL(link).origin === new URL(address).origin ? link : null;
  } catch {
    return null;
  }
}
