/** What survives a reload: a few words in the browser's own storage, and nowhere else. */

const LEFT = 'ktour.left';

/** @param {string} name */
export function load(name) {
  try {
    return JSON.parse(localStorage.getItem(`ktour.${name}`) ?? 'null');
  } catch {
    return null;
  }
}

/** Returns what is usual, with what was kept of it where that is of the same type. @template {Record<string, any>} Usual @param {Usual} usual @param {any} kept @returns {Usual} */
export function keptOf(usual, kept) {
  const isKept = (/** @type {string} */ name) => typeof kept?.[name] === typeof usual[name];
  return /** @type {Usual} */ (
    Object.fromEntries(
      Object.entries(usual).map(([name, value]) => [name, isKept(name) ? kept[name] : value]),
    )
  );
}

/** @param {string} name @param {unknown} value */
export function save(name, value) {
  try {
    localStorage.setItem(`ktour.${name}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing: the game goes on.
  }
}

/** Keeps the link of a page that goes, where its address comes too late for a reload. @param {string} from  what is loaded again @param {string} link  what should be */
export function leave(from, link) {
  try {
    if (from === link) sessionStorage.removeItem(LEFT);
    else sessionStorage.setItem(LEFT, JSON.stringify([from, link]));
  } catch {
    // The address is a moment old.
  }
}

/** The link of the page that went before, if it is loaded again. @param {string} address @returns {string|null} */
export function left(address) {
  try {
    const [from, link] = JSON.parse(sessionStorage.getItem(LEFT) ?? '[]');
    sessionStorage.removeItem(LEFT);
    return from === address && new URL(link).origin === new URL(address).origin ? link : null;
  } catch {
    return null;
  }
}
