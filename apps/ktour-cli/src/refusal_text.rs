//! Refusals as the command line prints them: the English sentence, with the flags that help.

use ktour_answer::Refused;
use ktour_core::{
    Fact,
    amounts::{bytes, duration, mebibytes},
    notation,
};
use ktour_render::read::ReadError;

/// Advice if memory is too small for one process.
pub(crate) const MEMORY_ADVICE: &str = "raise --memory, count with --spill, or take a narrower board";

/// Describes what is wrong with a tour in a file, or with the file.
pub(crate) fn input_error_text(error: &ReadError) -> String {
    match error {
        ReadError::MaybeHoles { board, holes, visited, of } => {
            let first = notation::name(board, holes[0]);
            let said = format!("{first} is never visited: {visited} of {of} squares are");
            let size = match board.files() == board.ranks() {
                true => board.files().to_string(),
                false => board.to_string(),
            };
            if of - visited > holes.len() as u128 {
                return format!(
                    "{said}; if some squares are holes, add --on {size} and --holes, or --board FILE"
                );
            }
            let names: Vec<String> = holes.iter().map(|&hole| notation::name(board, hole)).collect();
            let which = if names.len() == 1 { "it is a hole" } else { "these are holes" };
            // Squares written as x,y are separated by spaces in a list.
            let is_lettered = names.iter().all(|name| !name.contains(','));
            let names = if is_lettered { names.join(",") } else { format!("\"{}\"", names.join(" ")) };
            format!("{said}; if {which}, add --on {size} --holes {names}")
        }
        ReadError::Several { .. } => format!("{error}: give it one, such as the first line by head -n 1"),
        error => error.to_string(),
    }
}

/// Returns the sentence of a refusal.
pub(crate) fn refusal_text(refused: &Refused) -> String {
    let number = |name: &str| match refused.fact(name) {
        Some(Fact::Number(number)) => u128::try_from(*number).unwrap_or(0),
        _ => 0,
    };
    let text = |name: &str| match refused.fact(name) {
        Some(Fact::Text(text)) => text.clone(),
        Some(Fact::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    match refused.code() {
        "word-no-board" => "a board is missing: write 8, 31x29 or --board FILE".to_owned(),
        "word-no-choice" | "word-no-number" => {
            // A parameter of a question has a flag of the same name.
            let (word, value) = (text("word"), text("text"));
            let flag = format!("invalid value '{value}' for '--{}'", word.replace('_', "-"));
            let sentence = refused.to_string().replace(&format!("`{word}` is {value}"), &flag);
            sentence.replace(", and should be ", ": write ")
        }
        "count-too-wide" => format!("{refused}; `ktour solve` finds a tour of any board"),
        "no-tries" => "0 tries find nothing: give --tries at least 1".to_owned(),
        "nothing-measured" => format!("0 {0} measure nothing: give --{0} at least 1", text("what")),
        "no-time" => "a limit of 0 s measures nothing: give --max-time such as 500ms or 10s".to_owned(),
        "puzzle-end-is-start" => format!("{refused} (ask for --closed to come back)"),
        "search-not-structured" => format!("{refused}, or leave out a corner with --holes a1"),
        "count-no-kind" => {
            "open and closed tours are counted separately: ask for --closed or for --open".to_owned()
        }
        "too-many-squares" => format!(
            "{} has too many squares to answer one by one, the limit is {}: ask `exists` instead",
            text("board"),
            number("most")
        ),
        "beyond-atlas" => {
            format!("no tour of {} can be built: its sides are longer than 2^60", text("board"))
        }
        "not-built" => {
            format!("a tour of {} can only be searched for, not computed: use ktour solve", text("board"))
        }
        "memory" => format!(
            "a search on {} needs about {}, and {} are free",
            text("board"),
            mebibytes(number("needed")),
            mebibytes(number("most"))
        ),
        "tables" => format!(
            "{} {} needs about {} states in a layer, {} and {}, and {} may be used: {MEMORY_ADVICE}",
            text("board"),
            text("kind"),
            text("states"),
            mebibytes(number("needed")),
            duration(number("seconds")),
            mebibytes(number("most"))
        ),
        "tables-grew" => format!(
            "the tables of {} grow beyond {}, and {} may be used: {MEMORY_ADVICE}",
            text("board"),
            mebibytes(number("needed")),
            mebibytes(number("most"))
        ),
        "large-proof" => format!(
            "a proof about {} has about {} before its first step, and {} are allowed: raise --max-proof",
            text("board"),
            bytes(number("needed")),
            bytes(number("most"))
        ),
        "proof-grew" => {
            format!("the proof grows beyond {}: raise --max-proof", bytes(number("most")))
        }
        "slow-proof" => "the proof took too long: raise --max-time".to_owned(),
        "undrawn-pixels" => format!(
            "a picture of {}x{} pixels is too large: the limit is {} a side and {} in all, choose a smaller --width",
            number("width"),
            number("height"),
            number("side"),
            number("pixels")
        ),
        "undrawn-frames" => format!(
            "a GIF of {} squares would have {} frames and about {} MB: the limit is {} frames, --length 20s shows several leaps in one",
            number("squares"),
            number("frames"),
            number("megabytes"),
            number("most")
        ),
        "undrawn-squares" => {
            let wider = match number("width") {
                0 => String::new(),
                width => format!("--width {width} or "),
            };
            let tenths = number("tenths");
            format!(
                "squares of {}.{} pixels show no path: the smallest are {}, so choose {wider}a png",
                tenths / 10,
                tenths % 10,
                number("least")
            )
        }
        _ => refused.to_string(),
    }
}
