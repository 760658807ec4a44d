/** Questions that take the heavy engine, which is fetched for the first of them. Written by `cargo xtask generate`, never by hand. */
export const HEAVY = ['proof', 'verify', 'measure', 'render', 'count', 'tours', 'sample', 'unrank', 'rank', 'puzzle', 'given', 'joining', 'spell', 'lab/backtracking', 'lab/warnsdorff', 'lab/growth', 'lab/race'];
