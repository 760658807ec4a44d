/**
 * Types of the page. No code.
 *
 * @typedef {string} Square  such as "c3"
 * @typedef {{files: number, ranks: number, holes: Square[], leaper?: string}} Board  `leaper` is a knight by default
 * @typedef {{leaps: Record<Square, Square[]>, squares: Square[]}} Facts  all the page knows of the rules
 * @typedef {import('./documents.js').Reason} Reason
 * @typedef {import('./documents.js').Group} Group  squares that a reason speaks of
 * @typedef {import('./documents.js').Outcome} Answer
 * @typedef {import('./documents.js').Stats} Stats
 *
 * @typedef {object} Spec  describes a drawing of a board
 * @property {Board} board
 * @property {Square[]} [path]  visited squares in their order
 * @property {number} [total]  steps of the whole tour, for the colours
 * @property {boolean} [isClosed]  draw the leap from the last square to the first
 * @property {Square|null} [knight]
 * @property {Map<Square, number>} [legal]  squares the knight may go to, each with its onward leaps
 * @property {boolean} [showOnward]
 * @property {boolean} [showNumbers]
 * @property {boolean} [showPath]
 * @property {{n: number, leaps: [number, number][][]}|null} [woven]  the visible stretches of each leap; each drawing has its own number
 * @property {Square[]|null} [ghost]  a faint tour on an empty board
 * @property {Map<Square, {text: string, mark: string}>} [labels]  texts on squares, each with the class of its style
 * @property {Map<Square, string>} [tints]  squares to mark, each with the name of the mark
 * @property {Map<Square, number>} [heat]  how often a search entered a square, 0 to 1
 * @property {{from: Square, to: Square, mark: string}[]} [lines]
 * @property {{corner: Square, files: number, ranks: number}[]} [regions]
 * @property {Square[][]} [tours]  closed tours drawn side by side
 * @property {(square: Square, step: number) => string} [describe]
 * @property {(square: Square) => string} [explain]  the description of a legal square
 * @property {number} [duration]  milliseconds for a leap; 0 draws at once
 *
 * @typedef {object} EngineBackend  where questions are answered
 * @property {(question: string, parameters: Record<string, any>, signal?: AbortSignal, onProgress?: (working: import('./engine/worker-queue.js').Working) => void) => Promise<{body: ArrayBuffer, media: string, name: string}>} send
 * @property {(question: string, parameters: Record<string, any>, signal: AbortSignal) => AsyncIterable<{event: string, data: any}>} stream
 *
 * @typedef {object} App  the services for a tab
 * @property {import('./app/store.js').Store} store
 * @property {import('./lib/i18n.js').Translate} t
 * @property {(sentence: string) => void} announce  writes to the live region
 * @property {<Name extends keyof Parts>(tab: Name, options?: Partial<Parts[Name]>) => void} go  shows a tab with its stored state, changed by the options
 * @property {() => boolean} isStill  whether the reader prefers no motion
 * @property {boolean} [isEmbedded]  whether the page is an embedded board
 *
 * @typedef {object} Parts  the state of each opened tab
 * @property {import('./tabs/play/game.js').Part} play
 * @property {import('./tabs/puzzle/game.js').Part} puzzle
 * @property {import('./tabs/solve/state.js').Part} solve
 * @property {import('./tabs/learn/learn.js').Part} learn
 * @property {import('./tabs/explore/text.js').Part} explore
 * @property {import('./tabs/atlas/state.js').Part} atlas
 * @property {import('./tabs/lab/lab.js').Part} lab
 * @property {import('./tabs/count/count.js').Part} count
 *
 * @typedef {{language: string, theme: 'auto'|'light'|'dark', tab: keyof Parts, update: (() => void)|null} & Parts} State
 */

/**
 * A tab of the page. `saved` comes from the browser's storage and may be anything.
 * @template {keyof Parts} Name
 * @typedef {{name: Name, mount(root: HTMLElement, app: App): {render: (state: State) => void, unmount?: () => void},
 *   read(parameters: URLSearchParams, saved: any): Parts[Name], write(part: Parts[Name]): Record<string, string>, keep?(part: Parts[Name]): object,
 *   withOptions?(part: Parts[Name], options: Partial<Parts[Name]>): Parts[Name]}} Tab  options from another tab are merged into the state, or passed to `withOptions`
 */
export {};
