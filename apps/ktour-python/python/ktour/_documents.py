"""Names and documents of the engine: written by ``cargo xtask generate``, never by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired

Method = Literal["auto", "backtrack", "backtrack-iterative", "warnsdorff", "warnsdorff-backtrack", "divide", "parberry", "tidy", "repair", "exact"]
Tie = Literal["first", "random", "lookahead", "far"]
Format = Literal["grid", "squares", "json", "csv", "svg", "png", "pdf", "gif", "npy"]
Measure = Literal["turns", "straight", "angle", "slope"]
WantedSymmetry = Literal["half-turn", "quarter-turn", "mirror", "mirror-files", "mirror-ranks", "diagonal", "transpose", "anti-transpose"]
Difficulty = Literal["easy", "medium", "hard", "fiendish"]
Quality = Literal["fewest-turns", "fewest-straight", "fewest-right-angles", "fewest-sharp-angles", "fewest-crossings", "most-turns", "most-straight", "most-right-angles", "most-sharp-angles", "most-crossings", "magic"]


class Squares(TypedDict):
    """Board as a graph."""

    board: Board
    leaper: Leaper
    squares: list[str]
    leaps: dict[str, list[str]]


class Board(TypedDict):
    """The squares of a board: files by ranks, without the holes."""

    files: Whole
    ranks: Whole
    holes: list[str]


#: a whole number; a text beyond 2^53
Whole = Union[int, str]


#: The two distances of a leaper.
Leaper = list[int]


class Hint(TypedDict):
    """A hint."""

    board: Board
    leaper: Leaper
    outcome: OutcomeWord
    kind: NotRequired[Kind]
    trouble: NotRequired[list[Trouble]]
    next: NotRequired[str]
    squares: NotRequired[SquareList]
    reason: NotRequired[Reason]
    spent: NotRequired[Spent]


#: Found, impossible or unknown.
OutcomeWord = Literal["found", "impossible", "unknown"]


#: Whether the last square is a leap from the first.
Kind = Literal["closed", "open"]


class Trouble(TypedDict):
    """Unvisited square with too few free neighbours."""

    square: str
    ways: int


#: c3; x,y from the top left where a board has more than 26^3 files
SquareList = list[str]


class Reason(TypedDict):
    """Reason why there is no tour."""

    code: str
    text: str
    squares: list[str]
    certificate: Any
    groups: NotRequired[list[Group]]


class Group(TypedDict):
    """Squares with one role in a reason: listed, or given by their lines or their colour, so that the document is small on every board."""

    role: str
    count: Whole
    squares: NotRequired[list[str]]
    ranks: NotRequired[list[int]]
    files: NotRequired[list[int]]
    colour: NotRequired[str]


class Spent(TypedDict):
    """Cost of a search that was given up."""

    seconds: float
    trials: Whole


class Outcome(TypedDict):
    """Result of a search for a tour."""

    board: NotRequired[Board]
    leaper: NotRequired[Leaper]
    outcome: OutcomeWord
    kind: NotRequired[Kind]
    squares: NotRequired[SquareList]
    reason: NotRequired[Reason]
    spent: NotRequired[Spent]
    stats: NotRequired[Stats]
    measures: NotRequired[Measures]
    best: NotRequired[Best]


class Stats(TypedDict):
    """The counters of a search."""

    method: str
    trials: Whole
    moves: Whole
    backtracks: Whole
    tries: Whole
    seconds: float
    report: NotRequired[ReportCounters]


class ReportCounters(TypedDict):
    """Trials and moves as the report's program counts them."""

    trials: Whole
    moves: Whole


class Measures(TypedDict):
    """Measures of a tour."""

    leaps: int
    turns: int
    straight: int
    longest_run: int
    angles: list[Angle]
    slopes: list[Slope]
    crossings: Crossings
    area: NotRequired[Area]
    symmetry: KeptSymmetry
    sums: Sums


class Angle(TypedDict):
    """An angle and its number of occurrences."""

    degrees: float
    count: int


class Slope(TypedDict):
    """A slope and its number of leaps."""

    file: int
    rank: int
    count: int


class Crossings(TypedDict):
    """Crossings of leaps."""

    total: int
    uncrossed: int
    by_leap: list[int]


class Area(TypedDict):
    """The area of a closed tour, drawn through the middles of its squares."""

    inside: float
    swept: float


class KeptSymmetry(TypedDict):
    """The symmetries of a tour."""

    name: str
    kept: list[Kept]


class Kept(TypedDict):
    """A symmetry that maps a tour to itself."""

    symmetry: str
    reverses: bool


class Sums(TypedDict):
    """The sums of a tour's step numbers."""

    magic: str
    ranks: list[int]
    files: list[int]
    diagonals: NotRequired[list[int]]
    failing_ranks: list[int]
    failing_files: list[int]


class Best(TypedDict):
    """Value of the best tour found."""

    aim: str
    value: int
    is_proven: bool
    rounds: int


#: Whether tours exist.
Exists = TypedDict("Exists", {"board": "str", "shape": "Board", "holes": "list[str]", "leaper": "Leaper", "connected": "bool", "start": "str", "end": "str", "class": "str", "closed": "Answer", "open": "Answer", "closed_with_one_missing": "OneMissing"}, total=False)


class Answer(TypedDict):
    """Yes, no or unknown."""

    answer: Word
    because: NotRequired[str]
    reason: NotRequired[Reason]


#: Yes, no or unknown.
Word = Literal["yes", "no", "unknown"]


class OneMissing(TypedDict):
    """Squares of which one may be missing."""

    answer: Word
    rule: NotRequired[Rule]
    missing: NotRequired[list[str]]
    reason: NotRequired[NoneMissing]


#: Rule for missing squares.
Rule = TypedDict("Rule", {"text": "str", "colour_of": "str", "except": "list[str]"}, total=False)


class NoneMissing(TypedDict):
    """Reason why no square may be missing."""

    code: str
    text: str
    squares: NotRequired[list[Without]]


class Without(TypedDict):
    """Square whose removal leaves no closed tour."""

    square: str
    reason: Reason | None


class Table(TypedDict):
    """The class of every rectangle up to a size."""

    files: Whole
    ranks: Whole
    rows: list[str]


class Starts(TypedDict):
    """Every starting square with its answer."""

    board: str
    shape: Board
    kind: Kind
    yes: list[str]
    no: list[NoStart]
    unknown: NotRequired[list[UnknownStart]]


class NoStart(TypedDict):
    """Square without a tour."""

    square: str
    reason: Reason


class UnknownStart(TypedDict):
    """Square for which it is not known."""

    square: str
    spent: Spent


class At(TypedDict):
    """A step and its square, with the squares before and after."""

    outcome: NotRequired[OutcomeWord]
    reason: NotRequired[Reason]
    board: NotRequired[str]
    shape: NotRequired[Board]
    kind: NotRequired[Kind]
    step: NotRequired[str]
    square: NotRequired[str]
    squares: NotRequired[Whole]
    before: NotRequired[str | None]
    after: NotRequired[str | None]


class Merge(TypedDict):
    """Levels in which a structured tour is built."""

    board: Board
    leaper: Leaper
    outcome: OutcomeWord
    kind: Kind
    levels: list[Level]
    squares: list[str]


class Level(TypedDict):
    """One level of merging."""

    level: int
    tours: list[list[str]]
    merges: list[MergeOfParts]


class MergeOfParts(TypedDict):
    """Merge of four parts into one."""

    whole: Part
    parts: list[Part]
    removed: list[list[str]]
    added: list[list[str]]


class Part(TypedDict):
    """A rectangle of the board."""

    corner: str
    files: int
    ranks: int


class Atlas(TypedDict):
    """Properties of the tour, or the reason why there is none."""

    outcome: NotRequired[OutcomeWord]
    reason: NotRequired[Reason]
    board: NotRequired[str]
    shape: NotRequired[Board]
    files: NotRequired[int]
    ranks: NotRequired[int]
    kind: NotRequired[Kind]
    method: NotRequired[str]
    squares: NotRequired[str]


class Steps(TypedDict):
    """The steps of the squares of a rectangle, row by row."""

    steps: list[str | None]


class Blocks(TypedDict):
    """Blocks in a rectangle, and the leaps that join them if the blocks are small."""

    blocks: list[list[int]]
    joins: list[list[int]]


class Path(TypedDict):
    """Squares of the tour from a step on."""

    step: str
    places: list[list[int]]


class Step(TypedDict):
    """Events of a search."""

    events: list[list[str]]
    tried: list[int]
    trials: int
    moves: int
    backtracks: int


class Skip(TypedDict):
    """Position of a search."""

    squares: list[str]
    trials: int
    moves: int
    backtracks: int


class Working(TypedDict):
    """Progress of the work on the next event."""

    done: int
    share: float


class Error(TypedDict):
    """Refusal as a document."""

    error: str
    code: str
    facts: dict[str, Any]


class Verdict(TypedDict):
    """Verdict about a text."""

    valid: bool
    kind: NotRequired[Kind]
    board: NotRequired[str]
    shape: NotRequired[Board]
    squares: NotRequired[Whole]
    leaper: NotRequired[Leaper]
    step: NotRequired[Whole]
    error: NotRequired[str]
    code: NotRequired[str]
    facts: NotRequired[Any]
    measures: NotRequired[Measures]


class Measured(TypedDict):
    """Tour with its measures."""

    board: Board
    leaper: Leaper
    kind: Kind
    squares: Whole
    measures: Measures


class Estimate(TypedDict):
    """Estimated time and memory of a count, sent before it starts."""

    seconds: float
    bytes: Whole


class Progress(TypedDict):
    """Progress of a count."""

    share: float
    layer: int
    layers: int
    states: int
    done: int
    pairs: int
    seconds: float


#: Result of a count.
Counted = Union["Count", "KeptCount", "Spread", "MagicColumns"]


class Count(TypedDict):
    """Number of all tours."""

    board: str
    shape: Board
    kind: Kind
    directed: str
    undirected: str
    states: str
    peak_bytes: Whole
    written_bytes: NotRequired[Whole]
    read_bytes: NotRequired[Whole]
    seconds: float
    classes: NotRequired[Classes]


class Classes(TypedDict):
    """Numbers of classes under the board's symmetries."""

    all: str
    quaternary: str
    binary: str
    asymmetric: str


class KeptCount(TypedDict):
    """Number of tours with a symmetry."""

    board: str
    shape: Board
    kind: Kind
    symmetry: str
    directed: str
    undirected: str
    seconds: float


class Spread(TypedDict):
    """Number of tours for each value of a measure."""

    board: str
    shape: Board
    kind: Kind
    by: str
    undirected: TallyDocument
    seconds: float


#: Numbers of tours by value, or by angle or slope and then by value.
TallyDocument = Union[dict[str, str], dict[str, dict[str, str]]]


class MagicColumns(TypedDict):
    """Number of tours with equal sums, on a board with four files or ranks, in the lines of four squares."""

    board: str
    kind: Kind
    magic: str
    undirected: Whole
    seconds: float


class Tours(TypedDict):
    """Tours of a board."""

    board: Board
    leaper: Leaper
    tours: list[OneOfMany]
    more: NotRequired[bool]
    values: NotRequired[list[Value]]


class OneOfMany(TypedDict):
    """Tour in a list."""

    squares: list[str]
    kind: Kind
    measures: NotRequired[Measures]


class Value(TypedDict):
    """Number of tours with one value."""

    value: str
    tours: Whole


class Numbered(TypedDict):
    """A tour and its number."""

    board: Board
    leaper: Leaper
    number: str
    tour: OneOfMany


class Puzzle(TypedDict):
    """Puzzle of any sort, and its outcome."""

    outcome: OutcomeWord
    board: Board
    leaper: Leaper
    kind: NotRequired[Kind]
    givens: NotRequired[dict[str, int]]
    solution: NotRequired[SquareList]
    difficulty: NotRequired[Literal["easy", "medium", "hard", "fiendish"]]
    seed: Whole
    reason: NotRequired[Reason]
    spent: NotRequired[Spent]


class Given(TypedDict):
    """Answer about a given puzzle."""

    outcome: OutcomeWord
    unique: NotRequired[bool]
    checked: NotRequired[bool]
    board: Board
    leaper: Leaper
    kind: Kind
    squares: NotRequired[SquareList]
    another: NotRequired[SquareList]
    differ: NotRequired[list[str]]
    solutions: NotRequired[Whole]
    at_least: NotRequired[bool]
    reason: NotRequired[Reason]
    steps: NotRequired[list[Deduction]]
    spent: NotRequired[Spent]


class Deduction(TypedDict):
    """Deduction of a person."""

    rule: str
    concludes: Literal["leaps", "step", "not"]
    square: str
    step: NotRequired[int]
    squares: NotRequired[list[str]]
    text: str


class Joining(TypedDict):
    """Stages in which the cycles of a board become one tour."""

    stages: list[list[list[str]]]
    answer: Outcome


class Spelled(TypedDict):
    """Puzzle of any sort, and its outcome."""

    outcome: OutcomeWord
    board: Board
    leaper: Leaper
    kind: NotRequired[Kind]
    rows: NotRequired[list[list[str]]]
    squares: NotRequired[SquareList]
    readings: NotRequired[Whole]
    at_least: NotRequired[bool]
    seed: Whole
    reason: NotRequired[Reason]
    spent: NotRequired[Spent]


class Begin(TypedDict):
    """Start of an experiment."""

    experiment: str
    words: dict[str, Any]
    command: str
    cells: int


class Row(TypedDict):
    """Measured row."""

    cell: str
    done: int
    cells: int
    row: dict[str, Any]


class Findings(TypedDict):
    """Findings from the rows."""

    sentences: list[str]
    tables: list[FindingsTable]
    plots: list[Plot]
    lines: list[Line]
    notes: list[Line]


class FindingsTable(TypedDict):
    """Table of findings."""

    caption: str
    columns: list[str]
    rows: list[list[str]]
    lines: TableLines


class TableLines(TypedDict):
    """A table as codes and figures."""

    caption: Line
    columns: list[Line]
    rows: list[list[Figure]]


class Line(TypedDict):
    """A sentence, a caption, a heading or a label."""

    code: str
    facts: dict[str, Figure]


#: A number with its unit, or a name: a gap of a line or a cell of a table.
Figure = Union[Literal["nothing"], dict[str, Any]]


class Plot(TypedDict):
    """Plot as data; at the end also as a drawing."""

    name: str
    title: str
    line: Line
    x: PlotAxis
    y: PlotAxis
    series: list[PlotSeries]
    svg: NotRequired[str]


class PlotAxis(TypedDict):
    """Axis of a plot."""

    label: str
    line: Line
    unit: Unit
    scale: Scale
    ends: list[float] | None


#: The unit of an axis.
Unit = Literal["count", "seconds", "percent"]


#: A linear or logarithmic scale.
Scale = Literal["linear", "log"]


class PlotSeries(TypedDict):
    """Series of points."""

    name: str
    figure: Figure
    hue: int
    style: Style
    points: list[list[float]]
    ranges: list[list[float]]


#: The style of a series.
Style = Literal["marked", "line", "dashed", "marks", "hollow", "at-least", "steps"]


class End(TypedDict):
    """End of an experiment."""

    sentences: list[str]
    tables: list[FindingsTable]
    plots: list[Plot]
    lines: list[Line]
    notes: list[Line]
    command: str
    complete: bool
    rows: int
    csv: str
    html: str
