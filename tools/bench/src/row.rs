//! A row of the suite: a name, a time, its ratios to peers and limits, and what must not change.

use std::{env, time::Duration};

use serde_json::{Value, json};

/// One line of the suite.
pub(crate) struct Row {
    pub(crate) name: String,
    /// The fastest of several rounds; `None` for rows that count something else.
    pub(crate) time: Option<Duration>,
    /// How many things were done in that time, and what they are.
    pub(crate) done: Option<(f64, &'static str)>,
    /// Against what, and how many times as fast as it.
    pub(crate) ratios: Vec<(String, f64)>,
    /// Signature: numbers that must not change.
    pub(crate) signature: String,
}

impl Row {
    /// Row as text for people.
    pub(crate) fn line(&self) -> String {
        let time = self.time.map_or(String::new(), |time| format!("{:.6} s", time.as_secs_f64()));
        let rate = match (self.time, self.done) {
            (Some(time), Some((done, what))) => format!("{:.1} M {what}/s", done / time.as_secs_f64() / 1e6),
            _ => String::new(),
        };
        let ratios: Vec<String> =
            self.ratios.iter().map(|(peer, ratio)| format!("{ratio:.2} × {peer}")).collect();
        format!("{:<34} {time:>12} {rate:>22}  {:<44} [{}]", self.name, ratios.join(", "), self.signature)
    }

    /// Row as JSON.
    pub(crate) fn document(&self) -> Value {
        let ratios: Vec<Value> =
            self.ratios.iter().map(|(peer, ratio)| json!({"peer": peer, "times_as_fast": ratio})).collect();
        json!({
            "name": self.name,
            "seconds": self.time.map(|time| time.as_secs_f64()),
            "done": self.done.map(|(done, _)| done),
            "unit": self.done.map(|(_, unit)| unit),
            "ratios": ratios,
            "signature": self.signature,
        })
    }
}

/// A ratio with its limit, named beside its peer; with `LIMITS` set, one below the limit ends the run.
///
/// # Panics
/// If it is below the limit and limits are asserted.
pub(crate) fn at_least(least: f64, peer: &str, ratio: f64) -> (String, f64) {
    let is_asserted = env::var_os("LIMITS").is_some();
    assert!(!is_asserted || ratio >= least, "{ratio:.2} × {peer}, and at least {least} is promised");
    (format!("{peer} (at least {least})"), ratio)
}
