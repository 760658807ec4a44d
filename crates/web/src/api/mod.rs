//! The API: one small file a question, and the list of all of them.

mod at;
pub(crate) mod atlas;
mod board;
mod count;
mod exists;
mod merge;
mod render;
mod solve;
mod starts;
mod tours;
mod trace;
mod verify;

use axum::{Router, routing::get};

use crate::app::Shared;

/// The words of a puzzle, understood everywhere.
const PUZZLE: [&str; 13] = [
    "board", "holes", "leaper", "kind", "start", "end", "after", "method", "tie", "order", "tries", "seed",
    "max_time",
];

/// Squares that are named one by one in an answer.
pub(crate) const NAMED: u128 = 250_000;
/// Squares of a board that is drawn, played or answered square by square.
pub(crate) const PLAYED: u128 = 1600;

/// A question that can be asked.
pub(crate) struct Endpoint {
    /// Under `/api/v1`.
    pub(crate) path: &'static str,
    /// Words beside those of a puzzle.
    pub(crate) words: &'static [&'static str],
}

/// All questions.
pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint { path: "/board", words: &[] },
    Endpoint { path: "/solve", words: &[] },
    Endpoint { path: "/finish", words: &[] },
    Endpoint { path: "/exists", words: &[] },
    Endpoint { path: "/table", words: &["size"] },
    Endpoint { path: "/starts", words: &[] },
    Endpoint { path: "/verify", words: &["squares", "text"] },
    Endpoint { path: "/at", words: &["step", "square"] },
    Endpoint { path: "/merge", words: &[] },
    Endpoint { path: "/atlas", words: &[] },
    Endpoint { path: "/atlas/tile", words: &["x", "y", "stride", "side", "period"] },
    Endpoint { path: "/atlas/steps", words: &["x", "y", "width", "height"] },
    Endpoint { path: "/atlas/blocks", words: &["x", "y", "width", "height", "side", "most"] },
    Endpoint { path: "/atlas/path", words: &["step", "count"] },
    Endpoint {
        path: "/render",
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
    },
    Endpoint { path: "/trace", words: &["events"] },
    Endpoint { path: "/count", words: &["symmetry"] },
    Endpoint { path: "/tours", words: &["unique", "limit", "skip"] },
    Endpoint { path: "/sample", words: &["n"] },
];

/// The words that a question may use.
pub(crate) fn words(path: &str) -> Vec<&'static str> {
    let own =
        ENDPOINTS.iter().find(|endpoint| endpoint.path == path).map_or(&[][..], |endpoint| endpoint.words);
    own.iter().copied().chain(PUZZLE).collect()
}

pub(crate) fn router() -> Router<Shared> {
    Router::new()
        .route("/board", get(board::board).post(board::board))
        .route("/solve", get(solve::solve).post(solve::solve))
        .route("/finish", get(solve::finish).post(solve::finish))
        .route("/exists", get(exists::exists).post(exists::exists))
        .route("/table", get(exists::table).post(exists::table))
        .route("/starts", get(starts::starts).post(starts::starts))
        .route("/verify", get(verify::verify).post(verify::verify))
        .route("/at", get(at::at).post(at::at))
        .route("/merge", get(merge::merge).post(merge::merge))
        .route("/atlas", get(atlas::atlas).post(atlas::atlas))
        .route("/atlas/tile", get(atlas::tile).post(atlas::tile))
        .route("/atlas/steps", get(atlas::steps).post(atlas::steps))
        .route("/atlas/blocks", get(atlas::blocks).post(atlas::blocks))
        .route("/atlas/path", get(atlas::path).post(atlas::path))
        .route("/render", get(render::render).post(render::render))
        .route("/trace", get(trace::trace).post(trace::trace))
        .route("/count", get(count::count).post(count::count))
        .route("/tours", get(tours::tours).post(tours::tours))
        .route("/sample", get(tours::sample).post(tours::sample))
}
