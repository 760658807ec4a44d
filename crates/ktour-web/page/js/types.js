/**
 * The words of the page, for the type checker. No code.
 *
 * @typedef {string} Square  such as "c3"
 * @typedef {{files: number, ranks: number, holes: Square[], leaper?: string}} Board  the leaper is a knight where nothing else is said
 * @typedef {{leaps: Record<Square, Square[]>, squares: Square[]}} Facts  all the page knows of the rules
 * @typedef {{code: string, squares?: Square[], certificate?: any, groups?: Group[]}} Reason
 * @typedef {{role: string, squares?: Square[], ranks?: number[], files?: number[], colour?: 'dark'|'light'}} Group  squares that a reason speaks of
 * @typedef {{outcome: 'found'|'impossible'|'unknown', kind?: 'open'|'closed', squares?: Square[],
 *   next?: Square, reason?: Reason, spent?: {trials?: number}, stats?: Stats, board?: Board,
 *   best?: {aim: string, value: number, is_proven: boolean}}} Answer
 * @typedef {{method: string, trials: number, moves: number, backtracks: number, seconds: number}} Stats
 *
 * @typedef {object} Spec  what a board is told to draw
 * @property {Board} board
 * @property {Square[]} [path]  visited squares in their order
 * @property {number} [total]  steps of the whole tour, for the colours
 * @property {boolean} [isClosed]  draw the leap from the last square to the first
 * @property {Square|null} [knight]
 * @property {Map<Square, number>} [legal]  squares the knight may go to, each with its onward leaps
 * @property {boolean} [showOnward]
 * @property {boolean} [showNumbers]
 * @property {boolean} [showPath]
 * @property {{n: number, leaps: [number, number][][]}|null} [woven]  which stretches of each leap are seen; another drawing has another number
 * @property {Square[]|null} [ghost]  a faint tour on an empty board
 * @property {Map<Square, {text: string, mark: string}>} [labels]  what is written on squares, each with the name of its look
 * @property {Map<Square, string>} [tints]  squares to mark, each with the name of the mark
 * @property {Map<Square, number>} [heat]  how often a search entered a square, 0 to 1
 * @property {{from: Square, to: Square, mark: string}[]} [lines]
 * @property {{corner: Square, files: number, ranks: number}[]} [regions]
 * @property {Square[][]} [tours]  closed tours drawn side by side
 * @property {(square: Square, step: number) => string} [describe]
 * @property {(square: Square) => string} [explain]  what is said of a legal square
 * @property {number} [duration]  milliseconds for a leap; 0 draws at once
 *
 * @typedef {object} Room  where questions are answered
 * @property {(question: string, words: Record<string, any>, signal?: AbortSignal, tell?: (working: import('./engine/lane.js').Working) => void) => Promise<{body: ArrayBuffer, media: string, name: string}>} send
 * @property {(question: string, words: Record<string, any>, signal: AbortSignal) => AsyncIterable<{event: string, data: any}>} hear
 *
 * @typedef {object} App  what a tab is given
 * @property {import('./app/store.js').Store} store
 * @property {import('./lib/i18n.js').Translate} t
 * @property {(sentence: string) => void} say  tells the live region
 * @property {<Name extends keyof Parts>(tab: Name, wish?: Partial<Parts[Name]>) => void} go  to a tab as it was left, or with a wish
 * @property {() => boolean} isStill  whether the reader prefers no motion
 * @property {boolean} [isEmbedded]  whether the tab is a board in somebody else's page, and nothing but that
 *
 * @typedef {object} Parts  what each tab knows, once it has been opened
 * @property {import('./tabs/play/game.js').Part} play
 * @property {import('./tabs/puzzle/game.js').Part} puzzle
 * @property {import('./tabs/solve/state.js').Part} solve
 * @property {import('./tabs/learn/learn.js').Part} learn
 * @property {import('./tabs/explore/words.js').Part} explore
 * @property {import('./tabs/atlas/state.js').Part} atlas
 * @property {import('./tabs/lab/lab.js').Part} lab
 * @property {import('./tabs/count/count.js').Part} count
 *
 * @typedef {{language: string, theme: 'auto'|'light'|'dark', tab: keyof Parts, update: (() => void)|null} & Parts} State
 */

/**
 * A room of the page. What was saved comes from a browser's storage and may be anything.
 * @template {keyof Parts} Name
 * @typedef {{name: Name, mount(root: HTMLElement, app: App): {render: (state: State) => void, unmount?: () => void},
 *   read(words: URLSearchParams, saved: any): Parts[Name], write(part: Parts[Name]): Record<string, string>, keep?(part: Parts[Name]): object,
 *   wish?(part: Parts[Name], wish: Partial<Parts[Name]>): Parts[Name]}} Tab  a wish from another tab is laid over what is there, or taken as the tab says
 */
export {};
