//! How many tours.

use knights_tour::{
    Puzzle, TourKind,
    theory::{Verdict, exists},
};
use knights_tour_count::Counted;
use serde_json::{Value, json};

/// Where neither kind is asked for: closed tours, or open ones where it is known that none is
/// closed. The answer says which were counted.
pub fn counted_kind(puzzle: Puzzle) -> Puzzle {
    if puzzle.kind().is_some() {
        return puzzle;
    }
    let closed = puzzle.clone().with_kind(TourKind::Closed);
    match exists(&closed) {
        Verdict::No(_) => puzzle.with_kind(TourKind::Open),
        _ => closed,
    }
}

/// The numbers with their conventions, and what they cost.
pub fn count_json(puzzle: &Puzzle, counted: &Counted, seconds: f64) -> Value {
    let mut document = json!({
        "board": puzzle.board().to_string(),
        "kind": puzzle.kind().unwrap_or(TourKind::Open).to_string(),
        "directed": counted.tours.directed().to_string(),
        "undirected": counted.tours.undirected().to_string(),
        "states": counted.states.to_string(),
        "peak_bytes": counted.peak_bytes,
        "seconds": seconds,
    });
    if let Some(classes) = counted.tours.up_to_symmetry() {
        document["classes"] = json!({
            "all": classes.all.to_string(),
            "quaternary": classes.quaternary.to_string(),
            "binary": classes.binary.to_string(),
            "asymmetric": classes.asymmetric.to_string(),
        });
    }
    document
}
