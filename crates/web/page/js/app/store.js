/** The one state of the page: event → update(state) → render(state). */

/**
 * @typedef {object} Store
 * @property {any} state
 * @property {(change: object | ((state: any) => object)) => void} update
 * @property {(part: string, change: object | ((part: any, state: any) => object)) => void} change  one tab's part
 * @property {(render: (state: any, before: any) => void) => void} subscribe
 */

/**
 * @param {any} state
 * @returns {Store}
 */
export function createStore(state) {
  /** @type {((state: any, before: any) => void)[]} */
  const renders = [];
  const store = {
    get state() {
      return state;
    },
    update(/** @type {any} */ change) {
      const before = state;
      state = { ...state, ...(typeof change === 'function' ? change(state) : change) };
      for (const render of renders) render(state, before);
    },
    change(/** @type {string} */ part, /** @type {any} */ change) {
      store.update((/** @type {any} */ state) => ({
        [part]: { ...state[part], ...(typeof change === 'function' ? change(state[part], state) : change) },
      }));
    },
    subscribe(/** @type {(state: any, before: any) => void} */ render) {
      renders.push(render);
    },
  };
  return store;
}
