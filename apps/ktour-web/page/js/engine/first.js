/** Questions of a game, which the first engine answers; the engine's own list, compared by a test of `apps/ktour-browser`. */
export const FIRST = ['board', 'hint', 'finish'];
