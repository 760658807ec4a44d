//! Answers as JSON, one small file a question: the words that the command line and the web share.

mod at;
mod count;
mod exists;
mod outcome;
mod reason;
mod starts;
mod verify;

pub use at::at_json;
pub use count::{count_json, counted_kind};
pub use exists::{Survey, TABLE, table_json, table_rows};
pub use outcome::{outcome_json, spent_json};
pub use reason::reason_json;
pub use starts::starts_json;
pub use verify::{invalid_json, valid_json};
