//! Whether something somebody wrote down is a tour.

use serde_json::{Value, json};

use crate::{
    read::{ReadError, Verified},
    whole,
};

/// `{"valid": true, …}`.
pub fn valid_json(verified: &Verified) -> Value {
    let Verified { files, ranks, squares, kind, leaper } = verified;
    let leaper = [leaper.r(), leaper.s()];
    json!({"valid": true, "kind": kind.to_string(), "board": format!("{files}x{ranks}"), "squares": whole(*squares), "leaper": leaper})
}

/// `{"valid": false, …}`, with the first thing wrong.
pub fn invalid_json(error: &ReadError) -> Value {
    json!({"valid": false, "step": error.step().map(whole), "error": error.to_string()})
}
