//! One step of an implicit tour.

use knights_tour::{Square, build::Atlas, notation::name};
use serde_json::{Value, json};

use crate::whole;

/// The step and its square, with the squares before and after.
pub fn at_json(tour: &Atlas, step: u128, square: Square) -> Value {
    let (before, after) = tour.neighbours(square).unwrap_or_default();
    let name = |square: Square| name(tour.board(), square);
    json!({
        "board": tour.board().to_string(),
        "kind": tour.kind().to_string(),
        "step": step.to_string(),
        "square": name(square),
        "squares": whole(tour.len()),
        "before": before.map(name),
        "after": after.map(name),
    })
}
