/** Names and colours of the engine: written by `cargo xtask generate`, never by hand. */

export const METHODS = ['auto', 'backtrack', 'backtrack-iterative', 'warnsdorff', 'warnsdorff-backtrack', 'divide', 'parberry', 'tidy', 'repair', 'exact'];

export const TIES = ['first', 'random', 'lookahead', 'far'];

export const LEAPERS = ['knight', 'camel', 'zebra', 'giraffe', 'antelope'];

export const KINDS = ['open', 'closed'];

export const FORMATS = ['grid', 'squares', 'json', 'csv', 'svg', 'png', 'pdf', 'gif', 'npy'];

export const OFFERED_FORMATS = ['json', 'csv', 'svg', 'png', 'pdf', 'gif', 'npy'];

export const PICTURES = ['svg', 'png', 'pdf', 'gif'];

export const THEMES = ['classic', 'dark', 'print', 'blueprint', 'high-contrast'];

export const PATHS = ['straight', 'smooth', 'woven'];

export const FILLS = ['none', 'harlequin'];

export const SHOWS = ['auto', 'always', 'never'];

export const MEASURES = ['turns', 'straight', 'angle', 'slope'];

export const SYMMETRIES = ['half-turn', 'quarter-turn', 'mirror', 'mirror-files', 'mirror-ranks', 'diagonal', 'transpose', 'anti-transpose'];

export const DIFFICULTIES = ['easy', 'medium', 'hard', 'fiendish'];

export const QUALITIES = ['fewest-turns', 'fewest-straight', 'fewest-right-angles', 'fewest-sharp-angles', 'fewest-crossings', 'most-turns', 'most-straight', 'most-right-angles', 'most-sharp-angles', 'most-crossings', 'magic'];

export const ORDERS = {'d2':'1,-2 2,-1 2,1 1,2 -1,2 -2,1 -2,-1 -1,-2', 'd0':'-1,-2 -2,-1 -2,1 -1,2 1,2 2,1 2,-1 1,-2', 'sorted':'-2,-1 -2,1 -1,-2 -1,2 1,-2 1,2 2,-1 2,1'};

export const DAY = ['#12467f', '#1d4580', '#264582', '#2d4483', '#344385', '#394286', '#3f4188', '#444089', '#493f8a', '#4d3e8c', '#523d8d', '#563c8f', '#5b3a90', '#5f3892', '#633793', '#673595', '#6b3396', '#6f3493', '#743490', '#78348d', '#7d3589', '#813486', '#863483', '#8a347f', '#8f337c', '#933279', '#983175', '#9c3072', '#a12e6e', '#a52c6b', '#aa2a67', '#ae2763', '#b3245f', '#b5285d', '#b72c5a', '#b93057', '#bb3354', '#bd3752', '#bf3a4e', '#c13d4b', '#c34048', '#c54344', '#c74540', '#ca483c', '#cc4b37', '#ce4d32', '#d0502b', '#d25324', '#d4551b'];

export const NIGHT = ['#4fb3ff', '#4eb6fa', '#4eb9f5', '#4ebbf0', '#4dbeeb', '#4dc0e6', '#4dc3e1', '#4dc5db', '#4dc8d6', '#4dcad1', '#4ecccb', '#4ecec6', '#4fd1c0', '#4fd3ba', '#50d5b4', '#51d7ae', '#52d9a8', '#5fdaa4', '#6adba1', '#74db9d', '#7ddc99', '#86dd95', '#8fde91', '#97de8d', '#9fdf88', '#a7e084', '#aee07f', '#b5e17a', '#bce175', '#c3e26f', '#cae269', '#d0e363', '#d7e35c', '#dadf5b', '#dedb5a', '#e1d75a', '#e4d359', '#e7ce58', '#e9ca57', '#ecc656', '#eec255', '#f1bd55', '#f3b954', '#f5b553', '#f7b052', '#f9ac51', '#fba751', '#fda350', '#ff9e4f'];
