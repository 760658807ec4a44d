/** Questions that take the heavy engine, which is fetched for the first of them; the engine's own list, compared by a test of `apps/ktour-browser`. */
export const HEAVY = ['proof', 'verify', 'measure', 'render', 'count', 'tours', 'sample', 'unrank', 'rank', 'puzzle', 'given', 'joining', 'spell', 'lab/backtracking', 'lab/warnsdorff', 'lab/growth', 'lab/race'];
