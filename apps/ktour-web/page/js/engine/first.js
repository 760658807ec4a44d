/** Questions of a game, which the first engine answers. Written by `cargo xtask generate`, never by hand. */
export const FIRST = ['board', 'hint', 'finish'];
