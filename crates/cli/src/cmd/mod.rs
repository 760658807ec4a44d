//! One file a command.

pub(crate) mod at;
mod certificate;
pub(crate) mod count;
pub(crate) mod enumerate;
pub(crate) mod exists;
mod lines;
pub(crate) mod render;
pub(crate) mod sample;
pub(crate) mod shell;
pub(crate) mod solve;
pub(crate) mod starts;
mod steps;
mod stream;
mod trace;
pub(crate) mod verify;

use knights_tour::Spent;
use knights_tour_render::whole;
use serde_json::{Value, json};

pub(crate) use certificate::reason_json;

/// `{"seconds": …, "trials": …}`.
pub(crate) fn spent_json(spent: &Spent) -> Value {
    json!({"seconds": spent.elapsed.as_secs_f64(), "trials": whole(spent.trials.into())})
}
