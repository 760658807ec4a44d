//! The API: one small file a question, and the list of all of them.

mod at;
pub(crate) mod atlas;
mod board;
mod count;
mod exists;
mod lab;
mod merge;
mod render;
mod solve;
mod starts;
mod tours;
mod trace;
mod verify;

use axum::{
    Router,
    extract::State,
    handler::Handler,
    response::Response,
    routing::{MethodRouter, get},
};
use serde_json::json;

use crate::{app::Shared, openapi, request::Asked, response};

/// Squares that are named one by one in an answer.
pub(crate) const NAMED: u128 = 250_000;
/// Squares of a board that is drawn, played or answered square by square.
pub(crate) const PLAYED: u128 = 1600;

/// The words of a puzzle, understood everywhere.
pub(crate) const PUZZLE: [&str; 13] = [
    "board", "holes", "leaper", "kind", "start", "end", "after", "method", "tie", "order", "tries", "seed",
    "max_time",
];

/// A question that can be asked.
pub(crate) struct Endpoint {
    /// Under `/api/v1`.
    pub(crate) path: &'static str,
    /// What it answers, in a sentence.
    pub(crate) about: &'static str,
    /// Words beside those of a puzzle.
    pub(crate) words: &'static [&'static str],
    /// A question, as a query.
    pub(crate) example: &'static str,
    /// What comes back.
    pub(crate) answer: Answer,
}

/// What comes back: names of schemas.
pub(crate) enum Answer {
    /// A document.
    Json(&'static str),
    /// Events with their documents.
    Events(&'static [(&'static str, &'static str)]),
    /// A file of many types.
    File,
    /// Numbers, two bytes each.
    Bytes,
}

use Answer::{Bytes, Events, File, Json};

/// What an experiment tells.
const LAB: &[(&str, &str)] = &[
    ("begin", "Begin"),
    ("row", "Row"),
    ("findings", "Findings"),
    ("end", "Experiment"),
    ("error", "Error"),
];

/// All questions.
pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        path: "/board",
        about: "The squares of a board of up to 1600, and where leaps lead from each.",
        words: &[],
        example: "board=3x4",
        answer: Json("Squares"),
    },
    Endpoint {
        path: "/solve",
        about: "One verified tour of a board of up to 250000 squares, a reason why there is none, or unknown.",
        words: &[],
        example: "board=6&start=a1&method=warnsdorff",
        answer: Json("Outcome"),
    },
    Endpoint {
        path: "/finish",
        about: "The same for a game that was begun, and the next square of a tour that finishes it.",
        words: &[],
        example: "board=5&after=a1,b3,c5",
        answer: Json("Outcome"),
    },
    Endpoint {
        path: "/exists",
        about: "Whether closed and open tours exist on a board of any size, and why not.",
        words: &[],
        example: "board=4x4",
        answer: Json("Exists"),
    },
    Endpoint {
        path: "/table",
        about: "The class of every rectangle up to a size: c closed, e closed with one square missing, o open, x none.",
        words: &["size"],
        example: "size=8x8",
        answer: Json("Table"),
    },
    Endpoint {
        path: "/starts",
        about: "Yes or no for every starting square of a board of up to 1600.",
        words: &[],
        example: "board=5",
        answer: Json("Starts"),
    },
    Endpoint {
        path: "/verify",
        about: "Whether squares, or a text in any format, are a tour; the first thing wrong by name.",
        words: &["squares", "text"],
        example: "board=3x4&squares=a1,b3,c1",
        answer: Json("Verdict"),
    },
    Endpoint {
        path: "/at",
        about: "One step, or one square, of the tour of a board of any size.",
        words: &["step", "square"],
        example: "board=1000000000&step=1000000",
        answer: Json("At"),
    },
    Endpoint {
        path: "/merge",
        about: "A structured tour level by level: parts, leaps removed and added, result.",
        words: &[],
        example: "board=12",
        answer: Json("Merge"),
    },
    Endpoint {
        path: "/atlas",
        about: "The tour of a board of up to 4000000000 a side that the atlas shows, or why there is none.",
        words: &[],
        example: "board=1000000000",
        answer: Json("Atlas"),
    },
    Endpoint {
        path: "/atlas/tile",
        about: "Where along the tour the squares of a raster are, as two bytes each, the lower first: the part of a period that has passed, 65535 where there is no square. Columns and rows count from the top left.",
        words: &["x", "y", "stride", "side", "period"],
        example: "board=1000000000&x=0&y=0&stride=1000000&side=16",
        answer: Bytes,
    },
    Endpoint {
        path: "/atlas/steps",
        about: "The steps of the squares of a rectangle, row by row from the top left, 4096 at most.",
        words: &["x", "y", "width", "height"],
        example: "board=1000000000&x=500&y=500&width=4&height=2",
        answer: Json("Steps"),
    },
    Endpoint {
        path: "/atlas/blocks",
        about: "The blocks in a rectangle as column, row, width and height, and the leaps that join them.",
        words: &["x", "y", "width", "height", "side", "most"],
        example: "board=1000000000&x=500&y=500&width=10&height=10",
        answer: Json("Blocks"),
    },
    Endpoint {
        path: "/atlas/path",
        about: "The columns and rows of the squares from a step on.",
        words: &["step", "count"],
        example: "board=1000000000&step=1000000000000&count=3",
        answer: Json("Path"),
    },
    Endpoint {
        path: "/render",
        about: "A tour as a file: the one that is sent as squares or text, or one that is found.",
        words: &[
            "format",
            "squares",
            "text",
            "theme",
            "path",
            "colour",
            "numbers",
            "coordinates",
            "width",
            "worksheet",
            "delay",
            "hold",
            "length",
            "once",
        ],
        example: "board=6&format=csv",
        answer: File,
    },
    Endpoint {
        path: "/trace",
        about: "A search square by square as it happens, in time-lapse where it is long.",
        words: &["events"],
        example: "board=5&start=a1&events=1000",
        answer: Events(&[("step", "Step"), ("skip", "Skip"), ("end", "Outcome"), ("error", "Error")]),
    },
    Endpoint {
        path: "/count",
        about: "How many tours, exactly, with progress on the way.",
        words: &["symmetry"],
        example: "board=6&kind=closed&symmetry=true",
        answer: Events(&[("progress", "Progress"), ("end", "Count"), ("error", "Error")]),
    },
    Endpoint {
        path: "/tours",
        about: "All tours in an order that never changes, up to 100 at a time.",
        words: &["unique", "limit", "skip"],
        example: "board=6&unique=true&limit=2",
        answer: Json("Tours"),
    },
    Endpoint {
        path: "/sample",
        about: "Up to 100 tours drawn exactly uniformly among all.",
        words: &["n"],
        example: "board=6&n=2&seed=1",
        answer: Json("Tours"),
    },
    Endpoint {
        path: "/lab/backtracking",
        about: "Trials, moves and time of plain backtracking and of what Warnsdorff's rule saves, row by row.",
        words: &["boards"],
        example: "boards=5x5,6x6",
        answer: Events(LAB),
    },
    Endpoint {
        path: "/lab/warnsdorff",
        about: "How often a greedy walk visits the whole board, by size and tie rule, with 95 % intervals.",
        words: &["sizes", "ties", "starts"],
        example: "sizes=5..7&tries=20&ties=first,random",
        answer: Events(LAB),
    },
    Endpoint {
        path: "/lab/growth",
        about: "How the time of a method grows with the board, and which law it follows.",
        words: &["sizes", "repeats"],
        example: "method=divide&sizes=6,8,10,12,16&repeats=2",
        answer: Events(LAB),
    },
    Endpoint {
        path: "/lab/race",
        about: "Methods side by side over all starts of a board.",
        words: &["methods"],
        example: "board=5&methods=backtrack,exact",
        answer: Events(LAB),
    },
    Endpoint {
        path: "/status",
        about: "How many jobs run and wait.",
        words: &[],
        example: "",
        answer: Json("Status"),
    },
    Endpoint {
        path: "/openapi.json",
        about: "This description.",
        words: &[],
        example: "",
        answer: Json("OpenApi"),
    },
];

/// The words that a question may use.
pub(crate) fn words(path: &str) -> impl Iterator<Item = &'static str> {
    let own =
        ENDPOINTS.iter().find(|endpoint| endpoint.path == path).map_or(&[][..], |endpoint| endpoint.words);
    own.iter().copied().chain(PUZZLE)
}

pub(crate) fn router() -> Router<Shared> {
    Router::new()
        .route("/board", both(board::board))
        .route("/solve", both(solve::solve))
        .route("/finish", both(solve::finish))
        .route("/exists", both(exists::exists))
        .route("/table", both(exists::table))
        .route("/starts", both(starts::starts))
        .route("/verify", both(verify::verify))
        .route("/at", both(at::at))
        .route("/merge", both(merge::merge))
        .route("/atlas", both(atlas::atlas))
        .route("/atlas/tile", both(atlas::tile))
        .route("/atlas/steps", both(atlas::steps))
        .route("/atlas/blocks", both(atlas::blocks))
        .route("/atlas/path", both(atlas::path))
        .route("/render", both(render::render))
        .route("/trace", both(trace::trace))
        .route("/count", both(count::count))
        .route("/tours", both(tours::tours))
        .route("/sample", both(tours::sample))
        .route("/lab/backtracking", both(lab::backtracking))
        .route("/lab/warnsdorff", both(lab::warnsdorff))
        .route("/lab/growth", both(lab::growth))
        .route("/lab/race", both(lab::race))
        .route("/status", both(status))
        .route("/openapi.json", both(description))
}

/// A question is a link or a document.
fn both<H: Handler<T, Shared>, T: 'static>(answer: H) -> MethodRouter<Shared> {
    get(answer.clone()).post(answer)
}

async fn status(State(app): State<Shared>) -> Response {
    response::json(&json!({"running": app.jobs.running(), "waiting": app.jobs.waiting()}))
}

async fn description(_: Asked) -> Response {
    response::json(openapi::document())
}
