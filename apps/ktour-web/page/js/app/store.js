/** The one state of the page: event → update(state) → render(state). */

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Parts} Parts
 * @typedef {(state: State, before: State) => void} Render
 */

/**
 * A change of a part: new values of some properties, or a function from the old part to them.
 * @template Part
 * @typedef {Partial<Part> | ((part: Part) => Partial<Part>)} Change
 */

/**
 * @typedef {object} Store
 * @property {State} state
 * @property {(change: Change<State>) => void} update
 * @property {<Name extends keyof Parts>(name: Name, change: Change<Parts[Name]>) => void} change  one tab's part
 * @property {(render: Render) => void} subscribe
 */

/**
 * @param {State} state
 * @returns {Store}
 */
export function createStore(state) {
  /** @type {Render[]} */
  const renders = [];
  return {
    get state() {
      return state;
    },
    update,
    change(name, change) {
      const part = state[name];
      update({ [name]: { ...part, ...(typeof change === 'function' ? change(part) : change) } });
    },
    subscribe(render) {
      renders.push(render);
    },
  };

  /** @param {Change<State>} change */
  function update(change) {
    const before = state;
    state = { ...state, ...(typeof change === 'function' ? change(state) : change) };
    for (const render of renders) render(state, before);
  }
}
