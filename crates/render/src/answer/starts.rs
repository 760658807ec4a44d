//! Yes or no for every starting square.

use knights_tour::{
    Puzzle, TourKind, notation,
    solve::{CanStart, StartAnswer},
};
use serde_json::{Value, json};

use super::{reason_json, spent_json};

/// `{"board": …, "kind": …, "yes": […], "no": […]}`, and `"unknown"` where there are any.
pub fn starts_json(puzzle: &Puzzle, answers: &[StartAnswer]) -> Value {
    let kind = puzzle.kind().unwrap_or(TourKind::Open);
    let (mut yes, mut no, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
    for answer in answers {
        let square = notation::name(puzzle.board(), answer.start);
        match &answer.answer {
            CanStart::Yes => yes.push(json!(square)),
            CanStart::No(reason) => {
                no.push(json!({"square": square, "reason": reason_json(puzzle.board(), reason)}))
            }
            CanStart::Unknown(spent) => unknown.push(json!({"square": square, "spent": spent_json(spent)})),
        }
    }
    let mut document =
        json!({"board": puzzle.board().to_string(), "kind": kind.to_string(), "yes": yes, "no": no});
    if !unknown.is_empty() {
        document["unknown"] = unknown.into();
    }
    document
}
