//! What came of a search.

use knights_tour::{Answer, Board, Outcome, Spent};
use serde_json::{Value, json};

use super::reason_json;
use crate::{stats_json, whole};

/// `{"outcome": …}` for a search that found nothing, with its counters; a found tour is written by
/// [`Json`](crate::Json).
pub fn outcome_json(board: &Board, answer: &Answer) -> Option<Value> {
    let mut document = match &answer.outcome {
        Outcome::Found(_) => return None,
        Outcome::Impossible(reason) => {
            json!({"outcome": "impossible", "reason": reason_json(board, reason)})
        }
        Outcome::Unknown(spent) => json!({"outcome": "unknown", "spent": spent_json(spent)}),
    };
    document["stats"] = stats_json(&answer.stats);
    Some(document)
}

/// `{"seconds": …, "trials": …}`.
pub fn spent_json(spent: &Spent) -> Value {
    json!({"seconds": spent.elapsed.as_secs_f64(), "trials": whole(spent.trials.into())})
}
