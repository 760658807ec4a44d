//! The list of all questions, in two parts: a page fetches the engine for the second when it needs it.

use schemars::{JsonSchema, Schema};

use crate::{
    Question,
    Shape::{self, Bytes, File},
    at::AtDocument,
    atlas::{self, AtlasDocument, BlocksDocument, PathDocument, StepsDocument},
    board::SquaresDocument,
    count::{self, CountDocument, EstimateDocument, ProgressDocument},
    document::OutcomeDocument,
    exists::{self, ExistsDocument, TableDocument},
    given::{self, GivenDocument},
    hint::{self, HintDocument},
    joining::{self, JoiningDocument},
    measure::{self, MeasuredDocument},
    merge::{self, MergeDocument},
    puzzle::{self, PuzzleDocument},
    question::SchemaOf,
    refused::RefusedDocument,
    spell::{self, SpelledDocument},
    starts::{self, StartsDocument},
    tours::{self, ToursDocument},
    trace::{self, SkipDocument, StepDocument},
    verify::{self, VerdictDocument},
};

const fn json<T: JsonSchema>() -> Shape {
    Shape::Json(schema::<T>())
}

/// A page without a server has no use for schemas: what makes them is not linked there.
const fn schema<T: JsonSchema>() -> SchemaOf {
    match cfg!(target_family = "wasm") {
        true => |_| Schema::default(),
        false => |generator| generator.subschema_for::<T>(),
    }
}

/// What an experiment tells.
const LAB: &[(&str, SchemaOf)] = &[
    ("begin", schema::<crate::lab::BeginDocument>()),
    ("row", schema::<crate::lab::RowDocument>()),
    ("findings", schema::<crate::lab::FindingsDocument>()),
    ("end", schema::<crate::lab::EndDocument>()),
    ("error", schema::<RefusedDocument>()),
];

/// The types of a tour as a file.
const MEDIA: &[&str] = &[
    "image/svg+xml",
    "image/png",
    "image/gif",
    "application/pdf",
    "application/json",
    "text/csv",
    "text/plain",
    "application/octet-stream",
];

/// Questions about a board, a game and one tour: what a page asks from its first moment on.
pub const LIGHT: &[Question] = &[
    Question {
        name: "board",
        about: "The squares of a board of up to 10000, and where leaps lead from each.",
        words: &["board", "holes", "leaper"],
        example: "board=3x4",
        shape: json::<SquaresDocument>(),
        read: crate::board::read,
    },
    Question {
        name: "solve",
        about: "One verified tour of a board of up to 250000 squares, a reason why there is none, or unknown.",
        words: &[
            "board", "holes", "leaper", "kind", "start", "end", "after", "method", "tie", "order", "tries",
            "best", "seed", "max_time", "measure", "symmetry",
        ],
        example: "board=6&start=a1&method=warnsdorff",
        shape: json::<OutcomeDocument<'_>>(),
        read: crate::solve::read,
    },
    Question {
        name: "hint",
        about: "A hint for a game that was begun: whether it can be finished, which squares are in trouble, the next square, or the whole way.",
        words: &["board", "holes", "leaper", "kind", "start", "end", "after", "grade", "max_time"],
        example: "board=5&after=a1,b3,c5&grade=next",
        shape: json::<HintDocument<'_>>(),
        read: hint::read,
    },
    Question {
        name: "finish",
        about: "The hint that tells the whole way.",
        words: &["board", "holes", "leaper", "kind", "start", "end", "after", "max_time"],
        example: "board=5&after=a1,b3,c5",
        shape: json::<HintDocument<'_>>(),
        read: hint::read_finish,
    },
    Question {
        name: "exists",
        about: "Whether closed and open tours exist on a board of any size, and why not.",
        words: &["board", "holes", "leaper", "kind", "start", "end", "after", "max_time"],
        example: "board=4x4",
        shape: json::<ExistsDocument>(),
        read: exists::read,
    },
    Question {
        name: "table",
        about: "The class of every rectangle up to a size: c closed, e closed with one square missing, o open, x none.",
        words: &["size"],
        example: "size=8x8",
        shape: json::<TableDocument>(),
        read: exists::read_table,
    },
    Question {
        name: "starts",
        about: "Yes or no for every starting square of a board of up to 1600.",
        words: &[
            "board", "holes", "leaper", "kind", "end", "method", "tie", "order", "tries", "seed", "max_time",
        ],
        example: "board=5",
        shape: json::<StartsDocument>(),
        read: starts::read,
    },
    Question {
        name: "at",
        about: "One step, or one square, of the tour of a board of any size.",
        words: &["board", "holes", "leaper", "kind", "start", "end", "method", "step", "square"],
        example: "board=1000000000&step=1000000",
        shape: json::<AtDocument>(),
        read: crate::at::read,
    },
    Question {
        name: "merge",
        about: "A structured tour level by level: parts, leaps removed and added, result.",
        words: &["board", "holes"],
        example: "board=12",
        shape: json::<MergeDocument>(),
        read: merge::read,
    },
    Question {
        name: "atlas",
        about: "The tour of a board of up to 4000000000 a side that the atlas shows, or why there is none.",
        words: ATLAS,
        example: "board=1000000000",
        shape: json::<AtlasDocument>(),
        read: atlas::read,
    },
    Question {
        name: "atlas/tile",
        about: "Where along the tour the squares of a raster are, as two bytes each, the lower first: the part of a period that has passed, 65535 where there is no square. Columns and rows count from the top left.",
        words: &[
            "board", "holes", "leaper", "kind", "start", "end", "method", "x", "y", "stride", "side",
            "period",
        ],
        example: "board=1000000000&x=0&y=0&stride=1000000&side=16",
        shape: Bytes,
        read: atlas::read_tile,
    },
    Question {
        name: "atlas/steps",
        about: "The steps of the squares of a rectangle, row by row from the top left, 4096 at most.",
        words: &["board", "holes", "leaper", "kind", "start", "end", "method", "x", "y", "width", "height"],
        example: "board=1000000000&x=500&y=500&width=4&height=2",
        shape: json::<StepsDocument>(),
        read: atlas::read_steps,
    },
    Question {
        name: "atlas/blocks",
        about: "The blocks in a rectangle as column, row, width and height, and the leaps that join them.",
        words: &[
            "board", "holes", "leaper", "kind", "start", "end", "method", "x", "y", "width", "height",
            "side", "most",
        ],
        example: "board=1000000000&x=500&y=500&width=10&height=10",
        shape: json::<BlocksDocument>(),
        read: atlas::read_blocks,
    },
    Question {
        name: "atlas/path",
        about: "The columns and rows of the squares from a step on.",
        words: &["board", "holes", "leaper", "kind", "start", "end", "method", "step", "count"],
        example: "board=1000000000&step=1000000000000&count=3",
        shape: json::<PathDocument>(),
        read: atlas::read_path,
    },
    Question {
        name: "trace",
        about: "A search square by square as it happens, in time-lapse where it is long.",
        words: &[
            "board", "holes", "leaper", "kind", "start", "end", "after", "method", "tie", "order", "tries",
            "seed", "max_time", "events",
        ],
        example: "board=5&start=a1&events=1000",
        shape: Shape::Events(&[
            ("step", schema::<StepDocument>()),
            ("skip", schema::<SkipDocument>()),
            ("end", schema::<OutcomeDocument<'_>>()),
            ("error", schema::<RefusedDocument>()),
        ]),
        read: trace::read,
    },
];

/// Questions that take the engines with the most code behind them: files, counting, experiments.
pub const HEAVY: &[Question] = &[
    Question {
        name: "proof",
        about: "A no with a proof that a public checker accepts, a yes with its tour: files in an archive.",
        words: &[
            "board", "holes", "leaper", "kind", "start", "end", "after", "method", "tie", "order", "tries",
            "seed", "max_time",
        ],
        example: "board=5&kind=closed",
        shape: File(&["application/zip"]),
        read: crate::proof::read,
    },
    Question {
        name: "verify",
        about: "Whether squares, or a text in any format, are a tour; the first thing wrong by name.",
        words: &["board", "holes", "leaper", "squares", "text", "measure"],
        example: "board=3x4&squares=a1,b3,c1",
        shape: json::<VerdictDocument>(),
        read: verify::read,
    },
    Question {
        name: "measure",
        about: "What a tour looks like, in numbers: the one that is sent as squares or text, or one that is found.",
        words: &[
            "board", "holes", "leaper", "kind", "start", "end", "after", "method", "tie", "order", "tries",
            "seed", "max_time", "squares", "text", "symmetry",
        ],
        example: "board=6&kind=closed",
        shape: json::<MeasuredDocument>(),
        read: measure::read,
    },
    Question {
        name: "render",
        about: "A tour as a file: the one that is sent as squares or text, or one that is found.",
        words: &[
            "board",
            "holes",
            "leaper",
            "kind",
            "start",
            "end",
            "after",
            "method",
            "tie",
            "order",
            "tries",
            "seed",
            "max_time",
            "format",
            "squares",
            "text",
            "theme",
            "path",
            "colour",
            "numbers",
            "coordinates",
            "fill",
            "stroke",
            "size",
            "width",
            "worksheet",
            "delay",
            "hold",
            "length",
            "once",
            "measure",
            "symmetry",
        ],
        example: "board=6&format=csv",
        shape: File(MEDIA),
        read: crate::render::read,
    },
    Question {
        name: "count",
        about: "How many tours, exactly: what it will take, progress on the way, the number.",
        words: &["board", "holes", "leaper", "kind", "start", "end", "symmetry", "max_time"],
        example: "board=6&kind=closed&symmetry=true",
        shape: Shape::Events(&[
            ("estimate", schema::<EstimateDocument>()),
            ("progress", schema::<ProgressDocument>()),
            ("end", schema::<CountDocument>()),
            ("error", schema::<RefusedDocument>()),
        ]),
        read: count::read,
    },
    Question {
        name: "tours",
        about: "All tours in an order that never changes, up to 100 at a time.",
        words: &[
            "board", "holes", "leaper", "kind", "start", "end", "unique", "limit", "skip", "max_time",
            "measure", "symmetry",
        ],
        example: "board=6&unique=true&limit=2",
        shape: json::<ToursDocument>(),
        read: tours::read,
    },
    Question {
        name: "sample",
        about: "Up to 100 tours drawn exactly uniformly among all.",
        words: &[
            "board", "holes", "leaper", "kind", "start", "end", "n", "seed", "max_time", "measure",
            "symmetry",
        ],
        example: "board=6&n=2&seed=1",
        shape: json::<ToursDocument>(),
        read: tours::read_sample,
    },
    Question {
        name: "puzzle",
        about: "A number puzzle of up to 400 squares with exactly one solution, as hard as it is wished.",
        words: &[
            "board",
            "holes",
            "leaper",
            "kind",
            "difficulty",
            "clues",
            "symmetric",
            "seed",
            "date",
            "max_time",
        ],
        example: "board=5&difficulty=easy&seed=1",
        shape: json::<PuzzleDocument<'_>>(),
        read: puzzle::read,
    },
    Question {
        name: "given",
        about: "A puzzle of anyone's: its solution, whether it is the only one, how many there are, a person's way to it.",
        words: &["board", "holes", "leaper", "kind", "givens", "steps", "solutions", "max_time"],
        example: "board=4x3&givens=a3:1,a2:12&steps=true",
        shape: json::<GivenDocument<'_>>(),
        read: given::read,
    },
    Question {
        name: "joining",
        about: "A board of up to 400 squares covered with cycles, and the cycles joined into one closed tour, exchange by exchange.",
        words: &["board", "holes", "leaper", "seed", "max_time"],
        example: "board=6",
        shape: json::<JoiningDocument<'_>>(),
        read: joining::read,
    },
    Question {
        name: "spell",
        about: "A text along a tour, one letter, syllable or word a square, and how many tours read it.",
        words: &["board", "holes", "leaper", "kind", "phrase", "split", "single", "seed", "max_time"],
        example: "board=3x4&phrase=knightstours&seed=1",
        shape: json::<SpelledDocument<'_>>(),
        read: spell::read,
    },
    Question {
        name: "lab/backtracking",
        about: "Trials, moves and time of plain backtracking and of what Warnsdorff's rule saves, row by row.",
        words: &["boards", "max_time"],
        example: "boards=5x5,6x6",
        shape: Shape::Events(LAB),
        read: crate::lab::read_backtracking,
    },
    Question {
        name: "lab/warnsdorff",
        about: "How often a greedy walk visits the whole board, by size and tie rule, with 95 % intervals.",
        words: &["sizes", "tries", "ties", "starts", "seed"],
        example: "sizes=5..7&tries=20&ties=first,random",
        shape: Shape::Events(LAB),
        read: crate::lab::read_warnsdorff,
    },
    Question {
        name: "lab/growth",
        about: "How the time of a method grows with the board, and which law it follows.",
        words: &["method", "sizes", "repeats", "seed", "max_time"],
        example: "method=divide&sizes=6,8,10,12,16&repeats=2",
        shape: Shape::Events(LAB),
        read: crate::lab::read_growth,
    },
    Question {
        name: "lab/race",
        about: "Methods side by side over all starts of a board.",
        words: &["board", "holes", "methods", "seed", "max_time"],
        example: "board=5&methods=backtrack,exact",
        shape: Shape::Events(LAB),
        read: crate::lab::read_race,
    },
];

/// The words of a tour that is built.
const ATLAS: &[&str] = &["board", "holes", "leaper", "kind", "start", "end", "method"];

/// All questions.
pub fn questions() -> impl Iterator<Item = &'static Question> {
    LIGHT.iter().chain(HEAVY)
}

/// A question by its name.
pub fn question(name: &str) -> Option<&'static Question> {
    questions().find(|question| question.name == name)
}
