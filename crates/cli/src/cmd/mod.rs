//! One file a command.

pub(crate) mod shell;
pub(crate) mod solve;
pub(crate) mod starts;
pub(crate) mod verify;

use knights_tour::{Reason, Spent};
use knights_tour_render::whole;
use serde_json::{Value, json};

/// `{"code": …, "text": …}`.
pub(crate) fn reason_json(reason: &Reason) -> Value {
    json!({"code": reason.code(), "text": reason.to_string()})
}

/// `{"seconds": …, "trials": …}`.
pub(crate) fn spent_json(spent: &Spent) -> Value {
    json!({"seconds": spent.elapsed.as_secs_f64(), "trials": whole(spent.trials.into())})
}
