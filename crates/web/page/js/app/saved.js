/** What survives a reload: a few words in the browser's own storage, and nowhere else. */

/** @param {string} name */
export function load(name) {
  try {
    return JSON.parse(localStorage.getItem(`ktour.${name}`) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {string} name @param {unknown} value */
export function save(name, value) {
  try {
    localStorage.setItem(`ktour.${name}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing: the game goes on.
  }
}
