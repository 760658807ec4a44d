/** Types of the API’s documents, from its description; written by `browser-tests/documents.js`. */

export type Squares = {
  board: Board;
  leaper: Leaper;
  squares: Array<string>;
  leaps: Record<string, Array<string>>;
};
export type Board = {
  files: Whole;
  ranks: Whole;
  holes: Array<string>;
};
export type Whole = number;
export type Leaper = [number, number];
export type Error = {
  error: string;
  code: string;
  facts: Record<string, unknown>;
};
export type Hint = {
  board: Board;
  leaper: Leaper;
  outcome: OutcomeWord;
  kind?: Kind;
  trouble?: Array<Trouble>;
  next?: string;
  squares?: SquareList;
  reason?: Reason;
  spent?: Spent;
};
export type OutcomeWord = "found" | "impossible" | "unknown";
export type Kind = "closed" | "open";
export type Trouble = {
  square: string;
  ways: number;
};
export type SquareList = Array<string>;
export type Reason = {
  code: string;
  text: string;
  squares: Array<string>;
  certificate: any;
  groups?: Array<Group>;
};
export type Group = {
  role: string;
  count: Whole;
  squares?: Array<string>;
  ranks?: Array<number>;
  files?: Array<number>;
  colour?: string;
};
export type Spent = {
  seconds: number;
  trials: Whole;
};
export type Outcome = {
  board?: Board;
  leaper?: Leaper;
  outcome: OutcomeWord;
  kind?: Kind;
  squares?: SquareList;
  reason?: Reason;
  spent?: Spent;
  stats?: Stats;
  measures?: Measures;
  best?: Best;
};
export type Stats = {
  method: string;
  trials: Whole;
  moves: Whole;
  backtracks: Whole;
  tries: Whole;
  seconds: number;
  report?: ReportCounters;
};
export type ReportCounters = {
  trials: Whole;
  moves: Whole;
};
export type Measures = {
  leaps: number;
  turns: number;
  straight: number;
  longest_run: number;
  angles: Array<Angle>;
  slopes: Array<Slope>;
  crossings: Crossings;
  area?: Area;
  symmetry: KeptSymmetry;
  sums: Sums;
};
export type Angle = {
  degrees: number;
  count: number;
};
export type Slope = {
  file: number;
  rank: number;
  count: number;
};
export type Crossings = {
  total: number;
  uncrossed: number;
  by_leap: Array<number>;
};
export type Area = {
  inside: number;
  swept: number;
};
export type KeptSymmetry = {
  name: string;
  kept: Array<Kept>;
};
export type Kept = {
  symmetry: string;
  reverses: boolean;
};
export type Sums = {
  magic: string;
  ranks: Array<number>;
  files: Array<number>;
  diagonals?: Array<number>;
  failing_ranks: Array<number>;
  failing_files: Array<number>;
};
export type Best = {
  aim: string;
  value: number;
  is_proven: boolean;
  rounds: number;
};
export type Exists = {
  board: string;
  shape: Board;
  holes?: Array<string>;
  leaper?: Leaper;
  connected?: boolean;
  start?: string;
  end?: string;
  class?: string;
  closed?: Answer;
  open?: Answer;
  closed_with_one_missing?: OneMissing;
};
export type Answer = {
  answer: Word;
  because?: string;
  reason?: Reason;
};
export type Word = "yes" | "no" | "unknown";
export type OneMissing = {
  answer: Word;
  rule?: Rule;
  missing?: Array<string>;
  reason?: NoneMissing;
};
export type Rule = {
  text: string;
  colour_of?: string;
  except?: Array<string>;
};
export type NoneMissing = {
  code: string;
  text: string;
  squares?: Array<Without>;
};
export type Without = {
  square: string;
  reason: Reason | null;
};
export type Table = {
  files: Whole;
  ranks: Whole;
  rows: Array<string>;
};
export type Starts = {
  board: string;
  shape: Board;
  kind: Kind;
  yes: Array<string>;
  no: Array<NoStart>;
  unknown?: Array<UnknownStart>;
};
export type NoStart = {
  square: string;
  reason: Reason;
};
export type UnknownStart = {
  square: string;
  spent: Spent;
};
export type At = {
  outcome?: OutcomeWord;
  reason?: Reason;
  board?: string;
  shape?: Board;
  kind?: Kind;
  step?: string;
  square?: string;
  squares?: Whole;
  before?: string;
  after?: string;
};
export type Merge = {
  board: Board;
  leaper: Leaper;
  outcome: OutcomeWord;
  kind: Kind;
  levels: Array<Level>;
  squares: Array<string>;
};
export type Level = {
  level: number;
  tours: Array<Array<string>>;
  merges: Array<MergeOfParts>;
};
export type MergeOfParts = {
  whole: Part;
  parts: Array<Part>;
  removed: Array<Array<string>>;
  added: Array<Array<string>>;
};
export type Part = {
  corner: string;
  files: number;
  ranks: number;
};
export type Atlas = {
  outcome?: OutcomeWord;
  reason?: Reason;
  board?: string;
  shape?: Board;
  files?: number;
  ranks?: number;
  kind?: Kind;
  method?: string;
  squares?: string;
};
export type Steps = {
  steps: Array<string | null>;
};
export type Blocks = {
  blocks: Array<Array<number>>;
  joins: Array<Array<number>>;
};
export type Path = {
  step: string;
  places: Array<Array<number>>;
};
export type Step = {
  events: Array<[string, string]>;
  tried: Array<number>;
  trials: number;
  moves: number;
  backtracks: number;
};
export type Skip = {
  squares: Array<string>;
  trials: number;
  moves: number;
  backtracks: number;
};
export type Working = {
  done: number;
  share: number;
};
export type Verdict = {
  valid: boolean;
  kind?: Kind;
  board?: string;
  shape?: Board;
  squares?: Whole;
  leaper?: Leaper;
  step?: Whole;
  error?: string;
  code?: string;
  facts?: any;
  measures?: Measures;
};
export type Measured = {
  board: Board;
  leaper: Leaper;
  kind: Kind;
  squares: Whole;
  measures: Measures;
};
export type Estimate = {
  seconds: number;
  bytes: Whole;
};
export type Progress = {
  share: number;
  layer: number;
  layers: number;
  states: number;
  done: number;
  pairs: number;
  seconds: number;
};
export type Counted = Count | KeptCount | Spread | MagicColumns;
export type Count = {
  board: string;
  shape: Board;
  kind: Kind;
  directed: string;
  undirected: string;
  states: string;
  peak_bytes: Whole;
  written_bytes?: Whole;
  read_bytes?: Whole;
  seconds: number;
  classes?: Classes;
};
export type Classes = {
  all: string;
  quaternary: string;
  binary: string;
  asymmetric: string;
};
export type KeptCount = {
  board: string;
  shape: Board;
  kind: Kind;
  symmetry: string;
  directed: string;
  undirected: string;
  seconds: number;
};
export type Spread = {
  board: string;
  shape: Board;
  kind: Kind;
  by: string;
  undirected: TallyDocument;
  seconds: number;
};
export type TallyDocument = Record<string, string> | Record<string, Record<string, string>>;
export type MagicColumns = {
  board: string;
  kind: Kind;
  magic: string;
  undirected: Whole;
  seconds: number;
};
export type Tours = {
  board: Board;
  leaper: Leaper;
  tours: Array<OneOfMany>;
  more?: boolean;
  values?: Array<Value>;
};
export type OneOfMany = {
  squares: Array<string>;
  kind: Kind;
  measures?: Measures;
};
export type Value = {
  value: string;
  tours: Whole;
};
export type Numbered = {
  board: Board;
  leaper: Leaper;
  number: string;
  tour: OneOfMany;
};
export type Puzzle = {
  outcome: OutcomeWord;
  board: Board;
  leaper: Leaper;
  kind?: Kind;
  givens?: Record<string, number>;
  solution?: SquareList;
  difficulty?: "easy" | "medium" | "hard" | "fiendish";
  seed: Whole;
  reason?: Reason;
  spent?: Spent;
};
export type Given = {
  outcome: OutcomeWord;
  unique?: boolean;
  checked?: boolean;
  board: Board;
  leaper: Leaper;
  kind: Kind;
  squares?: SquareList;
  another?: SquareList;
  differ?: Array<string>;
  solutions?: Whole;
  at_least?: boolean;
  reason?: Reason;
  steps?: Array<Deduction>;
  spent?: Spent;
};
export type Deduction = {
  rule: string;
  concludes: "leaps" | "step" | "not";
  square: string;
  step?: number;
  squares?: Array<string>;
  text: string;
};
export type Joining = {
  stages: Array<Array<Array<string>>>;
  answer: Outcome;
};
export type Spelled = {
  outcome: OutcomeWord;
  board: Board;
  leaper: Leaper;
  kind?: Kind;
  rows?: Array<Array<string>>;
  squares?: SquareList;
  readings?: Whole;
  at_least?: boolean;
  seed: Whole;
  reason?: Reason;
  spent?: Spent;
};
export type Begin = {
  experiment: string;
  words: Record<string, unknown>;
  command: string;
  cells: number;
};
export type Row = {
  cell: string;
  done: number;
  cells: number;
  row: Record<string, unknown>;
};
export type Findings = {
  sentences: Array<string>;
  tables: Array<FindingsTable>;
  plots: Array<Plot>;
  lines: Array<Line>;
  notes: Array<Line>;
};
export type FindingsTable = {
  caption: string;
  columns: Array<string>;
  rows: Array<Array<string>>;
  lines: TableLines;
};
export type TableLines = {
  caption: Line;
  columns: Array<Line>;
  rows: Array<Array<Figure>>;
};
export type Line = {
  code: string;
  facts: Record<string, Figure>;
};
export type Figure = "nothing" | {
  name: string;
} | {
  method: string;
} | {
  tie: string;
} | {
  count: number;
} | {
  seconds: number;
} | {
  limit: number;
} | {
  percent: number;
} | {
  exact: number;
} | {
  times: number;
} | {
  number: number;
} | {
  decimal: {
    value: number;
    digits: number;
  };
} | {
  over: Figure;
} | {
  list: Array<Figure>;
} | {
  either: Array<Figure>;
} | {
  line: Line;
};
export type Plot = {
  name: string;
  title: string;
  line: Line;
  x: PlotAxis;
  y: PlotAxis;
  series: Array<PlotSeries>;
  svg?: string;
};
export type PlotAxis = {
  label: string;
  line: Line;
  unit: Unit;
  scale: Scale;
  ends: [number, number] | null;
};
export type Unit = "count" | "seconds" | "percent";
export type Scale = "linear" | "log";
export type PlotSeries = {
  name: string;
  figure: Figure;
  hue: number;
  style: Style;
  points: Array<[number, number]>;
  ranges: Array<[number, number]>;
};
export type Style = "marked" | "line" | "dashed" | "marks" | "hollow" | "at-least" | "steps";
export type End = {
  sentences: Array<string>;
  tables: Array<FindingsTable>;
  plots: Array<Plot>;
  lines: Array<Line>;
  notes: Array<Line>;
  command: string;
  complete: boolean;
  rows: number;
  csv: string;
  html: string;
};

/** The document of each question. */
export interface Documents {
  'board': Squares;
  'hint': Hint;
  'finish': Hint;
  'solve': Outcome;
  'exists': Exists;
  'table': Table;
  'starts': Starts;
  'at': At;
  'merge': Merge;
  'atlas': Atlas;
  'atlas/steps': Steps;
  'atlas/blocks': Blocks;
  'atlas/path': Path;
  'verify': Verdict;
  'measure': Measured;
  'tours': Tours;
  'sample': Tours;
  'unrank': Numbered;
  'rank': Numbered;
  'puzzle': Puzzle;
  'given': Given;
  'joining': Joining;
  'spell': Spelled;
}
