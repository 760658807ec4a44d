/** Keys that work wherever the focus is, but for fields to write in: Ctrl+Z, Ctrl+Y, and the letters of the board. */

/** @param {{undo: () => void, redo: () => void, key: (key: string) => boolean}} on */
export function watchShortcuts({ undo, redo, key }) {
  const press = (/** @type {KeyboardEvent} */ event) => {
    const isText =
      event.target instanceof HTMLElement &&
      event.target.matches('input:not([type=checkbox]), select, textarea');
    if (isText || event.altKey || event.defaultPrevented) return;
    const letter = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (letter === 'z' && !event.shiftKey) undo();
      else if (letter === 'y' || letter === 'z') redo();
      else return;
    } else if (!key(letter)) return;
    event.preventDefault();
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}
