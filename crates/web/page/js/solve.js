/** Solve. */
/** @type {import('./types.js').Tab} */
export const solve = { name: 'solve', mount: () => ({ render() {} }), read: () => ({}), write: () => ({}) };
